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

// version is the version of the file format, which dropin/plans/plans.h describes.
const version = 7

const headerBytes = 80

// A writer writes numbers in this machine's byte order, so that C code can read them directly. Every object
// begins at a multiple of 8 bytes.
type writer struct {
	bytes.Buffer
	fileOffset int64 // position of the buffer's first byte in the file, a multiple of 8
}

// alignedPosition pads the buffer to a multiple of 8 bytes, and returns the position in the file.
func (w *writer) alignedPosition() int64 {
	for w.Len()%8 != 0 {
		w.WriteByte(0)
	}
	return w.fileOffset + int64(w.Len())
}

func (w *writer) ints(numbers ...int32)  { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }
func (w *writer) longs(numbers ...int64) { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }

// WriteTo writes the plan file to the writer `out`.
func (f *Plans) WriteTo(out io.Writer) (int64, error) {
	index, plans := &writer{fileOffset: headerBytes}, &writer{fileOffset: headerBytes + f.indexBytes()}
	var sizes []int64 // for each process count, the position of its list of parts
	planPositions := make([][]int64, len(f.sets))
	for _, p := range f.processCounts() {
		parts, err := f.writeParts(plans, p, planPositions)
		if err != nil {
			return 0, err
		}
		sizes = append(sizes, index.alignedPosition())
		index.longs(parts...)
	}
	positions := make([]int64, len(f.sets))
	for i, list := range planPositions {
		positions[i] = index.alignedPosition()
		index.longs(list...)
	}
	setsAt := index.alignedPosition()
	for i, s := range f.sets {
		index.writeSet(s, positions[i])
	}
	choicesAt := index.alignedPosition()
	for _, c := range f.sortedChoices() {
		index.ints(int32(c.operationIndex()), int32(c.job.Ranks), int32(c.job.Hosts), int32(c.job.Slots))
		index.longs(c.from, c.to)
		index.ints(int32(c.wholeSet), int32(c.restSet), c.maxUneven, c.minExchanged)
	}
	sizesAt := index.alignedPosition()
	for i, p := range f.processCounts() {
		index.ints(int32(p), 0)
		index.longs(sizes[i])
	}
	before, after := &writer{}, &writer{} // the parts of the head before and after the checksum
	before.WriteString("TOPOCOLL")
	before.ints(version, 0x01020304)
	before.longs(plans.alignedPosition(), index.alignedPosition())
	after.longs(setsAt, choicesAt, sizesAt)
	after.ints(int32(len(f.sets)), int32(len(f.choices)), int32(len(sizes)), 0)
	before.longs(checksum(before.Bytes(), after.Bytes(), index.Bytes()))
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

// checksum returns the FNV-1a hash of the byte slices, one after the other.
func checksum(parts ...[]byte) int64 {
	sum := fnv.New64a()
	for _, part := range parts {
		sum.Write(part)
	}
	return int64(sum.Sum64())
}

// processCounts returns the numbers of processes for which there are sets, in ascending order.
func (f *Plans) processCounts() (sizes []int) {
	for _, s := range f.sets {
		sizes = append(sizes, s.P)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// indexBytes returns the length of the file's index in bytes, without the head.
func (f *Plans) indexBytes() (n int64) {
	for _, p := range f.processCounts() {
		n += 16 + 32*int64(p) // an entry for p processes, and one for each of their parts
	}
	for _, s := range f.sets {
		n += 88 + 8*int64(s.rootCount())*int64(s.P) // a set, and the positions of its plans
	}
	return n + 48*int64(len(f.choices))
}

// writeParts writes one part of the file for each of p ranks. The part contains the rank's plans for every
// root of every set. writeParts stores the position of each plan in planPositions, indexed by set, and then
// by root and rank. It returns the fields of a plans_part for each part: the position, the length, the
// checksum, and 0 for is_loaded.
func (f *Plans) writeParts(w *writer, p int, planPositions [][]int64) (parts []int64, err error) {
	for rank := range p {
		begin := w.alignedPosition()
		for i, s := range f.sets {
			if s.P != p {
				continue
			}
			if rank == 0 {
				planPositions[i] = make([]int64, s.rootCount()*p)
			}
			for root := range s.rootCount() {
				rankPlan, err := s.plan(rank, root)
				if err != nil {
					return nil, err
				}
				var scratch []int32
				if s.scratch != nil {
					scratch = s.scratch[root][rank]
				}
				planPositions[i][root*p+rank] = w.writePlan(rankPlan, scratch)
				for _, step := range rankPlan.Steps {
					if step.Kind != plan.Copy { // the others have counts of MPI
						f.sets[i].longestMessage = max(f.sets[i].longestMessage, step.Words())
					}
				}
			}
		}
		end := w.alignedPosition()
		parts = append(parts, begin, end-begin, checksum(w.Bytes()[begin-w.fileOffset:]), 0)
	}
	return parts, nil
}

func (w *writer) writeSet(s planSet, plans int64) {
	name := make([]byte, 40)
	copy(name[:len(name)-1], s.Row.ID)
	w.Write(name)
	w.ints(int32(slices.Index(catalog.Collectives(), s.Row.Op)), int32(s.P), int32(s.Units),
		boolToInt(s.Row.Commutative), int32(s.rootCount()), boolToInt(s.forWholeUnits),
		boolToInt(s.scratch != nil), int32(s.stretched), int32(s.longestMessage), 0)
	w.longs(plans)
}

func boolToInt(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// rootCount returns the number of roots for which a set has plans. For more than AllSizes processes it is 1,
// because plans for all roots would take up too much space.
func (s planSet) rootCount() int {
	if s.Row.Op.Rooted() && s.P <= AllSizes {
		return s.P
	}
	return 1
}

// writePlan writes a plan in program order and in dependency order, and returns the position of the plan.
// Unit i of the scratch memory holds unit scratch[i] of the blocks.
func (w *writer) writePlan(p *plan.Plan, scratch []int32) int64 {
	n := p.Counts()
	inOrder, asReady := w.writeCode(p.InOrder()), w.writeCode(p.AsReady())
	scratchAt := w.alignedPosition()
	w.ints(scratch...)
	at := w.alignedPosition()
	w.longs(inOrder, asReady, scratchAt)
	w.ints(int32(p.In), int32(p.Out), int32(p.Scratch), int32(n.In+n.Out), int32(n.Rounds), 0)
	return at
}

func (w *writer) writeCode(c *plan.Code) int64 {
	order, messages := c.Order, 0
	if order == nil {
		order = &plan.Order{}
	}
	for _, s := range c.Steps {
		if s.Message() {
			messages++
		}
	}
	at := w.alignedPosition()
	w.ints(int32(len(c.Steps)), int32(messages), int32(c.Temporary), boolToInt(c.Order != nil),
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
