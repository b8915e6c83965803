//go:build cgo

package probe

import (
	"slices"

	"topocoll/bench/group"
	"topocoll/comm"
	"topocoll/mpi"
)

// A Measurement holds the measured times of patterns between the hosts of a job. It is the same on every
// rank.
type Measurement struct {
	Hosts    []string // host names, in the order of their first ranks
	Slots    int      // number of ranks on each host, or 0 if the numbers differ
	Bytes    int      // size of a message in bytes
	Patterns []Pattern
	NS       []float64 // for each pattern: time in ns until its last message has arrived
}

// Measure sends the messages of each pattern between the hosts of a job, and returns the times of the
// patterns. The argument `patterns` is a function that returns the patterns for a number of hosts. One rank
// of every host sends and receives, and the other ranks wait. All ranks must call Measure.
func Measure(w *mpi.World, patterns func(hosts int) []Pattern) (*Measurement, error) {
	ranks, err := group.New(w)
	if err != nil {
		return nil, err
	}
	m := &Measurement{}
	var first []int // for each host, the rank that sends and receives
	counts := map[string]int{}
	for rank, host := range ranks.Hosts {
		if counts[host]++; counts[host] == 1 {
			m.Hosts, first = append(m.Hosts, host), append(first, rank)
		}
	}
	m.Slots = counts[m.Hosts[0]]
	for _, n := range counts {
		if n != m.Slots {
			m.Slots = 0
		}
	}
	if m.Patterns = patterns(len(m.Hosts)); len(m.Patterns) == 0 {
		return m, nil
	}
	t := timer{ranks: ranks, port: mpi.NewPort[float64](w), first: first,
		host: slices.Index(first, w.Rank)}
	if err := t.setLength(m.Patterns[0]); err != nil {
		return nil, err
	}
	m.Bytes = 8 * len(t.out)
	m.NS, err = t.times(m.Patterns)
	return m, err
}

// A timer measures the times of patterns with messages of a given length.
type timer struct {
	ranks *group.Ranks
	port  *mpi.Port[float64]
	first []int // for each host, the rank that sends and receives
	host  int   // index of the host for which this rank sends, or -1
	out   []float64
	in    [2][]float64
}

// setLength doubles the length of messages until the pattern takes 70 ms or the length reaches 32 MiB. At
// this length, the start-up time and the buffers of links and switches hardly affect the times.
func (t *timer) setLength(p Pattern) error {
	const least, most, long = 32 << 10, 4 << 20, 70e6 // words, words, ns
	for words := least; ; words *= 2 {
		t.out, t.in = make([]float64, words), [2][]float64{make([]float64, words), make([]float64, words)}
		times, err := t.times([]Pattern{p})
		if err != nil || times[0] >= long || words == most {
			return err
		}
	}
}

// times returns the shortest time of each pattern in ns, because disturbances can only increase a time. It
// repeats a pattern until the two shortest times agree, but at most 12 times.
func (t *timer) times(patterns []Pattern) ([]float64, error) {
	const maxRepetitions = 12
	times := make([][]int64, len(patterns))
	for range maxRepetitions {
		var pending []int
		var latest []int64
		for i, p := range patterns {
			if shortestTimesAgree(times[i]) {
				continue
			}
			ns, err := t.sample(p)
			if err != nil {
				return nil, err
			}
			pending, latest = append(pending, i), append(latest, ns)
		}
		if len(pending) == 0 {
			break
		}
		if err := mpi.Bcast(t.ranks.Times, 0, latest); err != nil { // use the times of rank 0 on all ranks
			return nil, err
		}
		for k, i := range pending {
			times[i] = append(times[i], latest[k])
		}
	}
	shortest := make([]float64, len(patterns))
	for i, l := range times {
		shortest[i] = float64(slices.Min(l))
	}
	return shortest, nil
}

// shortestTimesAgree sorts the times of a pattern. It reports whether there are at least three times, and the
// two shortest differ by at most 2 %. At least three are needed because the first repetition includes the
// time to set up connections.
func shortestTimesAgree(times []int64) bool {
	const least, tolerance = 3, 0.02
	slices.Sort(times)
	return len(times) >= least && float64(times[1]) <= (1+tolerance)*float64(times[0])
}

// sample executes a pattern and returns its time in ns. Only the time on rank 0 is used. It begins before any
// rank sends and ends after all ranks have received, so a late rank cannot shorten it.
func (t *timer) sample(p Pattern) (int64, error) {
	barrier := func() error { return mpi.Barrier(t.ranks.Times) }
	if err := barrier(); err != nil {
		return 0, err
	}
	began := mpi.Now()
	for _, step := range []func() error{barrier, func() error { return t.send(p) }, barrier} {
		if err := step(); err != nil {
			return 0, err
		}
	}
	return mpi.Now() - began, nil
}

func (t *timer) send(p Pattern) error {
	var sends, recvs []comm.Message[float64]
	for _, m := range p {
		switch t.host {
		case m.From:
			sends = append(sends, comm.Message[float64]{Peer: t.first[m.To], Data: t.out})
		case m.To:
			recvs = append(recvs, comm.Message[float64]{Peer: t.first[m.From], Data: t.in[len(recvs)]})
		}
	}
	if len(sends)+len(recvs) == 0 {
		return nil
	}
	return t.port.Round(sends, recvs)
}
