//go:build cgo

package contender

import (
	"topocoll/bench/buffers"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/topo"
)

// A node holds the parameters of an operation on this process: the process's number (me), which is its rank
// or its label, and the lengths of the blocks. A block has m words unless `counts` gives its length.
type node[T words.Number] struct {
	op       catalog.Collective
	operator words.Operator
	p, m, me int
	counts   *catalog.Counts
	calls    []catalog.Args[T] // arguments without buffers, by rank of the root
}

// newNode returns the node of this process. The number of the node is the label that `mapping` gives this
// process or, if `mapping` is nil, the rank. The argument `segment` is the segment size in words; 0 means
// that the algorithm chooses it.
func newNode[T words.Number](r *Run, op catalog.Collective, m, segment int, mapping []int) node[T] {
	world := r.ranks.World
	n := node[T]{op: op, operator: words.Find(r.Operator), p: world.Size, m: m,
		me: LabelOf(mapping, world.Rank)}
	n.counts = r.Counts.Counts(op, n.p, m)
	mesh := r.Mesh
	if mesh == nil {
		mesh = topo.NearSquare(n.p, 2)
	}
	network, combine := r.Network(mapping), words.Op[T](r.Operator)
	for root := range n.p {
		n.calls = append(n.calls, catalog.Args[T]{
			Root: LabelOf(mapping, root), Shift: 1 + root%max(1, n.p-1), Op: combine, Mesh: mesh,
			Network: network,
			Segment: segment, Counts: n.counts,
		})
	}
	return n
}

// recordedCall returns a recordedCall of the algorithm with the given id, with the given rank as the root.
func (n node[T]) recordedCall(id string, root int) recordedCall {
	row, _ := catalog.FindByteRow(id)
	a := n.calls[root]
	return recordedCall{row, n.p, n.m, catalog.Args[byte]{
		Root: a.Root, Shift: a.Shift, Mesh: a.Mesh, Network: a.Network, Segment: a.Segment, Counts: n.counts,
	}}
}

// inWords and outWords return the lengths in words of a call's input and result.
func (n node[T]) inWords(root int) int  { return n.counts.In(n.op, n.p, n.m, n.me, root) }
func (n node[T]) outWords(root int) int { return n.counts.Out(n.op, n.p, n.m, n.me, root) }

// maxInWords and maxOutWords return the maximum lengths over all roots.
func (n node[T]) maxInWords() int  { return max(n.inWords(n.me), n.inWords((n.me+1)%n.p)) }
func (n node[T]) maxOutWords() int { return max(n.outWords(n.me), n.outWords((n.me+1)%n.p)) }

// nextArgs returns the arguments of the next call with the given rank as the root. `guarded` is the buffer
// for the result of this call, extended by one cache line at each end.
func (n node[T]) nextArgs(lanes *buffers.Lanes[T], root int) (a catalog.Args[T], guarded []T) {
	a = n.calls[root]
	a.In, _ = lanes.In.Take(n.inWords(a.Root))
	a.Out, guarded = lanes.Out.Take(n.outWords(a.Root))
	return a, guarded
}

// sampleArgs is like nextArgs, but takes no slot of the lanes.
func (n node[T]) sampleArgs(lanes *buffers.Lanes[T], root int) catalog.Args[T] {
	a := n.calls[root]
	a.In = lanes.In.First(n.inWords(a.Root))
	a.Out = lanes.Out.First(n.outWords(a.Root))
	return a
}
