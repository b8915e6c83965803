package catalog

import (
	"slices"

	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// compiledArgs holds the arguments of a procedure in a form that can be compared and passed in registers.
type compiledArgs struct {
	rootOrShift                 int // root, or distance of a shift
	segment, radix, planSegment int
	mesh                        *topo.Mesh // pointer into meshes, or nil if there is no mesh argument
	network                     *pack.Network
	counts                      *Counts
}

// compiledArgs returns the arguments of a call in comparable form. It omits an unused root or distance, so
// that calls with different values of an unused argument share a plan.
func (a *Args[T]) compiledArgs(rooted, shifts bool, known *meshes) compiledArgs {
	ch := compiledArgs{segment: a.Segment, radix: a.Radix, planSegment: a.PlanSegment, network: a.Network,
		counts: a.Counts}
	switch {
	case rooted:
		ch.rootOrShift = a.Root
	case shifts:
		ch.rootOrShift = a.Shift
	}
	if len(a.Mesh) > 0 {
		ch.mesh = known.intern(a.Mesh)
	}
	return ch
}

// meshes holds a copy of every mesh that calls have used. Equal meshes share one copy, so they have the same
// address.
type meshes []*topo.Mesh

func (known *meshes) intern(m topo.Mesh) *topo.Mesh {
	for _, k := range *known {
		if slices.Equal(*k, m) {
			return k
		}
	}
	copied := slices.Clone(m)
	*known = append(*known, &copied)
	return &copied
}

// Compiled returns a compiled row that gives the same results as the given row. On a port that is a
// plan.Loader, such as a port of package mpi, the compiled row executes the plan of the procedure. It records
// the plan at the first call with given arguments and lengths, and sends messages longer than
// PlanSegment in segments. On any other port, it calls the procedure.
//
// The row must be one of the catalog. The compiled row caches its plans, so it belongs to one port. All
// processes must use it, or none.
func Compiled[T any](row Row[T]) CompiledRow[T] {
	procedure := row.Run
	recordedRow, found := Find[byte](row.ID) // in a recording, a byte stands for a word of any type
	if !found {
		recordedRow.Run = func(*comm.Comm[byte], Args[byte]) error {
			return comm.Refuse("catalog: Compiled: the catalog has no algorithm %q", row.ID)
		}
	}
	compiled := plan.Compile[T](func(ch compiledArgs, c *comm.Comm[byte], op comm.Op[byte],
		in, out []byte) error {
		a := Args[byte]{Root: ch.rootOrShift, Shift: ch.rootOrShift, Op: op, In: in, Out: out,
			Network: ch.network, Segment: ch.segment, Radix: ch.radix, Counts: ch.counts}
		if ch.mesh != nil {
			a.Mesh = slices.Clone(*ch.mesh)
		}
		return recordedRow.Run(c, a)
	})
	compiled.Segment = func(ch compiledArgs) int { return ch.planSegment }
	scales := row.scales()
	compiled.Scales = func(ch compiledArgs) bool { return scales && ch.counts == nil }
	known, rooted, shifts, reduces := new(meshes), row.Op.Rooted(), row.Op == Shift, row.Op.Reduces()
	row.Run = func(c *comm.Comm[T], a Args[T]) error {
		if !compiled.Loads(c) || reduces && a.Op.Apply == nil {
			return procedure(c, a)
		}
		return compiled.Call(c, a.compiledArgs(rooted, shifts, known), a.Op, a.In, a.Out)
	}
	bind := func(c *comm.Comm[T], a Args[T]) (*plan.Bound[T], []T, error) {
		if !compiled.Loads(c) || reduces && a.Op.Apply == nil {
			return nil, nil, nil
		}
		return compiled.Bind(c, a.compiledArgs(rooted, shifts, known), a.Op, a.In, a.Out)
	}
	init := func(c *comm.Comm[T], a Args[T]) (plan.Request, error) {
		return compiled.Init(c, a.compiledArgs(rooted, shifts, known), a.Op, a.In, a.Out)
	}
	start := func(c *comm.Comm[T], a Args[T]) (plan.Request, error) {
		return compiled.Start(c, a.compiledArgs(rooted, shifts, known), a.Op, a.In, a.Out)
	}
	return CompiledRow[T]{row, bind, start, init, compiled.Free}
}

// scales reports whether the algorithm uses the lengths only to divide them in fixed proportions (see Scales
// of plan.Compiled). The result is false for a pipelined algorithm, because its number of segments depends on
// the square root of the length.
func (info Info) scales() bool {
	// These algorithms call ring/scan and ring/exscan, which are pipelined.
	return !info.Pipelined() && info.ID != "mesh/scan" && info.ID != "mesh/exscan"
}

// A CompiledRow is a Row that caches its plans.
type CompiledRow[T any] struct {
	Row[T]
	// Bind returns the plan of a call of Run, and the slice to pass to the plan as the argument `out` (see
	// plan.Compiled). The plan is nil if the port does not execute plans. Bind sends no messages.
	Bind func(c *comm.Comm[T], a Args[T]) (bound *plan.Bound[T], words []T, err error)
	// Start begins a non-blocking call of Run, and Init creates a persistent request (see plan.Compiled). Both
	// work on the ports of packages mpi and local.
	Start, Init func(c *comm.Comm[T], a Args[T]) (plan.Request, error)
	// Free frees the cached plans. A later call records its plan again.
	Free func()
}
