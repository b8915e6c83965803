//go:build cgo

package contender

import (
	"fmt"
	"slices"
	"sort"

	"topocoll/bench/buffers"
	"topocoll/catalog"
	"topocoll/topo"
)

const guardValue = 77 // the value of the guards; no input word and no sum of a few input words has this value

// input returns word j of a rank's input.
func (n node[T]) input(rank, j int) T { return T(n.operator.Input(rank, j)) }

// combine returns the reduction of word j over the inputs of ranks `first` to `end`-1.
func (n node[T]) combine(first, end, j int) T { return T(n.operator.Combine(first, end, j)) }

// check runs one contender, and compares every word of its result with the definition of the operation. It
// returns a description of the failure, or "" if the result is right. The cache lines around the result are
// guards, which must not change. Before the call, check fills the guards and the result with guardValue. On
// the root of a broadcast, it fills the result with the words to send instead.
func (n node[T]) check(c Contender[T], lanes *buffers.Lanes[T], root int) (failure string, err error) {
	a, guarded := n.nextArgs(lanes, root)
	for j := range guarded {
		guarded[j] = guardValue
	}
	for j := range a.In {
		a.In[j] = n.input(n.me, j)
	}
	if n.op == catalog.Bcast && n.me == a.Root {
		for j := range a.Out {
			a.Out[j] = n.input(n.me, j)
		}
	}
	if err := c.Run(a); err != nil {
		return "", fmt.Errorf("%s: %w", c.Name, err)
	}
	for j, got := range a.Out {
		if want, defined := n.definedResult(a, j); defined && got != want {
			return fmt.Sprintf("%s: rank %d has %v at word %d of %d, want %v", c.Name, n.me, got, j,
				len(a.Out), want), nil
		}
	}
	line := buffers.Line[T]()
	before, after := guarded[:line], guarded[line+len(a.Out):]
	changed := func(guard T) bool { return guard != guardValue }
	if slices.ContainsFunc(before, changed) || slices.ContainsFunc(after, changed) {
		return fmt.Sprintf("%s: rank %d wrote outside its result", c.Name, n.me), nil
	}
	for j, got := range a.In {
		if got != n.input(n.me, j) {
			return fmt.Sprintf("%s: rank %d changed its input at word %d", c.Name, n.me, j), nil
		}
	}
	return "", nil
}

// definedResult returns word j of this rank's result by the definition of the operation. `defined` is false
// if the operation leaves the word undefined, as an exscan does on rank 0.
func (n node[T]) definedResult(a catalog.Args[T], j int) (value T, defined bool) {
	switch n.op {
	case catalog.Bcast:
		return n.input(a.Root, j), true
	case catalog.Reduce, catalog.Allreduce:
		return n.combine(0, n.p, j), true
	case catalog.ReduceScatter:
		return n.combine(0, n.p, n.counts.Sent(n.p, n.m, n.me).Start(n.me)+j), true
	case catalog.Scan:
		return n.combine(0, n.me+1, j), true
	case catalog.Exscan:
		return n.combine(0, n.me, j), n.me > 0
	case catalog.Allgather, catalog.Gather:
		return n.input(n.sender(j)), true
	case catalog.Scatter:
		return n.input(a.Root, n.counts.Sent(n.p, n.m, a.Root).Start(n.me)+j), true
	case catalog.Alltoall:
		from, i := n.sender(j)
		return n.input(from, n.counts.Sent(n.p, n.m, from).Start(n.me)+i), true
	case catalog.Shift:
		return n.input(topo.Mod(n.me-a.Shift, n.p), j), true
	}
	return 0, false
}

// sender returns the rank whose block of the result contains word j, and the index of j in this block.
func (n node[T]) sender(j int) (rank, i int) {
	if n.counts == nil {
		return j / max(1, n.m), j % max(1, n.m)
	}
	blocks := n.counts.Received(n.p, n.m, n.me)
	rank = sort.Search(n.p, func(rank int) bool { return blocks.Start(rank+1) > j })
	return rank, j - blocks.Start(rank)
}
