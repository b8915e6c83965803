//go:build cgo

package probe

import (
	"slices"

	"topocoll/bench/group"
	"topocoll/comm"
	"topocoll/mpi"
)

// A Measurement has the times of patterns between the hosts of a job. Every rank has the same.
type Measurement struct {
	Hosts    []string // in the order of their first ranks
	Slots    int      // ranks on each host, or 0 if hosts have different numbers
	Bytes    int      // size of a message
	Patterns []Pattern
	NS       []float64 // time of each pattern until its last message has arrived
}

// Measure runs the patterns that a function returns for the number of hosts, and returns their times. One
// rank of every host sends and receives, and the other ranks wait. All ranks must call Measure.
func Measure(w *mpi.World, patterns func(hosts int) []Pattern) (*Measurement, error) {
	ranks, err := group.New(w)
	if err != nil {
		return nil, err
	}
	m := &Measurement{}
	var first []int // rank that sends and receives for each host
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
	for _, p := range m.Patterns {
		ns, err := t.time(p)
		if err != nil {
			return nil, err
		}
		m.NS = append(m.NS, float64(ns))
	}
	return m, nil
}

// A timer times patterns of messages of one length.
type timer struct {
	ranks *group.Ranks
	port  *mpi.Port[float64]
	first []int // rank that sends and receives for each host
	host  int   // the host for which this rank sends, or -1
	out   []float64
	in    [2][]float64
}

// setLength doubles the length of the messages until the pattern takes so long that the start and the buffers
// of the links and switches do not matter.
func (t *timer) setLength(p Pattern) error {
	const least, most, long = 32 << 10, 4 << 20, 70e6 // words, words, ns
	for words := least; ; words *= 2 {
		t.out, t.in = make([]float64, words), [2][]float64{make([]float64, words), make([]float64, words)}
		ns, err := t.time(p)
		if err != nil || ns >= long || words == most {
			return err
		}
	}
}

// time returns the median time of a pattern in ns. The first execution is not timed, because it connects the
// ranks.
func (t *timer) time(p Pattern) (int64, error) {
	const samples = 3
	var ns []int64
	for range 1 + samples {
		if err := mpi.Barrier(t.ranks.Times); err != nil {
			return 0, err
		}
		began := mpi.Now()
		if err := t.send(p); err != nil {
			return 0, err
		}
		ns = append(ns, mpi.Now()-began)
	}
	ns, err := t.ranks.Maxima(ns[1:]...)
	slices.Sort(ns)
	return ns[len(ns)/2], err
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
