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

// program carries a plan out, with units of some words in place of the words of the plan.
type program[T comm.Number] struct {
	*code[T]
	in, out int        // words
	unit    int        // words
	c       *C.program // the form of the code that Run carries out
}

// Load returns the program of a valid plan of this process, see plan.Job.Validate. A run of it is one cgo call, and
// allocates nothing. Its steps are done in program order or, see OverlapFrom, by their dependencies. The memory of a
// program is C's: Free gives it back. The buffers that a run needs besides belong to the port, and are as large as the largest
// of its programs wants. It is a plan.Scaler.
func (p *Port[T]) Load(node *plan.Plan) (plan.Program[T], error) {
	if err := p.world.live("mpi: Load"); err != nil {
		return nil, err
	}
	if err := p.check(node); err != nil {
		return nil, err
	}
	counts := node.Counts()
	g := &code[T]{port: p, in: node.In, out: node.Out, combines: node.Combines(), longest: node.LongestStep(), rounds: counts.Rounds,
		moved: counts.Out + counts.In}
	return g.program(1, func() *plan.Plan { return node })
}

// Scaled returns the program with a run of n words in place of every word.
func (g *program[T]) Scaled(n int) (plan.Program[T], error) {
	if err := g.port.world.live("mpi: Scaled"); err != nil {
		return nil, err
	}
	n *= g.unit
	if g.longest > math.MaxInt32/n {
		return nil, fmt.Errorf("mpi: Scaled: a step of %d words, each of them %d times, want at most %d words", g.longest, n, math.MaxInt32)
	}
	return g.code.program(n, g.steps)
}

// program returns the program for units of so many words, of a code whose steps are those of node.
func (g *code[T]) program(unit int, node func() *plan.Plan) (plan.Program[T], error) {
	form, order := &g.inOrder, (*plan.Plan).InOrder
	if g.port.overlaps(g.rounds, g.moved*unit*int(unsafe.Sizeof(*new(T)))) {
		form, order = &g.asReady, (*plan.Plan).AsReady
	}
	if err := g.make(form, order, unit, node); err != nil {
		return nil, err
	}
	return &program[T]{g, g.in * unit, g.out * unit, unit, *form}, nil
}

// Programs returns the programs that the procedures have on this port.
func (p *Port[T]) Programs() *plan.Cache[T] { return &p.programs }

// overlaps reports whether a message can be under way while the node waits for one of an earlier communication step,
// and there are enough bytes to gain from it.
func (p *port) overlaps(rounds, bytes int) bool { return rounds > 1 && bytes > p.overlapFrom }

// OverlapFrom lets the plans that are loaded from now on begin every step as soon as those that it depends on are
// complete if their messages have more than this number of bytes together, instead of in program order. The processes
// may differ. At first it is 4096.
func (p *port) OverlapFrom(bytes int) { p.overlapFrom = bytes }

// Run carries the plan out once: one cgo call, if C has the operator and no call is under way that was started. If it fails, its other
// messages are taken back as far as MPI can, as those of Round are: nothing is received into in and out any more. The other ranks may
// wait for what was not sent.
func (g *program[T]) Run(op comm.Op[T], in, out []T) error {
	if err := g.fits("mpi: Replay", in, out); err != nil {
		return err
	}
	h, inC := op.Handle.(C.reduction)
	if !inC && g.combines || C.tc_active_operations > 0 {
		return g.runWithOthers(op, in, out)
	}
	p := g.port
	code := C.tc_replay(p.c, (*C.char)(unsafe.Pointer(g.c)), C.int64_t(unsafe.Sizeof(*new(T))), C.int64_t(g.unit), pointer(in), pointer(out), h.op, h.loop, h.commutes)
	return p.result("mpi: Replay", functions[p.c.call], code)
}

// fits refuses buffers that are not those of the plan.
func (g *program[T]) fits(call string, in, out []T) error {
	if err := g.port.world.live(call); err != nil {
		return err
	}
	if len(out) != g.out || g.in > 0 && len(in) != g.in {
		return fmt.Errorf("%s: in and out have %d and %d words, want %d and %d", call, len(in), len(out), g.in, g.out)
	}
	return nil
}

// runWithOthers carries the plan out with its own memory, so that the calls under way go on meanwhile, and Go can combine. Its
// messages are those of Run.
func (g *program[T]) runWithOthers(op comm.Op[T], in, out []T) error {
	k, err := g.take()
	if err != nil {
		return err
	}
	k.op, k.in, k.out = op, in, out
	if err = k.start("mpi: Replay", nil); err == nil {
		err = k.wait("mpi: Replay")
	}
	k.giveBack()
	return err
}

// The MPI functions that a replay calls, by the numbers of C.
var functions = [...]string{C.CALL_SEND: "MPI_Send", C.CALL_RECV: "MPI_Recv", C.CALL_ISEND: "MPI_Isend",
	C.CALL_IRECV: "MPI_Irecv", C.CALL_WAIT: "MPI_Wait", C.CALL_WAITSOME: "MPI_Waitsome", C.CALL_TESTSOME: "MPI_Testsome", C.CALL_REDUCE: "MPI_Reduce_local"}

// Bytes returns the memory of the code, without what it shares with the others of its port.
func (g *code[T]) Bytes() (n int) {
	for _, form := range []*C.program{g.inOrder, g.asReady} {
		if form != nil {
			n += int(C.tc_program_bytes(form))
		}
	}
	return n
}

// Free gives the memory back, once no started call needs it any more.
func (g *code[T]) Free() {
	if g.freed = true; g.users > 0 {
		return
	}
	for _, k := range g.idle {
		k.free()
	}
	C.tc_program_free(g.inOrder)
	C.tc_program_free(g.asReady)
	g.inOrder, g.asReady, g.idle = nil, nil, nil
}
