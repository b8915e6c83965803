package butterfly

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A swing is the butterfly of Swing on a torus of 2^d nodes, as seen from one of them. Round i is along one dimension, the dimensions in
// turn as long as they have rounds left, with the partners of a ring. Its first rounds are between neighbours, and its last ones over a
// third of an extent, where those of a hypercube are over half.
//
// Places number the nodes such that in round i those 2^(d-i) in a row exchange with each other that agree in the first i bits of their
// places, and partners differ in the next one. So what a node sends is the upper or the lower half of what it has.
//
// Spare nodes are folded; then the torus is a ring, of the others.
type swing[T any] struct {
	topo.Fold
	c           *comm.Comm[T]
	torus       topo.Mesh
	node, spare int
}

func swingOn[T any](c *comm.Comm[T], g topo.Mesh) swing[T] {
	f := topo.FoldCube(c.Size())
	node := f.Node(c.Label())
	if f.Extra > 0 {
		g = nil
	}
	return swing[T]{f, c, g, node, f.Spare(node)}
}

// runSpare does the part of a spare node, as that of groups does.
func (s swing[T]) runSpare(out, in []T) bool {
	return groups[T]{Fold: s.Fold, c: s.c, node: s.node, spare: s.spare}.runSpare(out, in)
}

// extent returns the extent along a dimension, and the difference of neighbours along it. A ring has one dimension.
func (s swing[T]) extent(k int) (n, stride int) {
	if s.torus == nil {
		return 1 << s.D, 1
	}
	return s.torus[k], s.torus.Stride(k)
}

func (s swing[T]) dimensions() int { return max(1, len(s.torus)) }

// along returns the dimension of a round, and which of the rounds along it it is.
func (s swing[T]) along(round int) (k, i int) {
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

// partnerOf returns the node with which a node exchanges in a round.
func (s swing[T]) partnerOf(node, round int) int {
	k, i := s.along(round)
	n, stride := s.extent(k)
	at := node / stride % n
	return node + (topo.SwingPartner(at, i, n)-at)*stride
}

// partner returns the label of this node's partner in a round.
func (s swing[T]) partner(round int) int { return s.Host(s.partnerOf(s.node, round)) }

// place returns the place of a node. Its path takes the rounds upwards, so an even number of steps goes the other way round.
func (s swing[T]) place(node int) (place int) {
	for round := range s.D {
		k, i := s.along(round)
		n, stride := s.extent(k)
		at := node / stride % n
		if at&1 == 0 {
			at = -at
		}
		place = place<<1 | topo.SwingPath(at, n)>>i&1
	}
	return place
}

// A layout is where the words of a place begin; for 2^d, where those of the last one end.
type layout func(place int) int

// halves returns the words of x that a round of size n leaves with the node at a place, and those that it leaves with its partner.
func halves[T any](x []T, at layout, place, n int) (mine, other []T) {
	first := place &^ (n - 1)
	part := func(i int) []T { return x[at(i):at(i+n)] }
	return part(first), part(first ^ n)
}

// scatter leaves the sums for this node's place in sums: in every round it sends the half that its partner goes on with. The first one is
// sent from x, which may be sums.
func (s swing[T]) scatter(op comm.Op[T], at layout, x, sums []T) {
	place := s.place(s.node)
	in := s.c.Scratch(len(sums))
	for round := range s.D {
		n, partner := 1<<(s.D-round-1), s.partner(round)
		mine, other := halves(x, at, place, n)
		total, _ := halves(sums, at, place, n)
		s.c.SendRecv(partner, other, partner, in[:len(mine)])
		op.Apply(total, mine, in[:len(mine)])
		x = sums
	}
	s.c.Release(in)
}

// gather collects the words of all places in x, the rounds of scatter backwards.
func (s swing[T]) gather(at layout, x []T) {
	place := s.place(s.node)
	for round := s.D - 1; round >= 0; round-- {
		partner := s.partner(round)
		mine, other := halves(x, at, place, 1<<(s.D-round-1))
		s.c.SendRecv(partner, mine, partner, other)
	}
}

// before returns how many labels belong to the nodes of the places before one.
func (s swing[T]) before(place int) int {
	count := place
	if s.Extra > 0 {
		for i := range place {
			count += s.labels(s.nodeAt(i)) - 1
		}
	}
	return count
}

// labels returns how many labels belong to a node, 1 or 2.
func (s swing[T]) labels(node int) int { return s.Host(node+1) - s.Host(node) }

// nodeAt returns the node at a place, where its path leads from node 0.
func (s swing[T]) nodeAt(place int) (node int) {
	for round := range s.D {
		if place>>(s.D-round-1)&1 == 1 {
			node = s.partnerOf(node, round)
		}
	}
	return node
}
