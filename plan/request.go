package plan

import (
	"topocoll/comm"
)

// A Request is a non-blocking or persistent call. Several requests of a port may be active at once, and they
// may complete in any order.
//
// From Start until Test or Wait has reported completion, do not change the input and the output, and do not
// read the output. Processes that take part in the same calls must start them in the same order, as MPI
// requires for the calls on a communicator. They may test and wait for them in any order.
//
// A call progresses only while the process executes Start, Test or Wait of any request, or a compiled call on
// the same port. Other blocking functions, such as the port's Send or a collective of the MPI library, make
// no progress on the call. A process that waits in such a function may therefore delay the other processes.
//
// A request that neither Wait nor Test has completed keeps its memory, its input and its output until its
// port is freed. World.Finalize of package mpi returns an error while a call is active.
type Request interface {
	// Start begins the call and executes every step that need not wait for a message. A request that Init
	// returned can be started again when it is complete; other requests cannot.
	Start() error
	// Test makes progress on all active calls, and reports whether this call is complete or inactive. If so,
	// err is the error of the call.
	Test() (over bool, err error)
	// Wait waits until the call is complete, and returns its error. If the call is not active, Wait returns
	// immediately.
	Wait() error
	// Free releases the memory of a request that Init returned. The request must not be active. Other requests
	// free themselves at completion.
	Free() error
}

// Start begins a non-blocking call and returns its Request. The port of c must be a Loader or an Async. Start
// allocates a small amount of memory. The messages of the call never match messages of other calls. If the
// call fails, Wait or Test returns the error, but c does not record it. Do not use c after such an error.
func (p *Compiled[T, A]) Start(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (Request, error) {
	if p.Loads(c) {
		loaded, words, err := p.loadCall(c, args, op, in, out)
		if err != nil {
			return nil, err
		}
		r, err := loaded.program.Start(op, in, words)
		p.cache.updateBytes(loaded.entry)
		return r, err
	}
	r, err := p.Init(c, args, op, in, out)
	if err == nil {
		err = r.Start()
	}
	return r, err
}

// Init returns a request for a persistent call, as MPI_Bcast_init does. Each Start of the request begins the
// call with the current content of `in` and `out`, and allocates nothing. Init sends nothing, so the
// processes need not call it in the same order.
func (p *Compiled[T, A]) Init(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (Request, error) {
	if p.Loads(c) {
		loaded, words, err := p.loadCall(c, args, op, in, out)
		if err != nil {
			return nil, err
		}
		r, err := loaded.program.Init(op, in, words)
		p.cache.updateBytes(loaded.entry)
		return r, err
	}
	switch {
	case c.Err() != nil:
		return nil, c.Err()
	case p.async == nil:
		return nil, comm.Refuse("plan: Start: the port %T does not support non-blocking calls", c.Port())
	}
	s, words := newPlanKey(c, args, op, in, out)
	node := p.plans[s]
	if node == nil {
		var err error
		if node, err = p.prepare(c.Port(), &s, p.segmentSize(&s)); err != nil {
			return nil, err
		}
		if len(p.plans) == maxAsyncPlans {
			clear(p.plans) // requests keep their own plans
		}
		p.plans[s] = node
	}
	return Init(p.async, node, op, in, words)
}
