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
	return topo.Mod(t.root+t.Host(t.partnerNode(round)), t.p)
}

// partnerNode returns the logical node of this node's partner in the given round.
func (t bineNode) partnerNode(round int) int { return topo.SwingPartner(t.node, round, 1<<t.D) }

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

// subtree returns the labels of a logical node, of the nodes to which it sends in the rounds below `rounds`,
// of the nodes to which these send, and so on. They are `count` consecutive labels on the ring of all labels,
// beginning with `first`.
func (t bineNode) subtree(node, rounds int) (first, count int) {
	n, size := 1<<t.D, 1<<rounds
	from := topo.SwingSubtree(node, rounds, n)
	count = t.Host(min(from+size, n)) - t.Host(from) + t.Host(max(from+size-n, 0))
	return topo.Mod(t.root+t.Host(from), t.p), count
}

// A bineBlocks holds the blocks of a node's subtree on their way to or from root. On the ring of all labels,
// their labels are consecutive.
type bineBlocks[T any] struct {
	c *comm.Comm[T]
	bineNode
	blocks comm.Blocks
	first  int // first label
	words  []T // on root, the blocks of all labels, from label 0
}

// newBineBlocks returns the blocks of a node that sends in the given number of rounds. On root, their memory
// is the slice `all`. On a node that holds only its own block, it is the slice `mine`. On other nodes it is
// memory from Scratch, which the caller releases with ReleaseTo.
func newBineBlocks[T any](c *comm.Comm[T], t bineNode, sends int, blocks comm.Blocks,
	all, mine []T) bineBlocks[T] {
	b := bineBlocks[T]{c, t, blocks, t.me, mine}
	switch first, count := t.subtree(t.node, sends); {
	case t.me == t.root:
		b.first, b.words = 0, all
	case t.me != t.spare && count > 1:
		b.first, b.words = first, c.Scratch(b.length(first, count))
	}
	return b
}

// length returns the number of words in the blocks of `count` labels on the ring, from label `first`.
func (b bineBlocks[T]) length(first, count int) int {
	end := first + count
	return b.blocks.Start(min(end, b.p)) - b.blocks.Start(first) + b.blocks.Start(max(end-b.p, 0))
}

// part returns the blocks of `count` labels on the ring, from label `first`. On root, blocks on both sides of
// label 0 are not contiguous. Those from label 0 are then in `rest`.
func (b bineBlocks[T]) part(first, count int) (x, rest []T) {
	at := b.length(b.first, topo.Mod(first-b.first, b.p))
	end := at + b.length(first, count)
	return b.words[at:min(end, len(b.words))], b.words[:max(end-len(b.words), 0)]
}

// own returns the block of this node.
func (b bineBlocks[T]) own() []T {
	x, _ := b.part(b.me, 1)
	return x
}

// send sends a part to the node `to`.
func (b bineBlocks[T]) send(to, first, count int) {
	x, rest := b.part(first, count)
	if len(rest) == 0 {
		b.c.Send(to, x)
		return
	}
	both := b.c.Scratch(len(x) + len(rest))
	b.c.Copy(both[:len(x)], x)
	b.c.Copy(both[len(x):], rest)
	b.c.Send(to, both)
	b.c.Release(both)
}

// receive receives a part from the node `from`.
func (b bineBlocks[T]) receive(from, first, count int) {
	x, rest := b.part(first, count)
	if len(rest) == 0 {
		b.c.Recv(from, x)
		return
	}
	both := b.c.Scratch(len(x) + len(rest))
	b.c.Recv(from, both)
	b.c.Copy(x, both[:len(x)])
	b.c.Copy(rest, both[len(x):])
	b.c.Release(both)
}
