//go:build cgo

package mpi

import (
	"errors"

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
