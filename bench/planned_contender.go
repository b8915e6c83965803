//go:build cgo

package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/plan"
)

// roots returns the ranks that are the root in turn in the calls of an operation: all of them, unless one was chosen or a plan is
// for one only. A plan knows the links between its nodes, so it is not the same algorithm for another root.
func (m *measurer) roots(coll catalog.Collective, bytes int) (list []int) {
	for _, p := range m.cfg.Plans {
		if root := p.root(m.cfg.Placement); p.fits(coll, m.world.Size, bytes) == "" && root >= 0 {
			if m.world.Size > 1 {
				m.left = append(m.left, fmt.Sprintf("other calls of %s of %s on %d ranks: %s%s is for %s",
					coll, results.FormatSize(bytes), m.world.Size, results.Planned, p.Name, p.only()))
			}
			return []int{root}
		}
	}
	if m.cfg.Root != nil && coll.Rooted() {
		return []int{*m.cfg.Root}
	}
	for root := range m.world.Size {
		list = append(list, root)
	}
	return list
}

// root returns the rank that is the root in a repetition.
func (t *trial[T]) root(repetition int) int { return t.roots[repetition%len(t.roots)] }

// planned returns a contender for each plan that fits a call, and notes the others of the operation as left out.
func planned[T number](m *measurer, coll catalog.Collective, words, root int, port *mpi.Port[T]) (list []contender[T], err error) {
	bytes := words * sizeOf[T]()
	for _, p := range m.cfg.Plans {
		why := p.fits(coll, m.world.Size, bytes)
		if at := p.root(m.cfg.Placement); why == "" && at >= 0 && at != root {
			why = "for another root or distance"
		}
		switch {
		case why == "":
			c, err := planContender(m, p, port)
			if err != nil {
				return nil, err
			}
			list = append(list, c)
		case p.Op == coll:
			m.left = append(m.left, fmt.Sprintf("%s%s for %s of %s on %d ranks: it is %s", results.Planned, p.Name, coll, results.FormatSize(bytes), m.world.Size, why))
		}
	}
	return list, nil
}

// planContender carries out a plan.
func planContender[T number](m *measurer, p PlannedCall, port *mpi.Port[T]) (c contender[T], err error) {
	c = contender[T]{
		name:     results.Planned + p.Name,
		mapped:   true,
		took:     m.took(port),
		recorded: func(node int) (*plan.Plan, error) { return &p.Job[node], nil },
	}
	if p.Whole {
		c.segment, err = m.segment(c.name, sizeOf[T](), func(e exchanges, allPort bool) (int, error) { return e.cutOf(p.Job, usualReach, sizeOf[T](), allPort) })
		if err != nil {
			return c, err
		}
	}
	type loaded struct {
		plan.Program[T]
		*plan.Entry[T]
	}
	var program *loaded // nil: not loaded, or freed
	c.load = func(catalog.Args[T]) error {
		if program == nil {
			made, err := port.Load(p.ready(labelOf(m.cfg.Placement, m.world.Rank), c.segment, m.cfg.Placement))
			if err != nil {
				return err
			}
			program = &loaded{Program: made}
			program.Entry = port.Programs().Add(made, func() { program = nil })
		}
		port.Programs().Use(program.Entry)
		return nil
	}
	c.run = func(a catalog.Args[T]) error {
		if err := c.load(a); err != nil {
			return err
		}
		return program.Run(a.Op, a.In, a.Out)
	}
	return c, nil
}
