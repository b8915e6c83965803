//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// A side is this process under one numbering, by rank or by label, in one operation with blocks of m words, or of counts if there are. calls
// has the arguments, without the words, for each rank as the root.
type side[T number] struct {
	coll     catalog.Collective
	operator operator
	p, m, me int
	counts   *catalog.Counts
	calls    []catalog.Args[T]
}

// newSide uses the labels of a placement, or the ranks if it is nil. A segment is in words; 0 leaves the choice to the
// algorithm.
func newSide[T number](m *measurer, coll catalog.Collective, words, segment int, placement []int) side[T] {
	s := side[T]{coll: coll, operator: operatorOf(m.cfg.Operator), p: m.world.Size, m: words, me: labelOf(placement, m.world.Rank)}
	s.counts = m.cfg.Counts.Counts(coll, s.p, words)
	mesh := m.cfg.Mesh
	if mesh == nil {
		mesh = topo.NearSquare(s.p, 2)
	}
	network, op := m.packed(placement), opOf[T](m.cfg.Operator)
	for root := range s.p {
		s.calls = append(s.calls, catalog.Args[T]{
			Root: labelOf(placement, root), Shift: 1 + root%max(1, s.p-1), Op: op, Mesh: mesh, Network: network, Segment: segment, Counts: s.counts,
		})
	}
	return s
}

// labelOf returns the label of a rank in a placement, or the rank if it is nil.
func labelOf(placement []int, rank int) int {
	if placement == nil {
		return rank
	}
	return slices.Index(placement, rank)
}

// recording is a call of one of our procedures with the given rank as the root.
func (s side[T]) recording(id string, root int) recording {
	row, _ := catalog.Find[byte](id)
	a := s.calls[root]
	return recording{row, s.p, s.m, catalog.Args[byte]{Root: a.Root, Shift: a.Shift, Mesh: a.Mesh, Network: a.Network, Segment: a.Segment, Counts: s.counts}}
}

// in and out are the words of input and of result of a call.
func (s side[T]) in(root int) int  { return s.counts.In(s.coll, s.p, s.m, s.me, root) }
func (s side[T]) out(root int) int { return s.counts.Out(s.coll, s.p, s.m, s.me, root) }

// most is the largest number of words, of input or of result, that a call has for any root.
func (s side[T]) most(of func(root int) int) int { return max(of(s.me), of((s.me+1)%s.p)) }

// args returns the next call with the given rank as the root, and its result with a cache line more at each end.
func (s side[T]) args(at *lanes[T], root int) (a catalog.Args[T], guarded []T) {
	a = s.calls[root]
	a.In, _ = at.in.take(s.in(a.Root))
	a.Out, guarded = at.out.take(s.out(a.Root))
	return a, guarded
}

// like returns a call that is like any other with the given rank as the root, but takes no slot.
func (s side[T]) like(at *lanes[T], root int) catalog.Args[T] {
	a := s.calls[root]
	a.In = at.in.words[:s.in(a.Root)]
	a.Out = at.out.words[:s.out(a.Root)]
	return a
}

// side returns the side of a contender.
func (t *trial[T]) side(c contender[T]) side[T] {
	if c.mapped {
		return t.byLabel
	}
	return t.byRank
}

// args returns the next call of a contender with the given rank as the root.
func (t *trial[T]) args(c contender[T], root int) catalog.Args[T] {
	a, _ := t.side(c).args(&t.at, root)
	return a
}

// anyone draws the number of one of the calls of a repetition, the same on every rank.
func (t *trial[T]) anyone() int { return t.in[t.order.IntN(len(t.in))] }

// lead begins a repetition with a call that is not timed. After it, the first timed call finds the same state as all others,
// that after a call with the same root: with --cache warm the words in the caches, and always the library's own data
// for each direction, which the calls with the previous root did not touch.
func (t *trial[T]) lead(i, root int) error {
	c := t.contender(i)
	args := t.args(c, root)
	t.m.usual = t.usual(i)
	if err := t.m.enter(); err != nil {
		return err
	}
	err := c.call(args)
	t.m.beat(0)
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
