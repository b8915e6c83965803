package plan

import (
	"unsafe"

	"topocoll/comm"
)

// A Key names a call of a procedure. Calls with the same Key, the same communicator, the same lengths of input and
// output, and operators that both commute or both do not, must send the same messages.
type Key struct {
	Name string  // of the procedure
	Args [12]int // its other arguments: root, extents, ...
	Cut  int     // messages longer than this number of words are cut; 0: none
}

// full is a Key with all that Replay knows of a call besides.
type full struct {
	Key
	shape       comm.Shape
	in, out     int
	overlap     bool // of input and output; then these are where they begin in the words of both
	inAt, outAt int
	commutative bool
}

// A Replayer carries out calls of procedures from plans. It remembers the last calls, so that the next such call finds
// its program at once. The zero value is ready. It belongs to one port.
type Replayer[T any] struct {
	recent [8]*entry[T]
}

// Run does what body does on c, from a plan. At the first call with a key the plan is recorded, improved and loaded; that
// takes memory and much longer than the call. The port of c must be a Loader. in and out may be the same words, or overlap.
// body is not called if the program is there, so nothing but key may decide what it does.
//
// All processes of c must use Run for this call, or none.
func (r *Replayer[T]) Run(c *comm.Comm[T], key Key, op comm.Op[T], in, out []T, body Body) error {
	if err := c.Err(); err != nil {
		return err
	}
	k := full{Key: key, shape: c.Shape(), in: len(in), out: len(out), commutative: op.Commutative}
	words := union(&k, in, out)
	port := c.Port().(Loader[T])
	slot := &r.recent[(key.Args[0]+key.Args[1]+key.Args[2])&7]
	e := *slot
	if e != nil && e.program != nil && e.key == k {
		port.Programs().use(e)
	} else if e = port.Programs().find(k); e == nil {
		var err error
		if e, err = load(port, k, body); err != nil {
			return err
		}
	}
	*slot = e
	if err := e.program.Run(op, in, words); err != nil {
		return c.Fail(err)
	}
	return nil
}

// load records, improves and loads the plan of this process.
func load[T any](port Loader[T], k full, body Body) (*entry[T], error) {
	call := Call{Rank: port.Rank(), P: port.Size(), In: k.in, Out: k.out, Commutative: k.commutative}
	if k.overlap {
		call.In, call.Out, call.InPlace = 0, k.both(), true
	}
	p, err := Record(call, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		if k.overlap {
			in, out = out[k.inAt:][:k.in:k.in], out[k.outAt:][:k.out:k.out]
		}
		return body(comm.Shaped(c, k.shape), op, in, out)
	})
	if err != nil {
		return nil, err
	}
	program, err := port.Load(p.Improve(Passes{Fuse: true, Segment: k.Cut}))
	if err != nil {
		return nil, err
	}
	return port.Programs().add(k, program), nil
}

// union returns the words from the first to the last word of in and out, if they overlap, and out otherwise. It
// notes where in and out are in them.
func union[T any](k *full, in, out []T) []T {
	if len(in) == 0 || len(out) == 0 {
		return out
	}
	i, o, size := address(in), address(out), unsafe.Sizeof(in[0])
	if i >= o+uintptr(len(out))*size || o >= i+uintptr(len(in))*size {
		return out
	}
	k.overlap = true
	first := out
	if i < o {
		first, k.outAt = in, int((o-i)/size)
	} else {
		k.inAt = int((i - o) / size)
	}
	return unsafe.Slice(unsafe.SliceData(first), k.both())
}

// both is the number of words of an input and an output that overlap.
func (k *full) both() int { return max(k.inAt+k.in, k.outAt+k.out) }

func address[T any](x []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }
