package catalog

import (
	"slices"

	"topocoll/comm"
)

// Counts holds the block lengths of a call whose blocks have different lengths, for Args.Counts. Nil means
// equal blocks. Plans are cached by the address of the Counts, so use the same Counts in all calls.
type Counts struct {
	// one list of blocks for each node in an Alltoall; otherwise one list for all nodes
	sent, received []comm.Blocks
}

// CountsOf returns the counts of a call with these blocks. It takes one list for all nodes or, for an
// Alltoall, one list of p blocks for the input of each of the p nodes. Every call refuses counts whose lists
// have other lengths.
func CountsOf(sent ...comm.Blocks) *Counts {
	received, p := sent, len(sent)
	if p > 1 && !slices.ContainsFunc(sent, func(blocks comm.Blocks) bool { return blocks.Count() != p }) {
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

// Sent returns the blocks of the input of node `me`, one for every node. If n is nil, it returns p blocks of
// m words.
func (n *Counts) Sent(p, m, me int) comm.Blocks {
	if n == nil {
		return comm.EqualBlocks(p, m)
	}
	return n.sent[min(me, len(n.sent)-1)]
}

// Received returns the blocks of the output of node `me`. They differ from the result of Sent only in an
// Alltoall.
func (n *Counts) Received(p, m, me int) comm.Blocks {
	if n == nil {
		return comm.EqualBlocks(p, m)
	}
	return n.received[min(me, len(n.received)-1)]
}

// All returns the blocks of the inputs of all nodes in an Alltoall. It returns nil if n is nil.
func (n *Counts) All() []comm.Blocks {
	if n == nil {
		return nil
	}
	return n.sent
}

// In is like Collective.In, but for blocks of different lengths.
func (n *Counts) In(k Collective, p, m, me, root int) int {
	return bufferWords(k.In(p, 1, me, root), n.Sent(p, m, me), me)
}

// Out is like Collective.Out, but for blocks of different lengths.
func (n *Counts) Out(k Collective, p, m, me, root int) int {
	return bufferWords(k.Out(p, 1, me, root), n.Received(p, m, me), me)
}

// bufferWords returns the length of a buffer with the given number of blocks. The buffer has no block (number
// = 0), only the block of node `me` (number = 1), or all blocks (number > 1).
func bufferWords(number int, blocks comm.Blocks, me int) int {
	switch number {
	case 0:
		return 0
	case 1:
		return blocks.Len(me)
	}
	return blocks.Total()
}

// Coarse returns scaled-down counts, in which each word represents about `grain` words (see
// Collective.Coarse).
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
