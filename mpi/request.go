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

// request is what the user has of a call.
type request[T comm.Number] struct {
	*call[T]      // nil: the request is freed
	stays    bool // the request can be started again
}

// Init returns a request that can be started any number of times: see plan.Request. in and out belong to it while it is under way.
func (g *program[T]) Init(op comm.Op[T], in, out []T) (plan.Request, error) {
	if err := g.fits("mpi: Init", in, out); err != nil {
		return nil, err
	}
	k, err := g.take()
	if err != nil {
		return nil, err
	}
	k.op, k.in, k.out = op, in, out
	return &request[T]{k, true}, nil
}

// Start begins a run: see plan.Request.
func (g *program[T]) Start(op comm.Op[T], in, out []T) (plan.Request, error) {
	r, err := g.Init(op, in, out)
	if err != nil {
		return nil, err
	}
	if err := r.Start(); err != nil {
		return nil, errors.Join(err, r.Free())
	}
	r.(*request[T]).stays = false
	return r, nil
}

// Start begins the call again.
func (r *request[T]) Start() error {
	switch {
	case r.call == nil || r.c == nil:
		return errors.New("mpi: Start: the request is over or freed, want one of Init")
	case r.active:
		return errors.New("mpi: Start: the request is under way, want one that is waited for")
	}
	numbers, err := r.program.port.world.numbered("mpi: Start")
	if err != nil {
		return err
	}
	return r.call.start("mpi: Start", numbers)
}

// Test lets all started calls of the process go on, and reports whether this one is over.
func (r *request[T]) Test() (over bool, err error) {
	if r.call == nil || !r.active {
		return true, nil
	}
	if err := r.program.port.world.live("mpi: Test"); err != nil {
		return true, err
	}
	if over, err = r.call.test(); over {
		r.ended()
	}
	return over, err
}

// Wait waits until the call is over, and lets all started calls of the process go on meanwhile.
func (r *request[T]) Wait() error {
	if r.call == nil || !r.active {
		return nil
	}
	if err := r.program.port.world.live("mpi: Wait"); err != nil {
		return err
	}
	err := r.call.wait("mpi: Wait")
	r.ended()
	return err
}

// ended gives the memory of a call back that is not started again.
func (r *request[T]) ended() {
	if !r.stays {
		r.free()
	}
}

// Free gives the memory of a request back that is not under way.
func (r *request[T]) Free() error {
	if r.call == nil || r.c == nil {
		return nil
	}
	if r.active {
		return errors.New("mpi: Free: the request is under way, want one that is waited for")
	}
	r.free()
	return nil
}

func (r *request[T]) free() {
	k := r.call
	r.call = nil
	k.giveBack()
}

// call is the memory of a run of a program that goes on over several calls of C.
type call[T comm.Number] struct {
	program *program[T]
	c       *C.operation
	handle  cgo.Handle // of this call; C has it too
	pins    runtime.Pinner
	op      comm.Op[T]
	in, out []T
	active  bool
}

// take returns a call that is not in use.
func (g *program[T]) take() (*call[T], error) {
	if n := len(g.idle); n > 0 {
		k := g.idle[n-1]
		g.idle = g.idle[:n-1]
		g.users++
		k.program = g
		return k, nil
	}
	if err := g.makeReady(g.unit); err != nil {
		return nil, err
	}
	k := &call[T]{program: g}
	k.handle = cgo.NewHandle(k)
	k.c = C.tc_operation_new(g.port.c, g.asReady, C.int64_t(unsafe.Sizeof(*new(T))), C.uintptr_t(k.handle))
	if k.c == nil {
		k.handle.Delete()
		return nil, fmt.Errorf("mpi: Start: no memory for a plan of %d steps", int(g.asReady.steps))
	}
	g.users++
	return k, nil
}

// giveBack ends the use of a call that is over.
func (k *call[T]) giveBack() {
	g := k.program
	k.op, k.in, k.out = comm.Op[T]{}, nil, nil
	g.users--
	g.idle = append(g.idle, k)
	if g.freed && g.users == 0 {
		g.Free()
	}
}

// start begins the call. numbers is nil if it is waited for at once.
func (k *call[T]) start(what string, numbers *C.tag_sequence) error {
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
	code := C.tc_operation_start(k.c, numbers, C.int64_t(k.program.unit), pointer(k.in), pointer(k.out), h.op, h.loop, h.commutes, inGo)
	switch code {
	case C.NO_MEMORY:
		k.pins.Unpin()
		return fmt.Errorf("%s: no memory for a call on %d words", what, len(k.out))
	case C.NO_TAGS:
		k.pins.Unpin()
		return fmt.Errorf("%s: more than %d messages to or from process %d would be under way, want earlier calls waited for",
			what, uint64(numbers.mask)+1, p.c.peer)
	}
	k.active = true
	return nil
}

// wait waits until the call is over. Its error is that of what names.
func (k *call[T]) wait(what string) error {
	for {
		code := C.tc_operation_wait(k.c)
		if code != C.NEEDS_GO {
			return k.over(what, code)
		}
		combine()
	}
}

// test lets all calls go on, and reports whether this one is over.
func (k *call[T]) test() (over bool, err error) {
	var is C.int
	for {
		code := C.tc_operation_test(k.c, &is)
		switch {
		case is != 0:
			return true, k.over("mpi: Test", code)
		case code != C.NEEDS_GO:
			k.program.port.mayRest()
			return false, nil
		}
		combine()
	}
}

// over gives the words back to who owns them.
func (k *call[T]) over(what string, code C.int) error {
	p := k.program.port
	k.pins.Unpin()
	k.active = false
	return p.result(what, functions[p.c.call], code)
}

// free gives the memory back. The messages of a call that is not over are taken back, as far as MPI can.
func (k *call[T]) free() {
	if k.c == nil {
		return
	}
	C.tc_operation_free(k.c)
	k.pins.Unpin()
	k.handle.Delete()
	k.c = nil
}

// abandon frees a call that may be under way, of a port that ends.
func (k *call[T]) abandon() {
	k.free()
	k.program.users = 0
}

// abandon frees the calls of a port.
func (p *port) abandon() {
	for s := C.tc_first_operation(p.c); s != nil; s = C.tc_first_operation(p.c) {
		cgo.Handle(C.tc_operation_handle(s)).Value().(interface{ abandon() }).abandon()
	}
}

// combine does what C wants Go to do for calls under way.
func combine() {
	for s := C.tc_waiting_for_go(); s != nil; s = C.tc_waiting_for_go() {
		cgo.Handle(C.tc_operation_handle(s)).Value().(interface{ combine() }).combine()
		C.tc_combine_done(s)
	}
}

func (k *call[T]) combine() {
	o := C.tc_combine_order(k.c)
	words := func(at *C.char) []T { return unsafe.Slice((*T)(unsafe.Pointer(at)), int(o.words)) }
	k.op.Apply(words(o.into), words(o.from), words(o.with))
}
