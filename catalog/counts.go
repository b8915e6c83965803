package catalog

import "topocoll/comm"

// Counts holds the lengths of the blocks of a call, if they are not all equal. A row takes them from
// Args.Counts. Nil means equal blocks. Plans are cached by the address of the Counts, so use the same Counts
// in all calls.
type Counts struct {
	// in an Alltoall, one list of blocks for each node; in other operations, one list for all nodes
	sent, received []comm.Blocks
}

// CountsOf returns the counts of a call with these blocks. It takes one list for all nodes or, for an
// Alltoall, one list for the input of each node.
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

// Sent returns the blocks of the input of node me, one for every node. Without counts, it returns p blocks of
// m words.
func (n *Counts) Sent(p, m, me int) comm.Blocks {
	if n == nil {
		return comm.EqualBlocks(p, m)
	}
	return n.sent[min(me, len(n.sent)-1)]
}

// Received returns the blocks of the output of node me. They differ from the blocks of Sent only in an
// Alltoall.
func (n *Counts) Received(p, m, me int) comm.Blocks {
	if n == nil {
		return comm.EqualBlocks(p, m)
	}
	return n.received[min(me, len(n.received)-1)]
}

// All returns the blocks of the inputs of all nodes for an Alltoall, or nil without counts.
func (n *Counts) All() []comm.Blocks {
	if n == nil {
		return nil
	}
	return n.sent
}

// In is Collective.In for blocks of these lengths.
func (n *Counts) In(k Collective, p, m, me, root int) int {
	return words(k.In(p, 1, me, root), n.Sent(p, m, me), me)
}

// Out is Collective.Out for blocks of these lengths.
func (n *Counts) Out(k Collective, p, m, me, root int) int {
	return words(k.Out(p, 1, me, root), n.Received(p, m, me), me)
}

// words returns 0 if `number` is 0, the length of the block of node me if `number` is 1, and otherwise the
// length of all blocks together.
func words(number int, blocks comm.Blocks, me int) int {
	switch number {
	case 0:
		return 0
	case 1:
		return blocks.Len(me)
	}
	return blocks.Total()
}

// Coarse returns counts in which each word represents about grain words: see Collective.Coarse.
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
