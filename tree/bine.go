package tree

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// A bineNode is a node's position in a Bine tree. A Bine tree is a binomial tree in which a node sends to its
// partners in the Swing algorithm (topo.SwingPartner). Nodes are numbered from root. In round d-1 node 0
// sends to its partner, in round d-2 these two send to their partners, and so on down to round 0. The
// greatest distance is about p/3, and it halves from round to round. If p is not a power of two, each spare
// node communicates only with the host of its logical node (see topo.Fold).
type bineNode struct {
	topo.Fold
	root, p     int
	node, spare int // node: this node's logical node; spare: the logical node's spare label, or comm.None
	me          int // this node's label
}

func newBineNode[T any](c *comm.Comm[T], root int) bineNode {
	p := c.Size()
	f := topo.FoldCube(p)
	t := bineNode{Fold: f, root: root, p: p, me: c.Label(), spare: comm.None}
	t.node = f.Node(topo.Mod(t.me-root, p))
	if spare := f.Spare(t.node); spare >= 0 {
		t.spare = topo.Mod(root+spare, p)
	}
	return t
}

// partner returns the label of this node's partner in the given round.
func (t bineNode) partner(round int) int {
	return topo.Mod(t.root+t.Host(topo.SwingPartner(t.node, round, 1<<t.D)), t.p)
}

// sendRounds returns the number of rounds in which this node sends, and its parent. A node other than root
// receives in round `sends` and then sends in the rounds sends-1, ..., 0. A spare node receives after round
// 0.
func (t bineNode) sendRounds() (sends, parent int) {
	if t.me == t.spare {
		return 0, topo.Mod(t.root+t.Host(t.node), t.p)
	}
	if t.node == 0 {
		return t.D, comm.None
	}
	sends = bits.TrailingZeros(uint(topo.SwingPath(t.node, 1<<t.D)))
	return sends, t.partner(sends)
}

// spareChild returns the spare node of which this node is the host, or comm.None.
func (t bineNode) spareChild() int {
	if t.me == t.spare {
		return comm.None
	}
	return t.spare
}
