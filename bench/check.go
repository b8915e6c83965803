//go:build cgo

package bench

import (
	"fmt"
	"slices"
	"sort"

	"topocoll/catalog"
	"topocoll/topo"
)

// line is the number of words in a cache line.
func line[T number]() int { return cacheLine / sizeOf[T]() }

const poison = 77 // the value of guards: no word, nor a sum of few words, has it

func overwritten[T number](guard T) bool { return guard != poison }

// word is word j of the input of a rank.
func (s side[T]) word(rank, j int) T { return T(s.operator.word(rank, j)) }

// check runs one contender in the next slot, whose result it has filled with poison, and compares every word of the
// result with the definition of the operation. Exscan leaves the result of rank 0 undefined. The cache lines before and
// after the result are guards, which must not change.
func (s side[T]) check(c contender[T], at *lanes[T], root int) (failure string, err error) {
	a, guarded := s.args(at, root)
	for j := range guarded {
		guarded[j] = poison
	}
	for j := range a.In {
		a.In[j] = s.word(s.me, j)
	}
	if s.coll == catalog.Bcast && s.me == a.Root {
		for j := range a.Out {
			a.Out[j] = s.word(s.me, j)
		}
	}
	if err := c.run(a); err != nil {
		return "", fmt.Errorf("%s: %w", c.name, err)
	}
	for j, got := range a.Out {
		if want, defined := s.want(a, j); defined && got != want {
			return fmt.Sprintf("%s: rank %d has %v at word %d of %d, want %v", c.name, s.me, got, j, len(a.Out), want), nil
		}
	}
	before, after := guarded[:line[T]()], guarded[line[T]()+len(a.Out):]
	if slices.ContainsFunc(before, overwritten) || slices.ContainsFunc(after, overwritten) {
		return fmt.Sprintf("%s: rank %d wrote outside its result", c.name, s.me), nil
	}
	for j, got := range a.In {
		if got != s.word(s.me, j) {
			return fmt.Sprintf("%s: rank %d changed its input at word %d", c.name, s.me, j), nil
		}
	}
	return "", nil
}

// want returns word j of this rank's result by the definition of the operation.
func (s side[T]) want(a catalog.Args[T], j int) (value T, defined bool) {
	switch s.coll {
	case catalog.Bcast:
		return s.word(a.Root, j), true
	case catalog.Reduce, catalog.Allreduce:
		return s.over(0, s.p, j), true
	case catalog.ReduceScatter:
		return s.over(0, s.p, s.counts.Sent(s.p, s.m, s.me).Start(s.me)+j), true
	case catalog.Scan:
		return s.over(0, s.me+1, j), true
	case catalog.Exscan:
		return s.over(0, s.me, j), s.me > 0
	case catalog.Allgather, catalog.Gather:
		return s.word(s.from(j)), true
	case catalog.Scatter:
		return s.word(a.Root, s.counts.Sent(s.p, s.m, a.Root).Start(s.me)+j), true
	case catalog.Alltoall:
		from, i := s.from(j)
		return s.word(from, s.counts.Sent(s.p, s.m, from).Start(s.me)+i), true
	case catalog.Shift:
		return s.word(topo.Mod(s.me-a.Shift, s.p), j), true
	}
	return 0, false
}

// from returns the rank whose block of the result has word j, and which word of the block it is.
func (s side[T]) from(j int) (rank, i int) {
	if s.counts == nil {
		return j / max(1, s.m), j % max(1, s.m)
	}
	blocks := s.counts.Received(s.p, s.m, s.me)
	rank = sort.Search(s.p, func(rank int) bool { return blocks.Start(rank+1) > j })
	return rank, j - blocks.Start(rank)
}

// over returns word j of the ranks first to end-1, combined.
func (s side[T]) over(first, end, j int) T { return T(s.operator.over(first, end, j)) }
