package plan_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
	. "topocoll/plan"
)

const words = 12 // in every buffer of a random job

// A history is a random job of few nodes, and what the words of all nodes are after it. In the beginning they are first.
type history struct {
	*rand.Rand
	job         Job
	numbers     map[[3]int]int
	first, last [][3][words]uint64
}

func newHistory(seed uint64) *history {
	h := &history{Rand: rand.New(rand.NewPCG(seed, 0)), numbers: map[[3]int]int{}}
	p := 1 + h.IntN(3)
	h.job, h.last = make(Job, p), make([][3][words]uint64, p)
	for rank := range h.job {
		h.job[rank] = Plan{In: words, Out: words, Scratch: words}
		for i := range words {
			h.last[rank][In][i], h.last[rank][Out][i] = h.Uint64(), h.Uint64()
		}
	}
	h.first = append(h.first, h.last...)
	for round := 1; round < 12; round++ {
		for range h.IntN(4) {
			h.move(h.IntN(p))
		}
		h.exchange(round)
	}
	return h
}

func (h *history) anyRange(n int) Range {
	return Range{Buffer: Buffer(h.IntN(3)), At: h.IntN(3) * (words - n) / 2, Len: n}
}

// move adds a local step.
func (h *history) move(rank int) {
	n := 1 + h.IntN(words)
	s := Step{Kind: Copy, From: h.anyRange(n), Into: h.anyRange(n)}
	if h.IntN(3) == 0 {
		s.Kind, s.With = Combine, h.anyRange(n)
		if common(s.Into, s.From) && s.Into != s.From || common(s.Into, s.With) && s.Into != s.With {
			return
		}
	}
	h.job[rank].Steps = append(h.job[rank].Steps, s)
	from, with, into := h.at(rank, s.From), h.at(rank, s.With), h.at(rank, s.Into)
	if s.Kind == Copy {
		copy(into, from)
	} else {
		mix(into, from, with)
	}
}

// exchange adds a communication step of up to four messages that do not hinder each other.
func (h *history) exchange(round int) {
	before := append([][3][words]uint64{}, h.last...)
	used := map[int][]Step{}
	for range 4 {
		n := h.IntN(words)
		from, to := h.IntN(len(h.job)), h.IntN(len(h.job))
		key := [3]int{from, to}
		send := Step{Kind: Send, Round: round, Peer: to, Number: h.numbers[key], From: h.anyRange(n)}
		recv := Step{Kind: Recv, Round: round, Peer: from, Number: h.numbers[key], Into: h.anyRange(n)}
		if from == to && common(send.From, recv.Into) || hinders(send, used[from]) || hinders(recv, used[to]) {
			continue
		}
		h.numbers[key]++
		used[from] = append(used[from], send)
		used[to] = append(used[to], recv)
		copy(h.at(to, recv.Into), before[from][send.From.Buffer][send.From.At:][:n])
	}
	for rank, steps := range used {
		h.job[rank].Steps = append(h.job[rank].Steps, steps...)
	}
}

func hinders(s Step, others []Step) bool {
	for _, o := range others {
		if common(s.Into, o.From) || common(s.Into, o.Into) || common(s.From, o.Into) {
			return true
		}
	}
	return false
}

func common(r, s Range) bool {
	return r.Buffer == s.Buffer && max(r.At, s.At) < min(r.At+r.Len, s.At+s.Len)
}

func (h *history) at(rank int, r Range) []uint64 { return h.last[rank][r.Buffer][r.At:][:r.Len] }

// mix shows its operands and their order.
func mix(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = 31*a[i] + b[i] + 1
	}
}

// A random job does the same after each pass, in program order and by dependencies.
func FuzzPasses(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		h := newHistory(seed)
		for _, with := range []Passes{{}, {Fuse: true}, {Segment: 1}, {Segment: 3}, {Fuse: true, Segment: 2}} {
			job := h.job.Improve(with)
			if !assert.NoError(t, job.Check()) {
				return
			}
			for _, inOrder := range []bool{true, false} {
				assert.NoError(t, local.Run(len(job), func(port comm.AsyncPort[uint64]) error {
					rank := port.Rank()
					r, at := NewRunner[uint64](&job[rank]), h.first[rank]
					op := comm.Op[uint64]{Apply: mix}
					run := func() error { return r.RunAsync(port, op, at[In][:], at[Out][:]) }
					if inOrder {
						run = func() error { return r.Run(port, op, at[In][:], at[Out][:]) }
					}
					err := run()
					assert.Equal(t, h.last[rank][In], at[In], "seed %d, %+v, in order: %v", seed, with, inOrder)
					assert.Equal(t, h.last[rank][Out], at[Out], "seed %d, %+v, in order: %v", seed, with, inOrder)
					return err
				}))
			}
		}
	})
}
