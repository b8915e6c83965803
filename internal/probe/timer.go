//go:build cgo

package probe

import (
	"math"
	"slices"

	"topocoll/bench/group"
	"topocoll/comm"
	"topocoll/mpi"
)

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
		times, _, err := t.times([]Pattern{p})
		if err != nil || times[0] >= long || words == most {
			return err
		}
	}
}

// times returns the shortest time of each pattern, and the shortest time until each of its messages has
// arrived, in ns. It uses the shortest times because disturbances can only increase a time. It repeats a
// pattern until the two shortest times agree, but executes it at most 12 times.
func (t *timer) times(patterns []Pattern) (shortest []float64, arrivals [][]float64, err error) {
	const maxRepetitions = 12
	times := make([][]int64, len(patterns))
	for _, p := range patterns {
		arrivals = append(arrivals, slices.Repeat([]float64{math.Inf(1)}, len(p)))
	}
	for range maxRepetitions {
		var pending []int
		var latest, received []int64
		for i, p := range patterns {
			if shortestTimesAgree(times[i]) {
				continue
			}
			ns, own, err := t.sample(p)
			if err != nil {
				return nil, nil, err
			}
			pending, latest, received = append(pending, i), append(latest, ns), append(received, own)
		}
		if len(pending) == 0 {
			break
		}
		if err := mpi.Bcast(t.ranks.Times, 0, latest); err != nil { // use the times of rank 0 on all ranks
			return nil, nil, err
		}
		ofAll := make([]int64, len(received)*t.ranks.World.Size)
		if err := mpi.Allgather(t.ranks.Times, received, ofAll); err != nil {
			return nil, nil, err
		}
		for k, i := range pending {
			times[i] = append(times[i], latest[k])
			for j, m := range patterns[i] {
				arrivals[i][j] = min(arrivals[i][j], float64(ofAll[t.first[m.To]*len(pending)+k]))
			}
		}
	}
	for _, l := range times {
		shortest = append(shortest, float64(slices.Min(l)))
	}
	return shortest, arrivals, nil
}

// shortestTimesAgree sorts the times of a pattern. It reports whether there are at least three times, and the
// two shortest differ by at most 2 %, or 1 % more for each time after the third. At least three are needed
// because the first repetition includes the time to set up connections. The limit rises because on a busy
// host, no two times may agree closely, and the times of different networks usually differ by 20 % or more.
func shortestTimesAgree(times []int64) bool {
	const least, tolerance, more = 3, 0.02, 0.01
	slices.Sort(times)
	return len(times) >= least &&
		float64(times[1]) <= (1+tolerance+more*float64(len(times)-least))*float64(times[0])
}

// sample executes a pattern and returns its time in ns, and the time until this rank has sent and received
// its own messages. Only the time of the pattern on rank 0 is used. It begins before any rank sends and ends
// after all ranks have received, so a late rank cannot shorten it.
func (t *timer) sample(p Pattern) (ns, own int64, err error) {
	if err := mpi.Barrier(t.ranks.Times); err != nil {
		return 0, 0, err
	}
	began := mpi.Now()
	if err := mpi.Barrier(t.ranks.Times); err != nil {
		return 0, 0, err
	}
	sent := mpi.Now()
	if err := t.send(p); err != nil {
		return 0, 0, err
	}
	own = mpi.Now() - sent
	err = mpi.Barrier(t.ranks.Times)
	return mpi.Now() - began, own, err
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
