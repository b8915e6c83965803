//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/topo"
)

// number is what the words of a benchmark are.
type number interface{ ~float64 | ~uint8 }

// buffers are the words of one rank for one operation and block length m, with a cache line of guard words
// at each end of the result: it begins where an array of its own would.
type buffers[T number] struct {
	kind        catalog.Kind
	p, m, me    int
	in, guarded []T
}

// line is the words of a cache line.
func line[T number]() int { return 64 / sizeOf[T]() }

const poison = 77 // no word, and no sum of few words, that a check expects next to a guard

func overwritten[T number](guard T) bool { return guard != poison }

func newBuffers[T number](kind catalog.Kind, p, m, me int) *buffers[T] {
	b := &buffers[T]{kind: kind, p: p, m: m, me: me}
	in, out := 0, 0
	for _, root := range []int{me, (me + 1) % p} {
		in, out = max(in, kind.In(p, m, me, root)), max(out, kind.Out(p, m, me, root))
	}
	b.in, b.guarded = make([]T, in), make([]T, out+2*line[T]())
	for j := range b.in {
		b.in[j] = word[T](me, j)
	}
	return b
}

// word is the j-th word rank brings: small, so that sums are exact in every type.
func word[T number](rank, j int) T { return T((rank*7 + j*3) % period) }

// period ranks in a row bring 0 to period-1, in some order.
const period = 5

// args are the arguments of one call, with segments of some words; 0 is the algorithm's own choice.
func (b *buffers[T]) args(g topo.Mesh, segment, root, shift int, op mpi.Op[T]) catalog.Args[T] {
	n := b.kind.Out(b.p, b.m, b.me, root)
	if g == nil {
		g = topo.NearSquare(b.p, 2)
	}
	return catalog.Args[T]{
		Root: root, Shift: shift, Op: op.Op, Mesh: g, Segment: segment,
		In:  b.in[:b.kind.In(b.p, b.m, b.me, root)],
		Out: b.guarded[line[T]():][:n],
	}
}

func sizeOf[T number]() int {
	if _, isByte := any(*new(T)).(uint8); isByte {
		return 1
	}
	return 8
}

// check runs one contender on poisoned buffers and compares every word of the result with the definition
// of the operation. Exscan leaves node 0's result alone.
func (b *buffers[T]) check(c contender[T], a catalog.Args[T]) (failure string, err error) {
	for j := range b.guarded {
		b.guarded[j] = poison
	}
	if b.kind == catalog.Bcast && b.me == a.Root {
		for j := range a.Out {
			a.Out[j] = word[T](b.me, j)
		}
	}
	if err := c.run(a); err != nil {
		return "", fmt.Errorf("%s: %w", c.name, err)
	}
	for j, got := range a.Out {
		if want, defined := b.want(a, j); defined && got != want {
			return fmt.Sprintf("%s: rank %d has %v at word %d of %d, want %v", c.name, b.me, got, j, len(a.Out), want), nil
		}
	}
	before, after := b.guarded[:line[T]()], b.guarded[line[T]()+len(a.Out):]
	if slices.ContainsFunc(before, overwritten) || slices.ContainsFunc(after, overwritten) {
		return fmt.Sprintf("%s: rank %d wrote outside its result", c.name, b.me), nil
	}
	for j, got := range a.In {
		if got != word[T](b.me, j) {
			return fmt.Sprintf("%s: rank %d changed its input at word %d", c.name, b.me, j), nil
		}
	}
	return "", nil
}

// want is word j of this rank's result by the definition of the operation.
func (b *buffers[T]) want(a catalog.Args[T], j int) (value T, defined bool) {
	m := max(1, b.m)
	switch b.kind {
	case catalog.Bcast:
		return word[T](a.Root, j), true
	case catalog.Reduce, catalog.Allreduce:
		return b.sum(0, b.p, j), true
	case catalog.ReduceScatter:
		return b.sum(0, b.p, b.me*m+j), true
	case catalog.Scan:
		return b.sum(0, b.me+1, j), true
	case catalog.Exscan:
		return b.sum(0, b.me, j), b.me > 0
	case catalog.Allgather, catalog.Gather:
		return word[T](j/m, j%m), true
	case catalog.Scatter:
		return word[T](a.Root, b.me*m+j), true
	case catalog.Alltoall:
		return word[T](j/m, b.me*m+j%m), true
	case catalog.Shift:
		return word[T](topo.Mod(b.me-a.Shift, b.p), j), true
	}
	return 0, false
}

// sum adds up word j of the ranks first..end-1.
func (b *buffers[T]) sum(first, end, j int) T {
	s := T((end - first) / period * (period * (period - 1) / 2))
	for rank := first + (end-first)/period*period; rank < end; rank++ {
		s += word[T](rank, j)
	}
	return s
}
