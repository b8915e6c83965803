// Package plantest makes random plans, for the tests of those who carry them out.
package plantest

import (
	"math/rand/v2"

	"topocoll/plan"
)

// Words is the length of every buffer of a random job.
const Words = 12

// A History is a random job of few nodes, and what the words of all nodes are after it: by rank, buffer and place. In the
// beginning they are First.
type History struct {
	Job         plan.Job
	First, Last [][3][Words]uint64

	random  *rand.Rand
	apply   func(dst, a, b []uint64)
	numbers map[[3]int]int
}

// New returns a history of p nodes, with so many communication steps at most, whose combinations are done by apply. The
// same seed gives the same history. Its job passes Check.
func New(seed uint64, p, rounds int, apply func(dst, a, b []uint64)) *History {
	h := &History{random: rand.New(rand.NewPCG(seed, 0)), apply: apply, numbers: map[[3]int]int{}}
	h.Job, h.Last = make(plan.Job, p), make([][3][Words]uint64, p)
	for rank := range h.Job {
		h.Job[rank] = plan.Plan{In: Words, Out: Words, Scratch: Words}
		for i := range Words {
			h.Last[rank][plan.In][i], h.Last[rank][plan.Out][i] = h.random.Uint64(), h.random.Uint64()
		}
	}
	h.First = append(h.First, h.Last...)
	for round := 1; round <= rounds; round++ {
		for range h.random.IntN(4) {
			h.move(h.random.IntN(p))
		}
		h.exchange(round)
	}
	return h
}

func (h *History) anyRange(n int) plan.Range {
	return plan.Range{Buffer: plan.Buffer(h.random.IntN(3)), At: h.random.IntN(3) * (Words - n) / 2, Len: n}
}

// move adds a local step.
func (h *History) move(rank int) {
	n := 1 + h.random.IntN(Words)
	s := plan.Step{Kind: plan.Copy, From: h.anyRange(n), Into: h.anyRange(n)}
	if h.random.IntN(3) == 0 {
		s.Kind, s.With = plan.Combine, h.anyRange(n)
		if common(s.Into, s.From) && s.Into != s.From || common(s.Into, s.With) && s.Into != s.With {
			return
		}
	}
	h.Job[rank].Steps = append(h.Job[rank].Steps, s)
	from, with, into := h.at(rank, s.From), h.at(rank, s.With), h.at(rank, s.Into)
	if s.Kind == plan.Copy {
		copy(into, from)
	} else {
		h.apply(into, from, with)
	}
}

// exchange adds a communication step of up to four messages that do not hinder each other.
func (h *History) exchange(round int) {
	before := append([][3][Words]uint64{}, h.Last...)
	used := map[int][]plan.Step{}
	for range 4 {
		n := h.random.IntN(Words)
		from, to := h.random.IntN(len(h.Job)), h.random.IntN(len(h.Job))
		key := [3]int{from, to}
		send := plan.Step{Kind: plan.Send, Round: round, Peer: to, Number: h.numbers[key], From: h.anyRange(n)}
		recv := plan.Step{Kind: plan.Recv, Round: round, Peer: from, Number: h.numbers[key], Into: h.anyRange(n)}
		if from == to && common(send.From, recv.Into) || hinders(send, used[from]) || hinders(recv, used[to]) {
			continue
		}
		h.numbers[key]++
		used[from] = append(used[from], send)
		used[to] = append(used[to], recv)
		copy(h.at(to, recv.Into), before[from][send.From.Buffer][send.From.At:][:n])
	}
	for rank, steps := range used {
		h.Job[rank].Steps = append(h.Job[rank].Steps, steps...)
	}
}

func hinders(s plan.Step, others []plan.Step) bool {
	for _, o := range others {
		if common(s.Into, o.From) || common(s.Into, o.Into) || common(s.From, o.Into) {
			return true
		}
	}
	return false
}

func common(r, s plan.Range) bool {
	return r.Buffer == s.Buffer && max(r.At, s.At) < min(r.At+r.Len, s.At+s.Len)
}

func (h *History) at(rank int, r plan.Range) []uint64 { return h.Last[rank][r.Buffer][r.At:][:r.Len] }
