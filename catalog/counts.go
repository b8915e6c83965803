package catalog

import "topocoll/comm"

// Counts are the lengths of the blocks of a call, where these are not all equal. A row that takes them has them from Args.Counts; plans are
// kept by their address, so they are made once for all calls that have them. Nil stands for equal blocks.
type Counts struct {
	sent, received []comm.Blocks // of an Alltoall those of each node; of any other operation the same one for all nodes
}

// CountsOf returns the counts of a call whose blocks are these: one for all nodes or, of an Alltoall, what each node sends, as many blocks
// as there are nodes.
func CountsOf(sent ...comm.Blocks) *Counts {
	received := sent
	if p := len(sent); p > 1 {
		received = make([]comm.Blocks, p)
		for me := range received {
			column := make([]int, p)
			for from := range column {
				column[from] = sent[from].Len(me)
			}
			received[me] = comm.CountBlocks(column)
		}
	}
	return &Counts{sent, received}
}

// Sent returns the blocks of the input of node me, of which there is one for every node; of p blocks of m words without counts.
func (n *Counts) Sent(p, m, me int) comm.Blocks {
	if n == nil {
		return comm.EqualBlocks(p, m)
	}
	return n.sent[min(me, len(n.sent)-1)]
}

// Received returns the blocks of the output of node me, as Sent does. They are others in an Alltoall only.
func (n *Counts) Received(p, m, me int) comm.Blocks {
	if n == nil {
		return comm.EqualBlocks(p, m)
	}
	return n.received[min(me, len(n.received)-1)]
}

// All returns the blocks of the inputs of all nodes, of an Alltoall; without counts none.
func (n *Counts) All() []comm.Blocks {
	if n == nil {
		return nil
	}
	return n.sent
}

// In is Collective.In with blocks of these counts.
func (n *Counts) In(k Collective, p, m, me, root int) int {
	return words(k.In(p, 1, me, root), n.Sent(p, m, me), me)
}

// Out is Collective.Out with blocks of these counts.
func (n *Counts) Out(k Collective, p, m, me, root int) int {
	return words(k.Out(p, 1, me, root), n.Received(p, m, me), me)
}

// words returns the words of none, one, which is the own, or all of the blocks of a node.
func words(number int, blocks comm.Blocks, me int) int {
	switch number {
	case 0:
		return 0
	case 1:
		return blocks.Len(me)
	}
	return blocks.Total()
}

// Coarse returns counts for so few words that each stands for about grain words: see Collective.Coarse.
func (n *Counts) Coarse(grain int) *Counts {
	if n == nil || grain == 1 {
		return n
	}
	coarse := make([]comm.Blocks, len(n.sent))
	for i, blocks := range n.sent {
		counts := make([]int, blocks.Count())
		for to := range counts {
			counts[to] = blocks.Len(to) / grain
		}
		coarse[i] = comm.CountBlocks(counts)
	}
	return CountsOf(coarse...)
}
