//go:build cgo

package trace

import (
	"cmp"
	"slices"

	"topocoll/bench/clock"
	"topocoll/bench/group"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/internal/host"
	"topocoll/mpi"
	"topocoll/plan"
)

// A tracedProgram is a plan, loaded by package mpi, that can record when its steps begin and end.
type tracedProgram interface {
	RunTraced(op comm.Op[float64], in, out []float64) (times []int64, byDependencies bool, err error)
}

// A repetition is one execution of the plan on this rank.
type repetition struct {
	times          []int64 // start and end of each step, on rank 0's clock
	began, total   int64   // start of the first step on any rank, and the time from it to the end of the last
	byDependencies bool
}

// Measure executes a job n times after a warm-up, with the sum as operator, and records when each step begins
// and ends. All ranks must call it. On rank 0, the result is the timing of the repetition with the median
// time. On the other ranks, the result is nil.
func Measure(w *mpi.World, job plan.Job, n int) (*Timing, error) {
	r, err := group.New(w)
	if err != nil {
		return nil, err
	}
	c, err := clock.New(r)
	if err != nil {
		return nil, err
	}
	port, barrier := mpi.NewPort[float64](w), comm.New(r.Bytes)
	node := &job[w.Rank]
	loaded, err := port.Load(node)
	if err != nil {
		return nil, err
	}
	program := loaded.(tracedProgram)
	in, out := make([]float64, node.In), make([]float64, node.Out)
	var list []repetition
	for i := -warmUp; i < n; i++ {
		if err := hcube.Barrier(barrier); err != nil {
			return nil, err
		}
		one := repetition{}
		if one.times, one.byDependencies, err = program.RunTraced(mpi.Sum[float64](), in, out); err != nil {
			return nil, err
		}
		if err := one.measureTotal(r, c); err != nil {
			return nil, err
		}
		if i >= 0 {
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b repetition) int { return cmp.Compare(a.total, b.total) })
	return list[len(list)/2].gather(r, job, list)
}

const warmUp = 5 // repetitions

// measureTotal converts the times to rank 0's clock, and computes the first start and the total on all ranks.
func (p *repetition) measureTotal(r *group.Ranks, c *clock.Clock) error {
	const none = -1 << 62 // the value for a rank without steps
	first, last := int64(none), int64(none)
	for i, t := range p.times {
		p.times[i] = c.ToRank0(t)
		first, last = max(first, -p.times[i]), max(last, p.times[i])
	}
	all, err := r.Maxima(first, last)
	if err != nil {
		return err
	}
	p.began, p.total = -all[0], max(0, all[0]+all[1]) // the total is 0 if no rank has a step
	return nil
}

// gather returns the timing on rank 0, with the total times of the repetitions in list.
func (p *repetition) gather(r *group.Ranks, job plan.Job, list []repetition) (*Timing, error) {
	longest, err := r.Maxima(int64(len(p.times)))
	if err != nil {
		return nil, err
	}
	size := int(longest[0]) + 1
	// The first value is 1 for execution in dependency order, and otherwise 0. The times follow it.
	mine := make([]int64, size)
	if p.byDependencies {
		mine[0] = 1
	}
	copy(mine[1:], p.times)
	var all []int64
	if r.World.Rank == 0 {
		all = make([]int64, size*r.World.Size)
	}
	if err := mpi.Gather(r.Times, 0, mine, all); err != nil || r.World.Rank != 0 {
		return nil, err
	}
	t := &Timing{MoreThanCores: r.Local > host.UsableCores()}
	for rank := range job {
		form := job[rank].InOrder
		times := all[rank*size:][:size]
		if times[0] == 1 {
			form = job[rank].AsReady
		}
		t.add(form().Plan, times[1:], p.began)
	}
	for _, one := range list {
		t.Totals = append(t.Totals, float64(one.total)/1000)
	}
	return t, nil
}
