//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// number is the types of the words of a benchmark.
type number interface{ ~float64 | ~uint8 }

// line is the number of words in a cache line.
func line[T number]() int { return cacheLine / sizeOf[T]() }

const poison = 77 // the value of guards: no word, nor a sum of few words, has it

func overwritten[T number](guard T) bool { return guard != poison }

// word is word j of the input of a rank. Words are small, so that sums are exact in every type.
func word[T number](rank, j int) T { return T((rank*7 + j*3) % period) }

// period is the number of ranks after which the words repeat: so many consecutive ranks have the words 0 to period-1,
// in some order.
const period = 5

func sizeOf[T number]() int {
	if _, isByte := any(*new(T)).(uint8); isByte {
		return 1
	}
	return 8
}

// check runs one contender on the next place, whose result it has filled with poison, and compares every word of the
// result with the definition of the operation. Exscan leaves the result of rank 0 undefined. The cache lines before and
// after the result are guards, which must not change.
func (s side[T]) check(c contender[T], at *places[T], root int) (failure string, err error) {
	a, guarded := s.args(at, root)
	for j := range guarded {
		guarded[j] = poison
	}
	for j := range a.In {
		a.In[j] = word[T](s.me, j)
	}
	if s.coll == catalog.Bcast && s.me == a.Root {
		for j := range a.Out {
			a.Out[j] = word[T](s.me, j)
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
		if got != word[T](s.me, j) {
			return fmt.Sprintf("%s: rank %d changed its input at word %d", c.name, s.me, j), nil
		}
	}
	return "", nil
}

// want returns word j of this rank's result by the definition of the operation.
func (s side[T]) want(a catalog.Args[T], j int) (value T, defined bool) {
	m := max(1, s.m)
	switch s.coll {
	case catalog.Bcast:
		return word[T](a.Root, j), true
	case catalog.Reduce, catalog.Allreduce:
		return s.sum(0, s.p, j), true
	case catalog.ReduceScatter:
		return s.sum(0, s.p, s.me*m+j), true
	case catalog.Scan:
		return s.sum(0, s.me+1, j), true
	case catalog.Exscan:
		return s.sum(0, s.me, j), s.me > 0
	case catalog.Allgather, catalog.Gather:
		return word[T](j/m, j%m), true
	case catalog.Scatter:
		return word[T](a.Root, s.me*m+j), true
	case catalog.Alltoall:
		return word[T](j/m, s.me*m+j%m), true
	case catalog.Shift:
		return word[T](topo.Mod(s.me-a.Shift, s.p), j), true
	}
	return 0, false
}

// sum returns the sum of word j over the ranks first to end-1.
func (s side[T]) sum(first, end, j int) T {
	total := T((end - first) / period * (period * (period - 1) / 2))
	for rank := first + (end-first)/period*period; rank < end; rank++ {
		total += word[T](rank, j)
	}
	return total
}
