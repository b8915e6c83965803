package catalog

import (
	"fmt"

	"topocoll/comm"
	"topocoll/plan"
)

// Compiled returns a row that does the same as row. Where the port is a plan.Loader, as that of package mpi is, it
// carries out the plan of the procedure, recorded at the first call with these arguments and lengths, with every message
// longer than Segment cut. On any other port it calls the procedure.
//
// The row keeps its last plans, so it belongs to one port. All processes must use the compiled row, or none.
func Compiled[T any](row Row[T]) Row[T] {
	procedure, replayer := row.Run, &plan.Replayer[T]{}
	symbols, _ := Find[byte](row.ID)
	row.Run = func(c *comm.Comm[T], a Args[T]) error {
		if _, loads := c.Port().(plan.Loader[T]); !loads || a.Op.Apply == nil && row.Op.Reduces() {
			return procedure(c, a)
		}
		key := plan.Key{Name: row.ID, Args: [...]int{0: a.Root, 1: a.Shift, 2: a.Segment, 3: len(a.Mesh), 11: 0}, Cut: a.Segment}
		if copy(key.Args[4:], a.Mesh) < len(a.Mesh) {
			key.Name += fmt.Sprint(a.Mesh)
		}
		return replayer.Run(c, key, a.Op, a.In, a.Out, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
			return symbols.Run(c, Args[byte]{Root: a.Root, Shift: a.Shift, Op: op, In: in, Out: out, Mesh: a.Mesh, Segment: a.Segment})
		})
	}
	return row
}
