package dropin

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"io"
	"slices"

	"topocoll/catalog"
	"topocoll/plan"
)

// version is the version of the file format, which dropin/plans.h describes.
const version = 6

const headBytes = 80

// A writer writes numbers in this machine's byte order, so that C code can read them directly. Every object
// begins at a multiple of 8 bytes.
type writer struct {
	bytes.Buffer
	at int64 // position of the buffer's first byte in the file, a multiple of 8
}

func (w *writer) place() int64 {
	for w.Len()%8 != 0 {
		w.WriteByte(0)
	}
	return w.at + int64(w.Len())
}

func (w *writer) ints(numbers ...int32)  { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }
func (w *writer) longs(numbers ...int64) { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }

// WriteTo writes the plan file to out.
func (f *Plans) WriteTo(out io.Writer) (int64, error) {
	index, plans := &writer{at: headBytes}, &writer{at: headBytes + f.indexBytes()}
	var sizes []int64 // for each process count, the position of its list of parts
	places := make([][]int64, len(f.sets))
	for _, p := range f.sizes() {
		parts, err := f.writeParts(plans, p, places)
		if err != nil {
			return 0, err
		}
		sizes = append(sizes, index.place())
		index.longs(parts...)
	}
	positions := make([]int64, len(f.sets))
	for i, list := range places {
		positions[i] = index.place()
		index.longs(list...)
	}
	setsAt := index.place()
	for i, s := range f.sets {
		index.set(s, positions[i])
	}
	choicesAt := index.place()
	for _, c := range f.sorted() {
		index.ints(int32(c.number()), int32(c.job.Ranks), int32(c.job.Hosts), int32(c.job.Slots))
		index.longs(c.from, c.to)
		index.ints(int32(c.whole), int32(c.rest), c.uneven, c.exchangedFrom)
	}
	sizesAt := index.place()
	for i, p := range f.sizes() {
		index.ints(int32(p), 0)
		index.longs(sizes[i])
	}
	before, after := &writer{}, &writer{} // the parts of the head before and after the checksum
	before.WriteString("TOPOCOLL")
	before.ints(version, 0x01020304)
	before.longs(plans.place(), index.place())
	after.longs(setsAt, choicesAt, sizesAt)
	after.ints(int32(len(f.sets)), int32(len(f.choices)), int32(len(sizes)), 0)
	before.longs(sum(before.Bytes(), after.Bytes(), index.Bytes()))
	var n int64
	for _, part := range []*writer{before, after, index, plans} {
		written, err := part.Buffer.WriteTo(out)
		n += written
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// sum returns the checksum of the given byte slices, one after the other.
func sum(parts ...[]byte) int64 {
	sum := fnv.New64a()
	for _, part := range parts {
		sum.Write(part)
	}
	return int64(sum.Sum64())
}

// sizes returns the process counts for which there are sets, in ascending order.
func (f *Plans) sizes() (sizes []int) {
	for _, s := range f.sets {
		sizes = append(sizes, s.P)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// indexBytes returns the length of the file's index in bytes, without the head.
func (f *Plans) indexBytes() (n int64) {
	for _, p := range f.sizes() {
		n += 16 + 32*int64(p) // an entry for p processes, and one for each of their parts
	}
	for _, s := range f.sets {
		n += 80 + 8*int64(s.roots())*int64(s.P) // a set, and the positions of its plans
	}
	return n + 48*int64(len(f.choices))
}

// writeParts writes one part of the file for each of p ranks. A part contains the rank's plans for every root
// of every set for p ranks. writeParts stores the positions of the plans in `places`, indexed by set, and
// then by root and rank. It returns four fields for each part: position, length, checksum and 0.
func (f *Plans) writeParts(w *writer, p int, places [][]int64) (parts []int64, err error) {
	for rank := range p {
		begin := w.place()
		for i, s := range f.sets {
			if s.P != p {
				continue
			}
			if rank == 0 {
				places[i] = make([]int64, s.roots()*p)
			}
			for root := range s.roots() {
				one, err := s.plan(rank, root)
				if err != nil {
					return nil, err
				}
				var scratch []int32
				if s.scratch != nil {
					scratch = s.scratch[root][rank]
				}
				places[i][root*p+rank] = w.plan(one, scratch)
			}
		}
		end := w.place()
		parts = append(parts, begin, end-begin, sum(w.Bytes()[begin-w.at:]), 0)
	}
	return parts, nil
}

func (w *writer) set(s set, plans int64) {
	name := make([]byte, 40)
	copy(name[:len(name)-1], s.Row.ID)
	w.Write(name)
	w.ints(int32(slices.Index(catalog.Collectives(), s.Row.Op)), int32(s.P), int32(s.Units),
		flag(s.Row.Commutative), int32(s.roots()), flag(s.whole), flag(s.scratch != nil), int32(s.stretched))
	w.longs(plans)
}

func flag(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// roots returns the number of roots for which a set has plans. For more than AllSizes processes it is 1,
// because plans for all roots would take up too much space.
func (s set) roots() int {
	if s.Row.Op.Rooted() && s.P <= AllSizes {
		return s.P
	}
	return 1
}

// plan writes two forms of a plan: one for program order and one for dependency order. It also writes the
// argument `scratch`, which lists the unit that each unit of scratch memory holds. It returns the position of
// the plan.
func (w *writer) plan(p *plan.Plan, scratch []int32) int64 {
	n := p.Counts()
	inOrder, asReady := w.code(p.InOrder()), w.code(p.AsReady())
	scratchAt := w.place()
	w.ints(scratch...)
	at := w.place()
	w.longs(inOrder, asReady, scratchAt)
	w.ints(int32(p.In), int32(p.Out), int32(p.Scratch), int32(n.In+n.Out), int32(n.Rounds), 0)
	return at
}

func (w *writer) code(c *plan.Code) int64 {
	order, messages := c.Order, 0
	if order == nil {
		order = &plan.Order{}
	}
	for _, s := range c.Steps {
		if s.Message() {
			messages++
		}
	}
	at := w.place()
	w.ints(int32(len(c.Steps)), int32(messages), int32(c.Temporary), flag(c.Order != nil),
		int32(len(order.Next)), int32(len(order.Begin)))
	for i, s := range c.Steps {
		w.ints(int32(s.Kind), int32(s.Peer), int32(s.Number), c.Messages[i], c.Overlapped[i],
			int32(s.Words()))
		for _, r := range []plan.Range{s.From, s.With, s.Into} {
			w.ints(int32(r.Buffer), int32(r.At))
		}
	}
	for _, numbers := range [][]int32{order.Waits, order.First, order.Next, order.Limit, order.Begin} {
		w.ints(numbers...)
	}
	return at
}
