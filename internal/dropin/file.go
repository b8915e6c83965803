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

// version is that of the format, which dropin/plans.h describes.
const version = 5

const headBytes = 80

// A writer writes numbers as C reads them, in this machine's byte order. Every object begins at a multiple of
// 8 bytes.
type writer struct {
	bytes.Buffer
	at int64 // position of the buffer in the file, a multiple of 8
}

func (w *writer) place() int64 {
	for w.Len()%8 != 0 {
		w.WriteByte(0)
	}
	return w.at + int64(w.Len())
}

func (w *writer) ints(numbers ...int32)  { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }
func (w *writer) longs(numbers ...int64) { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }

// WriteTo writes the file.
func (f *Plans) WriteTo(out io.Writer) (int64, error) {
	index, plans := &writer{at: headBytes}, &writer{at: headBytes + f.indexBytes()}
	var sizes []int64 // positions of the parts of each size
	places := make([][]int64, len(f.sets))
	byBlocks := make([]bool, len(f.sets))
	for _, p := range f.sizes() {
		parts, err := f.writeParts(plans, p, places, byBlocks)
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
		index.set(s, positions[i], byBlocks[i])
	}
	choicesAt := index.place()
	for _, c := range f.sorted() {
		index.ints(int32(c.number()), int32(c.job.Ranks), int32(c.job.Hosts), int32(c.job.Slots))
		index.longs(c.from, c.to)
		index.ints(int32(c.whole), int32(c.rest), c.uneven, 0)
	}
	sizesAt := index.place()
	for i, p := range f.sizes() {
		index.ints(int32(p), 0)
		index.longs(sizes[i])
	}
	before, after := &writer{}, &writer{} // the two parts of the head around the checksum
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

// sum returns the checksum of some bytes.
func sum(parts ...[]byte) int64 {
	sum := fnv.New64a()
	for _, part := range parts {
		sum.Write(part)
	}
	return int64(sum.Sum64())
}

// sizes returns the numbers of processes that the sets are for, in ascending order.
func (f *Plans) sizes() (sizes []int) {
	for _, s := range f.sets {
		sizes = append(sizes, s.P)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// indexBytes returns the length of the index without the head.
func (f *Plans) indexBytes() (n int64) {
	for _, p := range f.sizes() {
		n += 16 + 32*int64(p) // a size and its parts
	}
	for _, s := range f.sets {
		n += 80 + 8*int64(s.roots())*int64(s.P) // a set and the positions of its plans
	}
	return n + 48*int64(len(f.choices))
}

// writeParts writes the parts of all ranks of p: the plans of every set and root. It sets the positions of
// the plans, by set, root and rank, and which sets are by blocks. It returns the fields of the parts.
func (f *Plans) writeParts(w *writer, p int, places [][]int64, byBlocks []bool) (parts []int64, err error) {
	for rank := range p {
		begin := w.place()
		for i, s := range f.sets {
			if s.P != p {
				continue
			}
			if rank == 0 {
				places[i] = make([]int64, s.roots()*p)
				byBlocks[i] = s.Row.Op == catalog.Allgather
			}
			for root := range s.roots() {
				one, err := s.Plan(rank, root)
				if err != nil {
					return nil, err
				}
				var scratch []int32
				if byBlocks[i] {
					scratch, byBlocks[i] = scratchUnits(one, rank*s.Units)
				}
				places[i][root*p+rank] = w.plan(one, scratch)
			}
		}
		end := w.place()
		parts = append(parts, begin, end-begin, sum(w.Bytes()[begin-w.at:]), 0)
	}
	return parts, nil
}

// scratchUnits returns, for each unit of scratch memory, the unit of the result that it holds. It reports
// whether libtopocoll.so can stretch the plan of an all-gather to blocks of any lengths. This is so if the
// plan writes each unit of the result and of the scratch memory once, and each holds one unit of the result.
// Then the receiver's range determines the content of a message. own is the index of the rank's own block in
// units.
func scratchUnits(p *plan.Plan, own int) (units []int32, found bool) {
	units = slices.Repeat([]int32{-1}, p.Scratch)
	written := map[plan.Buffer][]bool{plan.Out: make([]bool, p.Out), plan.Scratch: make([]bool, p.Scratch)}
	same := func(s plan.Step, k int) bool { // unit k of both ranges of a copy
		from, into := unitAt(s.From, k, own, units), unitAt(s.Into, k, own, units)
		if from < 0 && s.From.Buffer == plan.Scratch {
			units[s.From.At+k] = into
			return true
		}
		if into < 0 && s.Into.Buffer == plan.Scratch {
			units[s.Into.At+k] = from
			return true
		}
		return from == into
	}
	for _, s := range slices.Backward(p.Steps) { // a unit is most often known by its last copy
		if s.Kind == plan.Combine {
			return nil, false
		}
		for k := range s.Into.Len {
			seen := written[s.Into.Buffer]
			if seen == nil || seen[s.Into.At+k] || (s.Kind == plan.Copy && !same(s, k)) {
				return nil, false
			}
			seen[s.Into.At+k] = true
		}
	}
	return units, !slices.Contains(units, -1)
}

// unitAt returns which unit of the result unit k of a range holds, or -1.
func unitAt(r plan.Range, k, own int, scratch []int32) int32 {
	switch r.Buffer {
	case plan.In:
		return int32(own + r.At + k)
	case plan.Out:
		return int32(r.At + k)
	}
	return scratch[r.At+k]
}

func (w *writer) set(s set, plans int64, byBlocks bool) {
	name := make([]byte, 40)
	copy(name[:len(name)-1], s.Row.ID)
	w.Write(name)
	w.ints(int32(slices.Index(catalog.Collectives(), s.Row.Op)), int32(s.P), int32(s.Units),
		flag(s.Row.Commutative), int32(s.roots()), flag(s.whole), flag(byBlocks), 0)
	w.longs(plans)
}

func flag(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// roots returns how many roots a set has plans for. On many processes, plans for all of them would be too
// long.
func (s set) roots() int {
	if s.Row.Op.Rooted() && s.P <= AllSizes {
		return s.P
	}
	return 1
}

// plan writes one form for program order and one for execution by dependencies, and the units of
// scratchUnits.
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
