package mpi

// #cgo noescape tc_replay
// #cgo nocallback tc_replay
// #include "combine.h"
// #include "started.h"
import "C"

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"topocoll/comm"
	"topocoll/plan"
)

// program is a plan in the form in which C carries it out.
type program[T comm.Number] struct {
	port     *Port[T]
	in, out  int // words
	combines bool
	c        *C.program

	ready *C.program // by dependencies, for calls that are started; nil: not made yet
	idle  []*call[T]
	users int  // calls in use
	freed bool // by its cache; the last user frees it
}

// Load returns the program of a valid plan of this process, see plan.Job.Validate. A run of it is one cgo call, and
// allocates nothing. Its steps are done in program order or, see OverlapFrom, by their dependencies. The memory of a
// program is C's: Free gives it back. The buffers that a run needs besides belong to the port, and are as large as the largest
// of its programs wants.
func (p *Port[T]) Load(node *plan.Plan) (plan.Program[T], error) {
	if err := p.world.live("mpi: Load"); err != nil {
		return nil, err
	}
	code := node.InOrder()
	if p.overlaps(node.Counts(), int(unsafe.Sizeof(*new(T)))) {
		code = node.AsReady()
	}
	if err := p.check(code.Plan); err != nil {
		return nil, err
	}
	g := &program[T]{port: p, in: node.In, out: node.Out, combines: node.Combines()}
	var err error
	g.c, err = g.compile(code)
	return g, err
}

// Programs returns the programs that the procedures have on this port.
func (p *Port[T]) Programs() *plan.Cache[T] { return &p.programs }

// check refuses what MPI's numbers cannot hold.
func (p *port) check(node *plan.Plan) error {
	for i, s := range node.Steps {
		switch {
		case s.Words() > math.MaxInt32 && s.Kind != plan.Copy:
			return fmt.Errorf("mpi: Load: step %d: %v has %d words, want at most %d", i, s, s.Words(), math.MaxInt32)
		case s.Message() && uint(s.Peer) >= uint(p.Size()):
			return fmt.Errorf("mpi: Load: step %d: %v, want 0..%d", i, s, p.Size()-1)
		case s.Message() && s.Number > p.maxTag:
			return fmt.Errorf("mpi: Load: step %d: %v is message %d, want at most %d", i, s, s.Number, p.maxTag)
		}
	}
	return nil
}

// compile makes the program of C.
func (g *program[T]) compile(code *plan.Code) (*C.program, error) {
	messages, edges, ordered := 0, 0, C.int(0)
	for _, s := range code.Steps {
		if s.Message() {
			messages++
		}
	}
	if code.Order != nil {
		edges, ordered = len(code.Order.Next), 1
	}
	n, size := len(code.Steps), C.int64_t(unsafe.Sizeof(*new(T)))
	c := C.tc_program(g.port.c, C.int(n), C.int(edges), C.int(messages), C.int64_t(code.Scratch), C.int64_t(code.Temporary), size, ordered)
	if c == nil {
		return nil, fmt.Errorf("mpi: Load: no memory for a plan of %d steps", n)
	}
	steps := unsafe.Slice(c.step, n)
	for i, s := range code.Steps {
		steps[i] = C.step{kind: C.int(s.Kind), peer: C.int(s.Peer), tag: C.FIRST_TAG + C.int(s.Number),
			messages: C.int(code.Messages[i]), overlapped: C.int(code.Overlapped[i]),
			words: C.int64_t(s.Words()), from: address(s.From), with: address(s.With), into: address(s.Into)}
	}
	if o := code.Order; o != nil {
		fill(c.waits, o.Waits)
		fill(c.left, o.Waits)
		fill(c.first, o.First)
		fill(c.next, o.Next)
		fill(c.limit, o.Limit)
		fill(c.begin, o.Begin)
		c.begins = C.int(len(o.Begin))
	}
	return c, nil
}

// fill copies numbers to memory of C.
func fill(to *C.int, numbers []int32) {
	for i, n := range numbers {
		unsafe.Slice(to, len(numbers))[i] = C.int(n)
	}
}

func address(r plan.Range) C.address { return C.address{at: C.int64_t(r.At), buffer: C.int(r.Buffer)} }

// overlaps reports whether a message can be under way while the node waits for one of an earlier communication step,
// and there are enough words, of so many bytes, to gain from it.
func (p *port) overlaps(n plan.Counts, size int) bool {
	return n.Rounds > 1 && (n.Out+n.In)*size > p.overlapFrom
}

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
	if !inC && g.combines || C.tc_under_way > 0 {
		return g.runWithOthers(op, in, out)
	}
	p := g.port
	code := C.tc_replay(p.c, (*C.char)(unsafe.Pointer(g.c)), C.int64_t(unsafe.Sizeof(*new(T))), 1, pointer(in), pointer(out), h.op, h.loop, h.commutes)
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

// Bytes returns the memory of the program, without what it shares with the others of its port.
func (g *program[T]) Bytes() int {
	n := int(C.tc_program_bytes(g.c))
	if g.ready != nil && g.ready != g.c {
		n += int(C.tc_program_bytes(g.ready))
	}
	return n
}

// Free gives the memory back, once no started call needs it any more.
func (g *program[T]) Free() {
	if g.freed = true; g.users > 0 {
		return
	}
	for _, k := range g.idle {
		k.free()
	}
	if g.ready != g.c {
		C.tc_program_free(g.ready)
	}
	C.tc_program_free(g.c)
	g.c, g.ready, g.idle = nil, nil, nil
}

// loopOf is the index of the loop of a predefined operator for words of T, or -1.
func loopOf[T comm.Number](name string) C.int {
	op, known := map[string]C.int{"sum": C.OP_SUM, "prod": C.OP_PROD, "max": C.OP_MAX, "min": C.OP_MIN}[name]
	if !known {
		return -1
	}
	types := map[reflect.Kind]C.int{reflect.Uint8: C.TYPE_UINT8, reflect.Int32: C.TYPE_INT32, reflect.Int64: C.TYPE_INT64,
		reflect.Uint32: C.TYPE_UINT32, reflect.Uint64: C.TYPE_UINT64, reflect.Float32: C.TYPE_FLOAT, reflect.Float64: C.TYPE_DOUBLE,
		reflect.Complex128: C.TYPE_COMPLEX}
	return op*C.COMBINE_TYPES + types[reflect.TypeFor[T]().Kind()]
}
