package butterfly

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A swingNode computes the partners and the data of one node in the Swing algorithm, on a torus of 2^d nodes.
// Each round is along one dimension, with the partners that Swing has on a ring. The rounds go through the
// dimensions in turn, and skip a dimension whose rounds are complete. The first rounds are between
// neighbours. In the last rounds, partners are about a third of an extent apart. With recursive doubling,
// they would be half an extent apart.
//
// Every node has a number, which is called its place. In round i, the 2^(d-i) nodes whose places agree in the
// first i bits exchange among themselves, and partners differ in the next bit. A node therefore sends the
// upper or the lower half of its data, which is contiguous.
//
// If p is not a power of two, each spare node is folded into another node, and the remaining nodes use a
// ring.
type swingNode[T any] struct {
	topo.Fold
	c           *comm.Comm[T]
	torus       topo.Mesh
	node, spare int // the logical node of this label, and its spare label or comm.None
}

func newSwingNode[T any](c *comm.Comm[T], g topo.Mesh) swingNode[T] {
	f := topo.FoldCube(c.Size())
	node := f.Node(c.Label())
	if f.Extra > 0 {
		g = nil
	}
	return swingNode[T]{f, c, g, node, f.Spare(node)}
}

// runSpare reports whether this label is a spare label. If so, it sends `out` to the host of its logical node
// (see topo.Fold), and then receives `in` from the host.
func (s swingNode[T]) runSpare(out, in []T) bool {
	return groupMember[T]{Fold: s.Fold, c: s.c, node: s.node, spare: s.spare}.runSpare(out, in)
}

// extent returns the extent of dimension k, and the difference between the labels of neighbours along it.
// Without a torus, the nodes form a ring, which has one dimension.
func (s swingNode[T]) extent(k int) (n, stride int) {
	if s.torus == nil {
		return 1 << s.D, 1
	}
	return s.torus[k], s.torus.Stride(k)
}

func (s swingNode[T]) dimensions() int { return max(1, len(s.torus)) }

// dimensionOf returns the dimension of a round, and the index of the round within that dimension.
func (s swingNode[T]) dimensionOf(round int) (k, i int) {
	for i = 0; ; i++ {
		for k = range s.dimensions() {
			if n, _ := s.extent(k); 1<<i < n {
				if round == 0 {
					return k, i
				}
				round--
			}
		}
	}
}

// partnerOf returns the node with which the given node exchanges words in a round.
func (s swingNode[T]) partnerOf(node, round int) int {
	k, i := s.dimensionOf(round)
	n, stride := s.extent(k)
	at := node / stride % n
	return node + (topo.SwingPartner(at, i, n)-at)*stride
}

// partner returns the label of this node's partner in a round.
func (s swingNode[T]) partner(round int) int { return s.Host(s.partnerOf(s.node, round)) }

// placeOf returns the place of a node (see swingNode). The highest bit is for round 0. A bit is 1 if a
// message from node 0 to this node moves in that round. SwingPath returns such bits for the opposite order of
// the rounds. The path to an even coordinate v has an even number of moves. In the opposite order, the same
// moves lead to -v, so placeOf calls SwingPath with -v.
func (s swingNode[T]) placeOf(node int) (place int) {
	for round := range s.D {
		k, i := s.dimensionOf(round)
		n, stride := s.extent(k)
		at := node / stride % n
		if at&1 == 0 {
			at = -at
		}
		place = place<<1 | topo.SwingPath(at, n)>>i&1
	}
	return place
}

// A placeStart returns the index of the first word of a place. For place 2^d, it returns the number of words.
type placeStart func(place int) int

// splitHalves divides a node's words in a round of size n into the half that this node keeps and the half
// that its partner keeps. It returns both halves.
func splitHalves[T any](x []T, at placeStart, place, n int) (mine, other []T) {
	first := place &^ (n - 1)
	part := func(i int) []T { return x[at(i):at(i+n)] }
	return part(first), part(first ^ n)
}

// reduceScatter computes the sums of the words of this node's place, and stores them in the slice `sums`. In
// every round it sends the half that its partner keeps. This half comes from x in the first round, and from
// `sums` in later rounds. x and `sums` may be the same slice.
func (s swingNode[T]) reduceScatter(op comm.Op[T], at placeStart, x, sums []T) {
	place := s.placeOf(s.node)
	in := s.c.Scratch(len(sums))
	for round := range s.D {
		n, partner := 1<<(s.D-round-1), s.partner(round)
		mine, other := splitHalves(x, at, place, n)
		total, _ := splitHalves(sums, at, place, n)
		s.c.SendRecv(partner, other, partner, in[:len(mine)])
		op.Apply(total, mine, in[:len(mine)])
		x = sums
	}
	s.c.Release(in)
}

// allgather collects the words of all places in x, with the rounds of reduceScatter in reverse.
func (s swingNode[T]) allgather(at placeStart, x []T) {
	place := s.placeOf(s.node)
	for round := s.D - 1; round >= 0; round-- {
		partner := s.partner(round)
		mine, other := splitHalves(x, at, place, 1<<(s.D-round-1))
		s.c.SendRecv(partner, mine, partner, other)
	}
}

// labelsBefore returns the total number of labels of all nodes at lower places.
func (s swingNode[T]) labelsBefore(place int) int {
	count := place
	if s.Extra > 0 {
		for i := range place {
			count += s.labelCount(s.nodeAt(i)) - 1
		}
	}
	return count
}

// labelCount returns the number of labels of a node: 1, or 2 with a spare label.
func (s swingNode[T]) labelCount(node int) int { return s.Host(node+1) - s.Host(node) }

// nodeAt returns the node at a place, following the path of the place from node 0.
func (s swingNode[T]) nodeAt(place int) (node int) {
	for round := range s.D {
		if place>>(s.D-round-1)&1 == 1 {
			node = s.partnerOf(node, round)
		}
	}
	return node
}

// checkTorus returns an error if the mesh does not have one node for each process of c.
func checkTorus[T any](proc string, c *comm.Comm[T], g topo.Mesh) error {
	if err := g.Check(proc, c.Size()); err != nil {
		return comm.Refuse("%v", err)
	}
	return nil
}
