// Package plantest makes random plans, for tests of the code that executes plans.
package plantest

import (
	"math/rand/v2"
	"slices"

	"topocoll/plan"
)

// Words is the length of every buffer of a random job.
const Words = 12

// A History is a random job of a few nodes. First contains the words of all nodes before the job, and Last
// the words after the job, both indexed by rank, buffer and index.
type History struct {
	Job         plan.Job
	First, Last [][3][Words]uint64

	random  *rand.Rand
	apply   func(dst, a, b []uint64)
	numbers map[[3]int]int
}

// New returns a random history. Its field Job holds a job of p nodes with at most the given number of
// communication rounds. The job passes plan.Job.Check. New computes the field Last, with `apply` as the
// function that combines words. The same seed gives the same history.
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
			h.addLocalStep(h.random.IntN(p))
		}
		h.addRound(round)
	}
	return h
}

func (h *History) randomRange(n int) plan.Range {
	return plan.Range{Buffer: plan.Buffer(h.random.IntN(3)), At: h.random.IntN(3) * (Words - n) / 2, Len: n}
}

// addLocalStep adds a random copy or combination on one rank, or nothing if it would be invalid.
func (h *History) addLocalStep(rank int) {
	n := 1 + h.random.IntN(Words)
	s := plan.Step{Kind: plan.Copy, From: h.randomRange(n), Into: h.randomRange(n)}
	if h.random.IntN(3) == 0 {
		s.Kind, s.With = plan.Combine, h.randomRange(n)
		if overlap(s.Into, s.From) && s.Into != s.From || overlap(s.Into, s.With) && s.Into != s.With {
			return
		}
	}
	h.Job[rank].Steps = append(h.Job[rank].Steps, s)
	from, with, into := h.wordsAt(rank, s.From), h.wordsAt(rank, s.With), h.wordsAt(rank, s.Into)
	if s.Kind == plan.Copy {
		copy(into, from)
	} else {
		h.apply(into, from, with)
	}
}

// addRound adds a round of up to four random messages that do not conflict.
func (h *History) addRound(round int) {
	before := slices.Clone(h.Last)
	used := map[int][]plan.Step{}
	for range 4 {
		n := h.random.IntN(Words)
		from, to := h.random.IntN(len(h.Job)), h.random.IntN(len(h.Job))
		key := [3]int{from, to}
		send := plan.Step{Kind: plan.Send, Round: round, Peer: to, Number: h.numbers[key],
			From: h.randomRange(n)}
		recv := plan.Step{Kind: plan.Recv, Round: round, Peer: from, Number: h.numbers[key],
			Into: h.randomRange(n)}
		if from == to && overlap(send.From, recv.Into) || conflicts(send, used[from]) ||
			conflicts(recv, used[to]) {
			continue
		}
		h.numbers[key]++
		used[from] = append(used[from], send)
		used[to] = append(used[to], recv)
		copy(h.wordsAt(to, recv.Into), before[from][send.From.Buffer][send.From.At:][:n])
	}
	for rank, steps := range used {
		h.Job[rank].Steps = append(h.Job[rank].Steps, steps...)
	}
}

func conflicts(s plan.Step, others []plan.Step) bool {
	return slices.ContainsFunc(others, func(o plan.Step) bool {
		return overlap(s.Into, o.From) || overlap(s.Into, o.Into) || overlap(s.From, o.Into)
	})
}

func overlap(r, s plan.Range) bool {
	return r.Buffer == s.Buffer && max(r.At, s.At) < min(r.At+r.Len, s.At+s.Len)
}

func (h *History) wordsAt(rank int, r plan.Range) []uint64 {
	return h.Last[rank][r.Buffer][r.At:][:r.Len]
}
