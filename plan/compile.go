package plan

import (
	"unsafe"

	"topocoll/comm"
)

// A Procedure is a body with further arguments, such as a root. Apart from the communicator, the lengths, and whether
// the operator commutes, nothing but the arguments may decide what it does.
type Procedure[A comparable] func(args A, c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error

// Compiled is a procedure whose calls are carried out from plans. A plan is recorded, improved and loaded at the first
// call with its arguments, lengths and communicator, which takes much longer than the call. It belongs to one port; called
// on another one, it begins again.
type Compiled[T any, A comparable] struct {
	// Cut, if set, returns the greatest length in words of a message, or 0 for any length; longer messages are cut. All
	// processes must cut alike.
	Cut func(args A) int
	// Scales, if set, reports whether the procedure, with these arguments, looks at lengths only to divide them in proportion: with
	// n times as many words it does with runs of n words what it does with words, for every n for which all its divisions come out
	// even. Then calls of many lengths share a plan, recorded for few words.
	Scales    func(args A) bool
	procedure Procedure[A]
	known     map[situation[A]]*compiled[T, A]
	templates map[situation[A]]*template[T, A] // by the shortest situation
	last      *compiled[T, A]
	comm      *comm.Comm[T]          // of the last call
	port      comm.Port[T]           // of comm
	loader    Loader[T]              // port, if it is one
	cache     *Cache[T]              // of the loader
	async     Async[T]               // port, if it is one and no loader
	plans     map[situation[A]]*Plan // for async
}

// Compile returns a procedure for words of type T whose calls are carried out from plans.
func Compile[T any, A comparable](procedure Procedure[A]) *Compiled[T, A] {
	return &Compiled[T, A]{procedure: procedure, known: map[situation[A]]*compiled[T, A]{}, templates: map[situation[A]]*template[T, A]{}}
}

// compiled is a plan that is loaded, or was.
type compiled[T any, A comparable] struct {
	situation[A]
	program Program[T]      // nil: it is no longer loaded
	entry   *Entry[T]       // of the program, or of the one that it is scaled from
	after   *compiled[T, A] // the one that was called after it
}

// A situation is all that decides what a procedure does.
type situation[A comparable] struct {
	args        A
	shape       comm.Shape
	in, out     int
	overlap     bool // of input and output; then these are where they begin in the words of both
	inAt, outAt int
	commutative bool
}

// Loads reports whether the port of c is a Loader.
func (p *Compiled[T, A]) Loads(c *comm.Comm[T]) bool {
	if c != p.comm {
		p.of(c)
	}
	return p.loader != nil
}

// of makes the calls those of the port of c, if they have been of another one.
func (p *Compiled[T, A]) of(c *comm.Comm[T]) {
	p.comm = c
	if port := c.Port(); port != p.port {
		p.port, p.last = port, nil
		clear(p.known)
		clear(p.templates)
		if p.loader, _ = port.(Loader[T]); p.loader != nil {
			p.cache = p.loader.Programs()
		}
		p.async, _ = port.(Async[T])
		p.plans = map[situation[A]]*Plan{}
	}
}

// Call does what the procedure does on c, whose port must be a Loader: see Loads. in and out may be the same words, or
// overlap. All processes of c must call the same Compiled, or all the procedure.
func (p *Compiled[T, A]) Call(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) error {
	loaded, words := p.last, out
	if loaded != nil && c == p.comm && loaded.fits(c, &args, op.Commutative, in, out) && c.Err() == nil {
		p.cache.Use(loaded.entry)
	} else {
		var err error
		if loaded, words, err = p.loaded(c, args, op, in, out); err != nil {
			return err
		}
	}
	if err := loaded.program.Run(op, in, words); err != nil {
		return c.Fail(err)
	}
	return nil
}

// fits reports whether a plan is that of a call whose input and output do not overlap. It is what is looked up if the call is like
// the last one, in a third of the time that find takes.
func (l *compiled[T, A]) fits(c *comm.Comm[T], args *A, commutative bool, in, out []T) bool {
	return l.program != nil && !l.overlap && len(in) == l.in && len(out) == l.out && commutative == l.commutative &&
		l.args == *args && c.HasShape(&l.shape) && (len(in) == 0 || len(out) == 0 || apart(in, out))
}

// Load does what the first Call with these arguments does before its messages: it records and loads the plan, and sends
// nothing. The next such Call then takes no longer than all others.
func (p *Compiled[T, A]) Load(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) error {
	_, _, err := p.loaded(c, args, op, in, out)
	return err
}

// loaded returns the plan of a call, and the words that it works on.
func (p *Compiled[T, A]) loaded(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (plan *compiled[T, A], words []T, err error) {
	if err := c.Err(); err != nil {
		return nil, nil, err
	}
	if !p.Loads(c) {
		return nil, nil, comm.Refuse("plan: Call: a %T does not load plans", c.Port())
	}
	s, words := situate(c, args, op, in, out)
	plan, err = p.find(&s)
	return plan, words, err
}

// situate returns the situation of a call, and the words that it works on.
func situate[T any, A comparable](c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (s situation[A], words []T) {
	s = situation[A]{args: args, shape: c.Shape(), in: len(in), out: len(out), commutative: op.Commutative}
	words = union(&s, in, out)
	return s, words
}

// find returns the plan of a situation. The next call is often like the last one, or like the one that came after it
// the last time, when the root goes round.
func (p *Compiled[T, A]) find(s *situation[A]) (*compiled[T, A], error) {
	found := p.last
	if found == nil || found.situation != *s || found.program == nil {
		if found != nil {
			found = found.after
		}
		if found == nil || found.situation != *s || found.program == nil {
			found = p.known[*s]
		}
		if found == nil {
			var err error
			if found, err = p.load(s); err != nil {
				return nil, err
			}
			p.known[*s] = found
		}
		if p.last != nil {
			p.last.after = found
		}
		p.last = found
	}
	p.cache.Use(found.entry)
	return found, nil
}

// forget drops a plan that is no longer loaded.
func (p *Compiled[T, A]) forget(c *compiled[T, A]) {
	c.program = nil
	if p.known[c.situation] == c {
		delete(p.known, c.situation)
	}
	if p.last == c {
		p.last = nil
	}
}

// load loads the plan of a situation: one of several that a template serves, or its own.
func (p *Compiled[T, A]) load(s *situation[A]) (*compiled[T, A], error) {
	if loaded := p.byTemplate(s); loaded != nil {
		return loaded, nil
	}
	node, err := p.prepare(p.loader, s, p.cut(s))
	if err != nil {
		return nil, err
	}
	program, err := p.loader.Load(node)
	if err != nil {
		return nil, err
	}
	loaded := &compiled[T, A]{situation: *s, program: program}
	loaded.entry = p.cache.Add(program, func() { p.forget(loaded) })
	return loaded, nil
}

// cut is the greatest length in words of a message, or 0.
func (p *Compiled[T, A]) cut(s *situation[A]) int {
	if p.Cut == nil {
		return 0
	}
	return p.Cut(s.args)
}

// prepare makes the plan of this process.
func (p *Compiled[T, A]) prepare(port comm.Port[T], s *situation[A], cut int) (*Plan, error) {
	call := Call{Rank: port.Rank(), P: port.Size(), In: s.in, Out: s.out, Commutative: s.commutative}
	if s.overlap {
		call.In, call.Out, call.InPlace = 0, s.both(), true
	}
	return Prepare(call, cut, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		if s.overlap {
			in, out = out[s.inAt:][:s.in:s.in], out[s.outAt:][:s.out:s.out]
		}
		return p.procedure(s.args, comm.Shaped(c, s.shape), op, in, out)
	})
}

// union returns the words from the first to the last word of in and out, if they overlap, and out otherwise. It
// notes where in and out are in them.
func union[T any, A comparable](s *situation[A], in, out []T) []T {
	if len(in) == 0 || len(out) == 0 {
		return out
	}
	if apart(in, out) {
		return out
	}
	i, o, size := address(in), address(out), unsafe.Sizeof(in[0])
	s.overlap = true
	first := out
	if i < o {
		first, s.outAt = in, int((o-i)/size)
	} else {
		s.inAt = int((i - o) / size)
	}
	return unsafe.Slice(unsafe.SliceData(first), s.both())
}

// apart reports whether no word is in both.
func apart[T any](in, out []T) bool {
	i, o, size := address(in), address(out), unsafe.Sizeof(in[0])
	return i >= o+uintptr(len(out))*size || o >= i+uintptr(len(in))*size
}

// both is the number of words of an input and an output that overlap.
func (s *situation[A]) both() int { return max(s.inAt+s.in, s.outAt+s.out) }

func address[T any](x []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }
