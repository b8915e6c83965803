//go:build cgo

package bench

import (
	"math"
	"math/rand/v2"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// A message that takes so many ns, and so many times what the shortest takes, is long enough to show the rate of a
// link: longer ones only cost time. Where ranks wait for a core, short messages take as many ns.
const (
	slow     = 5e6
	slowness = 4
)

// A pattern is a way for messages to be on their way: every rank calls step as often as the others.
type pattern struct {
	name   string
	stride int
	ways   int // messages one after the other in a step
	step   func(x, y []float64) error
}

// messages times single messages of many sizes, in every pattern; the sizes are the same in all launches.
func (m *machine) messages() ([]results.Message, error) {
	if m.world.Size < 2 {
		return nil, nil
	}
	var all []results.Message
	for _, way := range m.patterns() {
		if err := m.align(); err != nil {
			return nil, err
		}
		shortest := math.Inf(1)
		for _, words := range messageWords(m.cfg.Seed - uint64(m.cfg.Launch)) {
			measured, err := m.message(way, words)
			if err != nil {
				return nil, err
			}
			all = append(all, measured)
			shortest = min(shortest, measured.Median)
			if measured.Median > max(slow, slowness*shortest) {
				break
			}
		}
	}
	return all, nil
}

// patterns are a ping-pong of ranks 0 and 1, and an exchange of all ranks at each stride that a hypercube
// has; a stride of 1 is a ring's.
func (m *machine) patterns() []pattern {
	port := mpi.NewPort[float64](m.world)
	me, p := m.world.Rank, m.world.Size
	turns := pattern{"pingpong", 1, 2, func(x, y []float64) error { return nil }}
	switch me {
	case 0:
		turns.step = func(x, y []float64) error { return first(port.Send(1, x), func() error { return port.Recv(1, y) }) }
	case 1:
		turns.step = func(x, y []float64) error { return first(port.Recv(0, y), func() error { return port.Send(0, x) }) }
	}
	list := []pattern{turns}
	for stride := 1; stride < p; stride *= 2 {
		up, down := (me+stride)%p, (me-stride+p)%p
		list = append(list, pattern{"exchange", stride, 1, func(x, y []float64) error { return port.SendRecv(up, x, down, y) }})
	}
	return list
}

func first(err error, then func() error) error {
	if err != nil {
		return err
	}
	return then()
}

// messageWords are powers of two up to 1 MiB with sizes in between that are none, so that what a library
// does at powers of two alone does not pass for a law.
func messageWords(seed uint64) []int {
	order := rand.New(rand.NewPCG(seed, 1))
	var words []int
	for power := range 18 {
		words = append(words, 1<<power)
		if power%3 == 2 {
			words = append(words, int(math.Exp2(float64(power)+0.2+0.6*order.Float64())))
		}
	}
	return words
}

// message times one size in one pattern: as many samples as 10 ms have room for, 4 to 30. It finds the caches as the calls
// of the collectives do, or what is made of it would not be about these.
func (m *machine) message(way pattern, words int) (results.Message, error) {
	const trips = 4 // in a sample, so that the clock's own cost is small
	const few = 4
	at := lay[float64](m, words, words)
	var x, y [trips][]float64
	n := few
	var ns []int64
	began := mpi.Now()
	for len(ns) < n {
		for trip := range trips {
			x[trip], _ = at.in.take(words)
			y[trip], _ = at.out.take(words)
		}
		if err := m.enter(); err != nil {
			return results.Message{}, err
		}
		start := mpi.Now()
		for trip := range trips {
			if err := way.step(x[trip], y[trip]); err != nil {
				return results.Message{}, err
			}
		}
		ns = append(ns, mpi.Now()-start)
		if len(ns) == few {
			each := []int64{(mpi.Now() - began) / few}
			if err := mpi.Bcast(m.times, 0, each); err != nil {
				return results.Message{}, err
			}
			n = int(max(few, min(30, 10_000_000/max(1, each[0]))))
		}
	}
	longest := make([]int64, n)
	if err := mpi.Allreduce(m.times, mpi.Max[int64](), ns, longest); err != nil {
		return results.Message{}, err
	}
	one := results.Floats(longest[1:]) // the first warms up
	for i := range one {
		one[i] /= float64(trips * way.ways)
	}
	median := stats.Median(one, results.Confidence)
	return results.Message{
		Pattern: way.name, Stride: way.stride, P: m.world.Size, Bytes: 8 * words,
		N: len(one), Median: median.Value, Interval: results.IntervalOf(median),
	}, nil
}
