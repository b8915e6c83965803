//go:build cgo

package verify

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/mpi"
	"topocoll/plan"
)

// A form is a way to run an algorithm: as a procedure, as a plan, or as a plan with divided messages.
type form[T any] struct {
	name string // "" for the procedure
	run  func(c *comm.Comm[T], a catalog.Args[T]) error
}

// prefix returns the start of the form's failure messages.
func (f form[T]) prefix() string {
	if f.name == "" {
		return ""
	}
	return f.name + ": "
}

// forms returns the forms of an algorithm: the procedure, its plan, and its plan in which every message
// longer than Args.PlanSegment is divided.
func forms[T any](row catalog.Row[T]) []form[T] {
	compiled := catalog.Compiled(row)
	return []form[T]{
		{"", row.Run},
		{"compiled", func(c *comm.Comm[T], a catalog.Args[T]) error {
			a.PlanSegment = 0
			return compiled.Run(c, a)
		}},
		{"compiled, segmented", compiled.Run},
	}
}

// segmentLengths caches the length of a segment for each call of one algorithm.
type segmentLengths struct {
	port   *mpi.Port[int64]
	byCall map[call]int
}

// thirdOfLongest returns a third of the longest message of any process in a call, but at least one word.
func thirdOfLongest[T any](c segmentLengths, k call, info catalog.Info, a catalog.Args[T]) (int, error) {
	if n, known := c.byCall[k]; known {
		return n, nil
	}
	row, _ := catalog.FindByteRow(info.ID)
	node, err :=
		catalog.Plan(row, c.port.Rank(), c.port.Size(), k.m,
			catalog.Args[byte]{Root: a.Root, Shift: a.Shift, Mesh: a.Mesh,
				Network: a.Network, Counts: a.Counts, Op: comm.Op[byte]{Commutative: a.Op.Commutative}})
	if err != nil {
		return 0, err
	}
	mine, longest := []int64{int64(plan.Job{*node}.LongestMessage())}, []int64{0}
	err = mpi.Allreduce(c.port, mpi.Max[int64](), mine, longest)
	c.byCall[k] = int(max(1, longest[0]/3))
	return c.byCall[k], err
}
