//go:build cgo

package calibration

import (
	"math"
	"math/rand/v2"

	"topocoll/bench/buffers"
	"topocoll/bench/clock"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// A message is slow if it takes more than slowMessage ns, and more than slowRatio times as long as the
// shortest message. A slow message suffices to determine the rate of a link, so longer messages are not
// measured. Both conditions are needed, because on oversubscribed cores even short messages may take longer
// than slowMessage.
const (
	slowMessage = 5e6
	slowRatio   = 4
)

// A MessageTimer times single messages.
type MessageTimer struct {
	Ranks  *group.Ranks
	Guard  *group.Guard
	Gate   *clock.Gate
	Memory *buffers.Memory
}

// A pattern is a communication pattern in which messages are timed. Every rank must call `step` the same
// number of times.
type pattern struct {
	name            string
	stride          int
	messagesPerStep int // number of messages that a step sends one after the other
	step            func(x, y []float64) error
}

// All measures the times of messages of many sizes in every pattern. The argument `seed` determines the
// sizes. All aligns the clock before each pattern.
func (t MessageTimer) All(c *clock.Clock, seed uint64) ([]results.Message, error) {
	if t.Ranks.World.Size < 2 {
		return nil, nil
	}
	var all []results.Message
	for _, pattern := range t.patterns() {
		if err := c.Align(); err != nil {
			return nil, err
		}
		shortest := math.Inf(1)
		for _, words := range messageWords(seed) {
			measured, err := t.message(pattern, words)
			if err != nil {
				return nil, err
			}
			all = append(all, measured)
			shortest = min(shortest, measured.Median)
			if measured.Median > max(slowMessage, slowRatio*shortest) {
				break
			}
		}
	}
	return all, nil
}

// PingPong times a message of the given number of float64 words between ranks 0 and 1.
func (t MessageTimer) PingPong(words int) (results.Message, error) {
	return t.message(t.patterns()[0], words)
}

// patterns returns a ping-pong between ranks 0 and 1, and an exchange among all ranks at each stride of a
// hypercube. Stride 1 is also the stride of a ring.
func (t MessageTimer) patterns() []pattern {
	port := mpi.NewPort[float64](t.Ranks.World)
	me, p := t.Ranks.World.Rank, t.Ranks.World.Size
	turns := pattern{"pingpong", 1, 2, func(x, y []float64) error { return nil }}
	switch me {
	case 0:
		turns.step =
			func(x, y []float64) error {
				return firstThen(port.Send(1, x),
					func() error { return port.Recv(1, y) })
			}
	case 1:
		turns.step =
			func(x, y []float64) error {
				return firstThen(port.Recv(0, y),
					func() error { return port.Send(0, x) })
			}
	}
	list := []pattern{turns}
	for stride := 1; stride < p; stride *= 2 {
		up, down := (me+stride)%p, (me-stride+p)%p
		list = append(list, pattern{"exchange", stride, 1, func(x, y []float64) error {
			return port.SendRecv(up, x, down, y)
		}})
	}
	return list
}

func firstThen(err error, then func() error) error {
	if err != nil {
		return err
	}
	return then()
}

// messageWords returns message lengths in words of 8 bytes. They are the powers of two up to 1 MiB, and
// random lengths between some of these powers, because the library may treat powers of two in a special way.
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

// message measures the time of messages of one size in one pattern. It takes as many samples as fit in about
// 10 ms, but at least 4 and at most 30. The first sample is a warm-up, and is not in the result. The caches
// are in the same state as for the collectives, because the times of the collectives are predicted from the
// results.
func (t MessageTimer) message(p pattern, words int) (results.Message, error) {
	const few = 4
	lanes, err := buffers.Lay[float64](t.Memory, words, words, t.Guard.Beat)
	if err != nil {
		return results.Message{}, err
	}
	var x, y [messagesPerSample][]float64
	n := few
	var ns []int64
	began := mpi.Now()
	for len(ns) < n {
		for trip := range messagesPerSample {
			x[trip], _ = lanes.In.Take(words)
			y[trip], _ = lanes.Out.Take(words)
		}
		if err := t.Gate.Enter(0); err != nil {
			return results.Message{}, err
		}
		start := mpi.Now()
		for trip := range messagesPerSample {
			if err := p.step(x[trip], y[trip]); err != nil {
				return results.Message{}, err
			}
		}
		ns = append(ns, mpi.Now()-start)
		if len(ns) == few {
			each, err := t.Ranks.NumberFromRank0((mpi.Now() - began) / few)
			if err != nil {
				return results.Message{}, err
			}
			n = int(max(few, min(30, 10_000_000/max(1, each))))
		}
	}
	longest, err := t.Ranks.Maxima(ns...)
	if err != nil {
		return results.Message{}, err
	}
	one := results.Floats(longest[1:]) // the first sample is a warm-up
	for i := range one {
		one[i] /= float64(messagesPerSample * p.messagesPerStep)
	}
	median := stats.NewSeries(one).Estimate(results.Confidence)
	return results.Message{
		Pattern: p.name, Stride: p.stride, P: t.Ranks.World.Size, Bytes: 8 * words,
		N: len(one), Median: median.Value, Interval: results.IntervalOf(median),
	}, nil
}
