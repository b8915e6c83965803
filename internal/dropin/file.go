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
const version = 3

const headBytes = 64

// A writer writes numbers as C reads them, in this machine's byte order. Every object begins at a multiple of
// 8 bytes.
type writer struct{ bytes.Buffer }

func (w *writer) place() int64 {
	for w.Len()%8 != 0 {
		w.WriteByte(0)
	}
	return int64(headBytes + w.Len())
}

func (w *writer) ints(numbers ...int32)  { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }
func (w *writer) longs(numbers ...int64) { binary.Write(&w.Buffer, binary.NativeEndian, numbers) }

// WriteTo writes the file.
func (f *Plans) WriteTo(out io.Writer) (int64, error) {
	w := &writer{}
	places := make([]int64, len(f.sets))
	for i, s := range f.sets {
		at, err := w.plans(s.Template)
		if err != nil {
			return 0, err
		}
		places[i] = at
	}
	sets := w.place()
	for i, s := range f.sets {
		w.set(s, places[i])
	}
	choices := w.place()
	for _, c := range f.sorted() {
		w.ints(int32(c.number()), int32(c.job.Ranks), int32(c.job.Hosts), int32(c.job.Slots))
		w.longs(c.from, c.to)
		w.ints(int32(c.whole), int32(c.rest))
	}
	w.place()
	before, after := &writer{}, &writer{} // the two parts of the head around the checksum of everything else
	before.WriteString("TOPOCOLL")
	before.ints(version, 0x01020304)
	before.longs(int64(headBytes + w.Len()))
	after.longs(sets, choices)
	after.ints(int32(len(f.sets)), int32(len(f.choices)))
	after.longs(0)
	sum := fnv.New64a()
	for _, part := range []*writer{before, after, w} {
		sum.Write(part.Bytes())
	}
	before.longs(int64(sum.Sum64()))
	before.Write(after.Bytes())
	n, err := before.Buffer.WriteTo(out)
	if err != nil {
		return n, err
	}
	body, err := w.Buffer.WriteTo(out)
	return n + body, err
}

func (w *writer) set(s set, plans int64) {
	name := make([]byte, 40)
	copy(name[:len(name)-1], s.Row.ID)
	w.Write(name)
	w.ints(int32(slices.Index(catalog.Collectives(), s.Row.Op)), int32(s.P), int32(s.Units),
		flag(s.Row.Commutative), roots(s.Template), flag(s.whole))
	w.longs(plans)
}

func flag(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

func roots(t *catalog.Template) int32 {
	if t.Row.Op.Rooted() {
		return int32(t.P)
	}
	return 1
}

// plans writes the plans of every root and rank, then the array of their positions.
func (w *writer) plans(t *catalog.Template) (int64, error) {
	var places []int64
	for root := range int(roots(t)) {
		for rank := range t.P {
			p, err := t.Plan(rank, root)
			if err != nil {
				return 0, err
			}
			places = append(places, w.plan(p))
		}
	}
	at := w.place()
	w.longs(places...)
	return at, nil
}

// plan writes one form for program order and one for execution by dependencies.
func (w *writer) plan(p *plan.Plan) int64 {
	n := p.Counts()
	inOrder, asReady := w.code(p.InOrder()), w.code(p.AsReady())
	at := w.place()
	w.longs(inOrder, asReady)
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
