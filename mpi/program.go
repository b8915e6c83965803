package mpi

// #cgo noescape tc_replay
// #cgo nocallback tc_replay
// #include "operation.h"
import "C"

import (
	"fmt"
	"math"
	"unsafe"

	"topocoll/comm"
	"topocoll/plan"
)

// A program executes a plan in which every word is replaced by a unit of one or more words.
type program[T any] struct {
	*loadedPlan[T]
	in, out int        // lengths of the operands, in words
	unit    int        // number of words in a unit
	c       *C.program // the plan, compiled for the order in which Run executes its steps
}

// Load returns the program that executes node, a valid plan for this process: see plan.Job.Validate. Running
// the program takes one cgo call and allocates nothing. The program's steps run in program order or in
// dependency order: see OverlapFrom.
//
// C owns the memory of a program until Free. The programs of a port share their scratch buffers.
func (p *Port[T]) Load(node *plan.Plan) (plan.Program[T], error) {
	if err := p.checkLive("mpi: Load"); err != nil {
		return nil, err
	}
	if err := p.checkPlan(node); err != nil {
		return nil, err
	}
	counts := node.Counts()
	g := &loadedPlan[T]{port: p, in: node.In, out: node.Out, combines: node.Combines(),
		longestStep: node.LongestStep(), rounds: counts.Rounds,
		movedUnits: counts.Out + counts.In}
	return g.program(1, func() *plan.Plan { return node })
}

// Scaled returns a program of the same plan in which n words replace every word of g's plan.
func (g *program[T]) Scaled(n int) (plan.Program[T], error) {
	if err := g.port.checkLive("mpi: Scaled"); err != nil {
		return nil, err
	}
	n *= g.unit
	if g.longestStep > math.MaxInt32/n {
		return nil,
			fmt.Errorf("mpi: Scaled: a step of %d words, multiplied by %d, would exceed %d words",
				g.longestStep, n, math.MaxInt32)
	}
	return g.loadedPlan.program(n, g.rebuildPlan)
}

// program returns the program in which `unit` words replace every word of the plan. If no program for the
// required order of execution exists yet, it calls the function `node` to get the plan and compiles it.
func (g *loadedPlan[T]) program(unit int, node func() *plan.Plan) (plan.Program[T], error) {
	form, order := &g.inOrder, (*plan.Plan).InOrder
	if g.port.shouldOverlap(g.rounds, g.movedUnits*unit*int(unsafe.Sizeof(*new(T)))) {
		form, order = &g.byDependencies, (*plan.Plan).AsReady
	}
	if err := g.ensureCompiled(form, order, unit, node); err != nil {
		return nil, err
	}
	return &program[T]{g, g.in * unit, g.out * unit, unit, *form}, nil
}

// Programs returns the cache for the programs of procedures on this port.
func (p *Port[T]) Programs() *plan.Cache[T] { return &p.programs }

// shouldOverlap reports whether a plan has several rounds and exceeds the threshold of OverlapFrom.
func (p *port) shouldOverlap(rounds, bytes int) bool { return rounds > 1 && bytes > p.overlapFrom }

// OverlapFrom sets a threshold in bytes. A plan of several rounds runs in dependency order if its messages
// together exceed the threshold. Each step then begins as soon as the steps that it depends on are complete.
// Other plans run in program order. The threshold applies to plans that are loaded afterwards. Processes may
// have different thresholds. The default is 4096.
func (p *port) OverlapFrom(bytes int) { p.overlapFrom = bytes }

// Run executes the plan, in one cgo call if C can apply the operator and no non-blocking operation is active.
//
// If Run fails, it cancels its messages in flight, as Round does. No message writes to the argument `out`
// afterwards. Other ranks may hang because some messages were not sent.
func (g *program[T]) Run(op comm.Op[T], in, out []T) error {
	if err := g.checkBuffers("mpi: Replay", in, out); err != nil {
		return err
	}
	h, inC := op.Handle.(C.reduction)
	if !inC && g.combines || C.tc_active_operations > 0 {
		return g.runAsOperation(op, in, out)
	}
	p := g.port
	code := C.tc_replay(p.c, (*C.char)(unsafe.Pointer(g.c)), C.int64_t(unsafe.Sizeof(*new(T))),
		C.int64_t(g.unit), pointer(in), pointer(out), h.op, h.loop, h.commutes)
	return p.messageError("mpi: Replay", replayFunctionNames[p.c.call], code)
}

// checkBuffers returns an error if the buffers do not have the lengths that the plan requires.
func (g *program[T]) checkBuffers(call string, in, out []T) error {
	if err := g.port.checkLive(call); err != nil {
		return err
	}
	if len(out) != g.out || g.in > 0 && len(in) != g.in {
		return fmt.Errorf("%s: in and out have %d and %d words, want %d and %d", call, len(in), len(out),
			g.in, g.out)
	}
	return nil
}

// runAsOperation executes the plan as a non-blocking operation and waits for it. Meanwhile other operations
// make progress, and operators written in Go can run. The messages have the tags that tc_replay would use.
func (g *program[T]) runAsOperation(op comm.Op[T], in, out []T) error {
	k, err := g.acquireOperation()
	if err != nil {
		return err
	}
	k.op, k.in, k.out = op, in, out
	if err = k.start("mpi: Replay", nil); err == nil {
		err = k.wait("mpi: Replay")
	}
	k.release()
	return err
}

// replayFunctionNames are the MPI functions that tc_replay calls, indexed by port.call.
var replayFunctionNames = [...]string{
	C.CALL_SEND: "MPI_Send", C.CALL_RECV: "MPI_Recv", C.CALL_SENDRECV: "MPI_Sendrecv",
	C.CALL_ISEND: "MPI_Isend", C.CALL_IRECV: "MPI_Irecv", C.CALL_WAIT: "MPI_Wait",
	C.CALL_WAITSOME: "MPI_Waitsome", C.CALL_TESTSOME: "MPI_Testsome", C.CALL_REDUCE: "MPI_Reduce_local",
}

// Bytes returns the size of the plan in C, in bytes. The size does not include the buffers that all programs
// of the port share.
func (g *loadedPlan[T]) Bytes() (n int) {
	for _, form := range []*C.program{g.inOrder, g.byDependencies} {
		if form != nil {
			n += int(C.tc_program_bytes(form))
		}
	}
	return n
}

// Free frees the memory of the plan as soon as no operation uses it.
func (g *loadedPlan[T]) Free() {
	if g.freed = true; g.users > 0 {
		return
	}
	for _, k := range g.idleOperations {
		k.free()
	}
	C.tc_program_free(g.inOrder)
	C.tc_program_free(g.byDependencies)
	g.inOrder, g.byDependencies, g.idleOperations = nil, nil, nil
}
