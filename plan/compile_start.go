package plan

import "topocoll/comm"

// Starts reports whether calls on c can be started: whether its port is an Async, or a Loader whose programs are Starters, as that of
// package mpi is.
func (p *Compiled[T, A]) Starts(c *comm.Comm[T]) bool { return p.Loads(c) || p.async != nil }

// Start begins what Call does, and returns while it goes on: see Request. It allocates a few words. The messages of the call do not
// meet those of other calls. An error of the call is that of Wait or Test; unlike that of Call the communicator does not keep it. Whoever
// has started a call should use c no more after its error.
func (p *Compiled[T, A]) Start(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (Request, error) {
	if p.Loads(c) {
		program, words, err := p.starter(c, args, op, in, out)
		if err != nil {
			return nil, err
		}
		r, err := program.Start(op, in, words)
		p.cache.count(p.last.entry)
		return r, err
	}
	r, err := p.Init(c, args, op, in, out)
	if err == nil {
		err = r.Start()
	}
	return r, err
}

// Init returns a request for a call with these arguments, which is not begun yet: a persistent call, as of MPI_Bcast_init. Each Start
// of it begins the call on what is in the words of in and out then, and allocates nothing. It sends nothing, so the processes need
// not call it in the same order.
func (p *Compiled[T, A]) Init(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (Request, error) {
	if p.Loads(c) {
		program, words, err := p.starter(c, args, op, in, out)
		if err != nil {
			return nil, err
		}
		r, err := program.Init(op, in, words)
		p.cache.count(p.last.entry)
		return r, err
	}
	switch {
	case c.Err() != nil:
		return nil, c.Err()
	case p.async == nil:
		return nil, comm.Refuse("plan: Start: a %T does not start calls", c.Port())
	}
	s, words := situate(c, args, op, in, out)
	node := p.plans[s]
	if node == nil {
		var err error
		if node, err = p.prepare(c.Port(), &s, p.cut(&s)); err != nil {
			return nil, err
		}
		p.plans[s] = node
	}
	return p.async.Started().init(p.async, node, op, in, words)
}

// starter returns the program of a call.
func (p *Compiled[T, A]) starter(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (Starter[T], []T, error) {
	loaded, words, err := p.loaded(c, args, op, in, out)
	if err != nil {
		return nil, nil, err
	}
	program, ok := loaded.program.(Starter[T])
	if !ok {
		return nil, nil, comm.Refuse("plan: Start: a %T does not start calls", c.Port())
	}
	return program, words, nil
}
