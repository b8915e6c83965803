package tree

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// A bine is a node's place in a Bine tree, the binomial tree of the partners of Swing: node 0, which is root, sends in round d-1 to its
// partner of that round, both send to theirs in round d-2, and so on, so every round has distances of half the ones before, a third of the
// nodes at most. Nodes are numbered from root on. p that is no power of two is folded: a spare node has its host as its only neighbour.
type bine struct {
	topo.Fold
	root, p     int
	node, spare int // of the fold; spare is a label, or comm.None
	me          int // this node's label
}

func newBine[T any](c *comm.Comm[T], root int) bine {
	p := c.Size()
	f := topo.FoldCube(p)
	t := bine{Fold: f, root: root, p: p, me: c.Label(), spare: comm.None}
	t.node = f.Node(topo.Mod(t.me-root, p))
	if spare := f.Spare(t.node); spare >= 0 {
		t.spare = topo.Mod(root+spare, p)
	}
	return t
}

// partner returns the label of this node's partner in a round.
func (t bine) partner(round int) int {
	return topo.Mod(t.root+t.Host(topo.SwingPartner(t.node, round, 1<<t.D)), t.p)
}

// rounds returns in how many rounds, counted downwards to 0, this node sends, and who sends to it in the round before those: the last one
// on its path from node 0.
func (t bine) rounds() (sends, parent int) {
	if t.me == t.spare {
		return 0, topo.Mod(t.root+t.Host(t.node), t.p)
	}
	if t.node == 0 {
		return t.D, comm.None
	}
	sends = bits.TrailingZeros(uint(topo.SwingPath(t.node, 1<<t.D)))
	return sends, t.partner(sends)
}

// guest returns the spare node that this node stands for, if it is not that one itself.
func (t bine) guest() int {
	if t.me == t.spare {
		return comm.None
	}
	return t.spare
}
