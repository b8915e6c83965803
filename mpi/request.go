package mpi

// #cgo nocallback tc_operation_start
// #cgo noescape tc_operation_test
// #cgo nocallback tc_operation_test
// #cgo nocallback tc_operation_wait
// #include "operation.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/cgo"
	"unsafe"

	"topocoll/comm"
	"topocoll/plan"
)

// A request is the plan.Request of a non-blocking or persistent operation.
type request[T any] struct {
	*operation[T]      // nil: the request has been freed
	persistent    bool // the request can be started again
}

// Init returns a persistent request: see plan.Request. An active request owns `in` and `out`.
func (g *program[T]) Init(op comm.Op[T], in, out []T) (plan.Request, error) {
	if err := g.checkBuffers("mpi: Init", in, out); err != nil {
		return nil, err
	}
	k, err := g.acquireOperation()
	if err != nil {
		return nil, err
	}
	k.op, k.in, k.out = op, in, out
	return &request[T]{k, true}, nil
}

// Start starts a non-blocking execution of the plan: see plan.Request.
func (g *program[T]) Start(op comm.Op[T], in, out []T) (plan.Request, error) {
	r, err := g.Init(op, in, out)
	if err != nil {
		return nil, err
	}
	if err := r.Start(); err != nil {
		return nil, errors.Join(err, r.Free())
	}
	r.(*request[T]).persistent = false
	return r, nil
}

// Start starts a persistent request.
func (r *request[T]) Start() error {
	switch {
	case r.operation == nil || r.c == nil:
		return errors.New("mpi: Start: the request has ended or was freed; create a new request with Init")
	case r.active:
		return errors.New("mpi: Start: the request is still active; call Wait first")
	}
	numbers, err := r.program.port.world.tagSequence("mpi: Start")
	if err != nil {
		return err
	}
	return r.operation.start("mpi: Start", numbers)
}

// Test makes progress on all active operations of the process, and reports whether the request is complete.
func (r *request[T]) Test() (over bool, err error) {
	if r.operation == nil || !r.active {
		return true, nil
	}
	if err := r.program.port.checkLive("mpi: Test"); err != nil {
		return true, err
	}
	if over, err = r.operation.test(); over {
		r.freeUnlessPersistent()
	}
	return over, err
}

// Wait returns when the operation is complete. It makes progress on all active operations.
func (r *request[T]) Wait() error {
	if r.operation == nil || !r.active {
		return nil
	}
	if err := r.program.port.checkLive("mpi: Wait"); err != nil {
		return err
	}
	err := r.operation.wait("mpi: Wait")
	r.freeUnlessPersistent()
	return err
}

func (r *request[T]) freeUnlessPersistent() {
	if !r.persistent {
		r.free()
	}
}

// Free frees the memory of a request that is not active.
func (r *request[T]) Free() error {
	if r.operation == nil || r.c == nil {
		return nil
	}
	if r.active {
		return errors.New("mpi: Free: the request is still active; call Wait first")
	}
	r.free()
	return nil
}

func (r *request[T]) free() {
	k := r.operation
	r.operation = nil
	k.release()
}

// An operation executes a program in several calls to C. All programs of a loadedPlan reuse its operations.
type operation[T any] struct {
	program *program[T]
	c       *C.operation
	handle  cgo.Handle // the handle that C returns for this operation
	pins    runtime.Pinner
	op      comm.Op[T]
	in, out []T
	active  bool
}

// acquireOperation returns an idle operation of the plan, or a new one.
func (g *program[T]) acquireOperation() (*operation[T], error) {
	if n := len(g.idleOperations); n > 0 {
		k := g.idleOperations[n-1]
		g.idleOperations = g.idleOperations[:n-1]
		g.users++
		k.program = g
		return k, nil
	}
	if err := g.ensureCompiledByDependencies(g.unit); err != nil {
		return nil, err
	}
	k := &operation[T]{program: g}
	k.handle = cgo.NewHandle(k)
	k.c = C.tc_operation_new(g.port.c, g.byDependencies, C.int64_t(unsafe.Sizeof(*new(T))),
		C.uintptr_t(k.handle))
	if k.c == nil {
		k.handle.Delete()
		return nil, fmt.Errorf("mpi: Start: no memory for a plan of %d steps", int(g.byDependencies.steps))
	}
	g.users++
	return k, nil
}

