package plan

import (
	"unsafe"

	"topocoll/comm"
)

// A Procedure is a Body with additional arguments, such as a root. Its behaviour may depend only on the
// communicator, the lengths, whether the operator commutes, and the additional arguments.
type Procedure[A comparable] func(args A, c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error

// Compiled is a compiled procedure: each call executes a recorded plan instead of the procedure itself. The
// first call with given arguments, lengths and communicator records, optimizes and loads a plan, which takes
// much longer than executing it. A call on another port discards all plans.
type Compiled[T any, A comparable] struct {
	// Segment, if set, returns the maximum length of a message in words, or 0 for any length. Longer messages
	// are split into segments. It must return the same value in all processes.
	Segment func(args A) int
	// Scales, if set, reports whether the procedure, with these arguments, uses the lengths only to divide them
	// in fixed proportions. Calls of many lengths then share a plan that was recorded for a few words.
	Scales    func(args A) bool
	procedure Procedure[A]
	cached    map[planKey[A]]*loadedCall[T, A]
	templates map[planKey[A]]*template[T, A] // keys have lengths and positions divided by their gcd
	last      *loadedCall[T, A]
	comm      *comm.Comm[T] // communicator of the last call
	port      comm.Port[T]
	loader    Loader[T] // port as a Loader, or nil
	cache     *Cache[T]
	async     Async[T]             // port as an Async, or nil
	plans     map[planKey[A]]*Plan // plans for calls on async
}

// maxAsyncPlans limits the number of plans that a Compiled keeps for calls on an Async.
const maxAsyncPlans = 1024

// Compile returns a compiled procedure for words of type T. Its calls execute recorded plans instead of the
// procedure itself.
func Compile[T any, A comparable](procedure Procedure[A]) *Compiled[T, A] {
	return &Compiled[T, A]{procedure: procedure, cached: map[planKey[A]]*loadedCall[T, A]{},
		templates: map[planKey[A]]*template[T, A]{}}
}

// A loadedCall is a loaded plan. All calls with the same key use it. Its field `program` is nil after the
// cache or the template has discarded the program.
type loadedCall[T any, A comparable] struct {
	planKey[A]
	Bound[T]
	successor *loadedCall[T, A] // the call that last followed this one
}

// newLoadedCall returns a loadedCall without a cache entry. The caller must set the entry.
func (p *Compiled[T, A]) newLoadedCall(s *planKey[A], program Program[T]) *loadedCall[T, A] {
	bound := Bound[T]{program: program, cache: p.cache, in: s.in, out: s.out, inPlace: s.overlap}
	if s.overlap && (s.inAt != s.outAt || s.in != s.out) {
		bound.in = -1
	}
	return &loadedCall[T, A]{planKey: *s, Bound: bound}
}

// A Bound is the loaded plan of a call with given arguments and lengths. A call through a Bound needs no
// lookup of the plan.
type Bound[T any] struct {
	program Program[T] // nil if it has been freed
	entry   *Entry[T]  // cache entry of the program, or of the template from which it is scaled
	cache   *Cache[T]
	in, out int  // lengths in words; `in` is -1 if input and output overlap partially
	inPlace bool // input and output are the same slice
}

// Fits reports whether Run can execute a call with these buffers. The plan must still be in the cache, and
// the lengths must be the same as in the call to Bind. If `in` and `out` were the same slice in that call,
// they must be the same slice again. Otherwise they must not overlap. b may be nil.
func (b *Bound[T]) Fits(in, out []T) bool {
	return b != nil && b.program != nil && len(in) == b.in && len(out) == b.out &&
		(len(in) == 0 || len(out) == 0 || b.inPlace && address(in) == address(out) ||
			!b.inPlace && disjoint(in, out))
}

// Run executes the plan on c, the communicator that was passed to Bind. c must have no error. Fits must
// return true for the buffers.
func (b *Bound[T]) Run(c *comm.Comm[T], op comm.Op[T], in, out []T) error {
	b.cache.Use(b.entry)
	if err := b.program.Run(op, in, out); err != nil {
		return c.Fail(err)
	}
	return nil
}

// A planKey is the cache key of a plan. It contains everything that the behaviour of a procedure depends on.
type planKey[A comparable] struct {
	args        A
	shape       comm.Shape
	in, out     int
	overlap     bool // input and output overlap; inAt and outAt are their positions in the union of the two
	inAt, outAt int
	commutative bool
}

// Loads reports whether the port of c is a Loader.
func (p *Compiled[T, A]) Loads(c *comm.Comm[T]) bool {
	if c != p.comm {
		p.setPort(c)
	}
	return p.loader != nil
}

// setPort records c and its port. If the port has changed, it discards all plans.
func (p *Compiled[T, A]) setPort(c *comm.Comm[T]) {
	p.comm = c
	if port := c.Port(); port != p.port {
		p.port, p.last = port, nil
		clear(p.cached)
		clear(p.templates)
		if p.loader, _ = port.(Loader[T]); p.loader != nil {
			p.cache = p.loader.Programs()
		}
		p.async, _ = port.(Async[T])
		p.plans = map[planKey[A]]*Plan{}
	}
}

// Call executes the procedure on c, whose port must be a Loader (see Loads). `in` and `out` may overlap. All
// processes of c must make this call in the same way: through a Compiled, or by calling the procedure itself.
func (p *Compiled[T, A]) Call(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) error {
	loaded, words := p.last, out
	if loaded == nil || c != p.comm || c.Err() != nil ||
		!loaded.fits(c, &args, op.Commutative, in, out) {
		var err error
		if loaded, words, err = p.loadCall(c, args, op, in, out); err != nil {
			return err
		}
	}
	return loaded.Run(c, op, in, words)
}

// fits reports whether a plan can execute a call. If the call has the same arguments as the previous one,
// fits takes a third of the time that find takes.
func (l *loadedCall[T, A]) fits(c *comm.Comm[T], args *A, commutative bool, in, out []T) bool {
	return commutative == l.commutative && l.args == *args && c.HasShape(&l.shape) && l.Fits(in, out)
}

// Bind returns the plan of a call, and the slice that this call must pass to Run as `out`. It records and
// loads the plan if necessary, and sends nothing. A later call that Fits accepts passes its own `out` to Run.
func (p *Compiled[T, A]) Bind(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (bound *Bound[T],
	words []T, err error) {
	loaded, words, err := p.loadCall(c, args, op, in, out)
	if err != nil {
		return nil, nil, err
	}
	return &loaded.Bound, words, nil
}

// loadCall returns the plan of a call, and the slice to pass to its program as `out`.
func (p *Compiled[T, A]) loadCall(c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (
	loaded *loadedCall[T, A], words []T, err error) {
	if err := c.Err(); err != nil {
		return nil, nil, err
	}
	if !p.Loads(c) {
		return nil, nil, comm.Refuse("plan: Call: the port %T does not load plans", c.Port())
	}
	s, words := newPlanKey(c, args, op, in, out)
	loaded, err = p.find(&s)
	return loaded, words, err
}

// newPlanKey returns the key of a call's plan, and the slice to pass to its program as `out`.
func newPlanKey[T any, A comparable](c *comm.Comm[T], args A, op comm.Op[T], in, out []T) (s planKey[A],
	words []T) {
	s = planKey[A]{args: args, shape: c.Shape(), in: len(in), out: len(out), commutative: op.Commutative}
	words = union(&s, in, out)
	return s, words
}

// find returns the plan for a key. It first tries the plan of the last call, then the successor of that plan.
// If the root rotates, the successor is the right plan.
func (p *Compiled[T, A]) find(s *planKey[A]) (*loadedCall[T, A], error) {
	found := p.last
	if found == nil || found.planKey != *s || found.program == nil {
		if found != nil {
			found = found.successor
		}
		if found == nil || found.planKey != *s || found.program == nil {
			found = p.cached[*s]
		}
		if found == nil {
			var err error
			if found, err = p.load(s); err != nil {
				return nil, err
			}
			p.cached[*s] = found
		}
		if p.last != nil {
			p.last.successor = found
		}
		p.last = found
	}
	p.cache.Use(found.entry)
	return found, nil
}

func (p *Compiled[T, A]) removeFreed(c *loadedCall[T, A]) {
	c.program = nil
	if p.cached[c.planKey] == c {
		delete(p.cached, c.planKey)
	}
	if p.last == c {
		p.last = nil
	}
}

// Free frees the plans of all calls. A later call records its plan again. Requests remain valid.
func (p *Compiled[T, A]) Free() {
	for _, cached := range p.cached {
		p.cache.free(cached.entry) // this calls p.removeFreed
	}
	for _, t := range p.templates {
		if t.program != nil {
			p.cache.free(t.entry)
		}
	}
	clear(p.templates)
	clear(p.plans)
}

// load loads the plan for a key. If possible, it scales the plan of a template. If not, it records a plan.
func (p *Compiled[T, A]) load(s *planKey[A]) (*loadedCall[T, A], error) {
	if loaded := p.scaledPlan(s); loaded != nil {
		return loaded, nil
	}
	node, err := p.prepare(p.loader, s, p.segmentSize(s))
	if err != nil {
		return nil, err
	}
	program, err := p.loader.Load(node)
	if err != nil {
		return nil, err
	}
	loaded := p.newLoadedCall(s, program)
	loaded.entry = p.cache.Add(program, func() { p.removeFreed(loaded) })
	return loaded, nil
}

// segmentSize returns the maximum length of a message in words; 0 means any length.
func (p *Compiled[T, A]) segmentSize(s *planKey[A]) int {
	if p.Segment == nil {
		return 0
	}
	return p.Segment(s.args)
}

// prepare records and optimizes the plan of this process.
func (p *Compiled[T, A]) prepare(port comm.Port[T], s *planKey[A], segment int) (*Plan, error) {
	call := Call{Rank: port.Rank(), P: port.Size(), In: s.in, Out: s.out, Commutative: s.commutative}
	if s.overlap {
		call.In, call.Out, call.InPlace = 0, s.unionLength(), true
	}
	return Prepare(call, segment, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		if s.overlap {
			in, out = out[s.inAt:][:s.in:s.in], out[s.outAt:][:s.out:s.out]
		}
		return p.procedure(s.args, comm.Shaped(c, s.shape), op, in, out)
	})
}

// union returns the smallest slice that contains `in` and `out` if they overlap, and otherwise `out`. For
// overlapping slices, it sets overlap, inAt and outAt of s.
func union[T any, A comparable](s *planKey[A], in, out []T) []T {
	if len(in) == 0 || len(out) == 0 {
		return out
	}
	if disjoint(in, out) {
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
	return unsafe.Slice(unsafe.SliceData(first), s.unionLength())
}

func disjoint[T any](in, out []T) bool {
	i, o, size := address(in), address(out), unsafe.Sizeof(in[0])
	return i >= o+uintptr(len(out))*size || o >= i+uintptr(len(in))*size
}

// unionLength returns the length of the slice that union returns for overlapping buffers.
func (s *planKey[A]) unionLength() int { return max(s.inAt+s.in, s.outAt+s.out) }

func address[T any](x []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }
