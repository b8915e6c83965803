//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/topo"
)

// A side is this process under one of its numbers, rank or label, in one operation with blocks of m words: its calls
// without their words, by the rank that is the root.
type side[T number] struct {
	kind     catalog.Kind
	p, m, me int
	calls    []catalog.Args[T]
}

// newSide has the labels of a placement, or ranks for none. A segment is in words; 0 is the algorithm's own choice.
func newSide[T number](m *machine, kind catalog.Kind, words, segment int, placement []int) side[T] {
	number := func(rank int) int { return rank }
	if placement != nil {
		number = func(rank int) int { return slices.Index(placement, rank) }
	}
	s := side[T]{kind: kind, p: m.world.Size, m: words, me: number(m.world.Rank)}
	mesh := m.cfg.Mesh
	if mesh == nil {
		mesh = topo.NearSquare(s.p, 2)
	}
	op := mpi.Sum[T]().Op
	for root := range s.p {
		s.calls = append(s.calls, catalog.Args[T]{
			Root: number(root), Shift: 1 + root%max(1, s.p-1), Op: op, Mesh: mesh, Segment: segment,
		})
	}
	return s
}

// most is how many words a call has of one kind, in or out, whoever the root is.
func (s side[T]) most(of func(p, m, me, root int) int) int {
	return max(of(s.p, s.m, s.me, s.me), of(s.p, s.m, s.me, (s.me+1)%s.p))
}

// args are the next call with a rank as the root, and its result with a cache line more at each end.
func (s side[T]) args(at *places[T], root int) (a catalog.Args[T], guarded []T) {
	a = s.calls[root]
	a.In, _ = at.in.take(s.kind.In(s.p, s.m, s.me, a.Root))
	a.Out, guarded = at.out.take(s.kind.Out(s.p, s.m, s.me, a.Root))
	return a, guarded
}

func (t *trial[T]) side(c contender[T]) side[T] {
	if c.mapped {
		return t.byLabel
	}
	return t.byRank
}

// args are the next call of a contender with a rank as the root.
func (t *trial[T]) args(c contender[T], root int) catalog.Args[T] {
	a, _ := t.side(c).args(&t.at, root)
	return a
}

// anyone is one of those of a block drawn at random, the same on every rank.
func (t *trial[T]) anyone() int { return t.order.IntN(t.calls()) }

// lead begins a block: one call of a contender that is not timed, so that whoever comes first finds everything as a
// call with the same root left it, like all others: with --cache warm the words, and always what the library keeps for
// each direction, which the calls with the root before have not touched.
func (t *trial[T]) lead(i, root int) error {
	c := t.contender(i)
	args := t.args(c, root)
	t.m.usual = t.usual(i)
	if err := t.m.enter(); err != nil {
		return err
	}
	err := c.run(args)
	t.m.beat(0)
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
