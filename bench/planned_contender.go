//go:build cgo

package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/plan"
)

// planned returns a contender for each plan that fits a call, and notes the others of the operation as left out.
func planned[T number](m *machine, coll catalog.Collective, words int, port *mpi.Port[T]) (list []contender[T]) {
	bytes := words * sizeOf[T]()
	for _, p := range m.cfg.Plans {
		why := p.fits(coll, m.world.Size, bytes)
		switch {
		case why == "":
			list = append(list, planContender(m, p, words, port))
		case p.Op == coll:
			m.left = append(m.left, fmt.Sprintf("%s%s for %s of %s on %d ranks: it is %s", results.Planned, p.Name, coll, results.FormatSize(bytes), m.world.Size, why))
		}
	}
	return list
}

// planContender carries out a plan. If the operation has a root, every root has its own numbering of the ranks, with which the
// root of the plan is that of the call, and its own program, loaded at the first call.
func planContender[T number](m *machine, p Plan, words int, port *mpi.Port[T]) contender[T] {
	type loaded struct {
		plan.Program[T]
		*plan.Entry[T]
	}
	turned, programs := make([]side[T], m.world.Size), make([]*loaded, m.world.Size)
	for root := range turned {
		turned[root] = newSide[T](m, p.Op, words, 0, m.ranksOf(p, root))
		turned[root].calls[root].Shift = root // which tells run the rank; a plan has no other use for it
	}
	load := func(root int) (*loaded, error) {
		program, err := port.Load(on(&p.Job[turned[root].me], m.ranksOf(p, root)))
		if err != nil {
			return nil, err
		}
		l := &loaded{Program: program}
		l.Entry = port.Programs().Add(program, func() { programs[root] = nil })
		return l, nil
	}
	ready := func(root int) (err error) {
		if programs[root] == nil {
			if programs[root], err = load(root); err != nil {
				return err
			}
		}
		port.Programs().Use(programs[root].Entry)
		return nil
	}
	return contender[T]{
		name:   results.Planned + p.Name,
		took:   m.took(port),
		turned: turned,
		run: func(a catalog.Args[T]) error {
			if err := ready(a.Shift); err != nil {
				return err
			}
			return programs[a.Shift].Run(a.Op, a.In, a.Out)
		},
		load:     func(a catalog.Args[T]) error { return ready(a.Shift) },
		recorded: func(int) (*plan.Plan, error) { return &p.Job[turned[0].me], nil },
	}
}

// ranksOf returns the rank of every node of a plan in a call with a root.
func (m *machine) ranksOf(p Plan, root int) []int {
	return p.turned(m.cfg.Placement, labelOf(m.cfg.Placement, root), m.world.Size)
}
