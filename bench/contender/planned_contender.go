//go:build cgo

package contender

import (
	"fmt"

	"topocoll/bench/calibration"
	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/plan"
)

// addPlans adds a contender for each plan that fits the case, and lists the other plans for the operation as
// omitted.
func (b *builder[T]) addPlans() error {
	for _, p := range b.run.Plans {
		why := p.findMisfit(b.measured)
		if root := p.root(b.run.Mapping); why == "" && root >= 0 && root != b.root {
			why = "for a different root or distance"
		}
		switch {
		case why == "":
			c, err := newPlanned(b.run, p, b.port)
			if err != nil {
				return err
			}
			b.add(c)
		case p.Op == b.measured.Op:
			b.omitted = append(b.omitted, fmt.Sprintf("%s%s for %s of %s bytes on %d ranks: the plan is %s",
				results.Planned, p.Name, p.Op, results.FormatSize(b.measured.Bytes), b.measured.P, why))
		}
	}
	return nil
}

func newPlanned[T words.Number](r *Run, p PlannedCall, port *mpi.Port[T]) (c Contender[T], err error) {
	c = Contender[T]{
		Name: results.Planned + p.Name, Mapped: true, LastCall: r.lastCallOn(port),
		Plan: func(node int) (*plan.Plan, error) { return &p.Job[node], nil },
	}
	if p.Whole {
		size := words.Size[T]()
		c.Segment, err = r.segment(c.Name, size, func(e calibration.Exchanges, allPort bool) (int, error) {
			return bestSegmentOfJob(e, p.Job, defaultJobLimit, size, allPort)
		})
		if err != nil {
			return c, err
		}
	}
	type loaded struct {
		plan.Program[T]
		*plan.Entry[T]
	}
	var program *loaded // nil if the plan is not loaded, or its program has been freed
	c.Load = func(catalog.Args[T]) error {
		if program == nil {
			node := LabelOf(r.Mapping, r.ranks.World.Rank)
			made, err := port.Load(p.planForRank(node, c.Segment, r.Mapping))
			if err != nil {
				return err
			}
			program = &loaded{Program: made}
			program.Entry = port.Programs().Add(made, func() { program = nil })
		}
		port.Programs().Use(program.Entry)
		return nil
	}
	load := c.Load
	c.Run = func(a catalog.Args[T]) error {
		if err := load(a); err != nil {
			return err
		}
		return program.Run(a.Op, a.In, a.Out)
	}
	return c, nil
}