// release makes an inactive operation available to later calls. If Free has been called in the meantime, the
// last release frees the plan.
func (k *operation[T]) release() {
	g := k.program
	k.op, k.in, k.out = comm.Op[T]{}, nil, nil
	g.users--
	g.idleOperations = append(g.idleOperations, k)
	if g.freed && g.users == 0 {
		g.Free()
	}
}

// start starts the operation. If `numbers` is nil, the caller must call wait next. The text of every error
// begins with `what`.
func (k *operation[T]) start(what string, numbers *C.tag_sequence) error {
	p := k.program.port
	h, inC := k.op.Handle.(C.reduction)
	inGo := C.int(0)
	if !inC && k.program.combines {
		if k.op.Apply == nil {
			return errors.New(what + ": the operator has no function to apply")
		}
		inGo = 1
	}
	k.pins.Pin(unsafe.SliceData(k.in))
	k.pins.Pin(unsafe.SliceData(k.out))
	code := C.tc_operation_start(k.c, numbers, C.int64_t(k.program.unit), pointer(k.in), pointer(k.out), h.op,
		h.loop, h.commutes, inGo)
	switch code {
	case C.NO_MEMORY:
		k.pins.Unpin()
		return fmt.Errorf("%s: no memory for a call on %d words", what, len(k.out))
	case C.NO_TAGS:
		k.pins.Unpin()
		return fmt.Errorf("%s: more than %d messages to or from process %d would be in flight; call Wait "+
			"for earlier requests first",
			what, uint64(numbers.mask)+1, p.c.peer)
	}
	k.active = true
	return nil
}

// wait returns when the operation is complete. The text of every error begins with `what`.
func (k *operation[T]) wait(what string) error {
	for {
		code := C.tc_operation_wait(k.c)
		if code != C.NEEDS_GO {
			return k.finish(what, code)
		}
		runPendingCombinations()
	}
}

// test makes progress on all active operations, and reports whether k is complete.
func (k *operation[T]) test() (over bool, err error) {
	var completed C.int
	for {
		code := C.tc_operation_test(k.c, &completed)
		switch {
		case completed != 0:
			return true, k.finish("mpi: Test", code)
		case code != C.NEEDS_GO:
			k.program.port.yieldOccasionally()
			return false, nil
		}
		runPendingCombinations()
	}
}

// finish releases the caller's buffers and returns the operation's error.
func (k *operation[T]) finish(what string, code C.int) error {
	p := k.program.port
	k.pins.Unpin()
	k.active = false
	return p.messageError(what, replayFunctionNames[p.c.call], code)
}

// free frees the memory of the operation. If the operation is active, free cancels its messages.
func (k *operation[T]) free() {
	if k.c == nil {
		return
	}
	C.tc_operation_free(k.c)
	k.pins.Unpin()
	k.handle.Delete()
	k.c = nil
}

// freeWithPort frees an operation together with its port. The operation may be active.
func (k *operation[T]) freeWithPort() {
	k.free()
	k.program.users = 0
}

func (p *port) freeOperations() {
	for s := C.tc_first_operation(p.c); s != nil; s = C.tc_first_operation(p.c) {
		cgo.Handle(C.tc_operation_handle(s)).Value().(interface{ freeWithPort() }).freeWithPort()
	}
}

// runPendingCombinations carries out all pending combinations whose operator is a Go function.
func runPendingCombinations() {
	for s := C.tc_waiting_for_go(); s != nil; s = C.tc_waiting_for_go() {
		cgo.Handle(C.tc_operation_handle(s)).Value().(interface{ combine() }).combine()
		C.tc_combine_done(s)
	}
}

func (k *operation[T]) combine() {
	o := C.tc_combine_order(k.c)
	words := func(at *C.char) []T { return unsafe.Slice((*T)(unsafe.Pointer(at)), int(o.words)) }
	k.op.Apply(words(o.into), words(o.from), words(o.with))
}
