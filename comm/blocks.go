package comm

import "math"

// Blocks divides a message into consecutive blocks. Block i belongs to label i. The blocks may differ in
// length.
type Blocks struct {
	p, shortest  int   // number of blocks, and length of the shortest block
	longerBlocks int   // the first longerBlocks blocks are one word longer; used if starts is nil
	starts       []int // for CountBlocks: start of each block, then the end of the last block
	// first and groupSize are set by Group. Block i consists of groupSize original blocks, beginning with block
	// first+i·groupSize.
	first, groupSize int
}

// EqualBlocks returns p blocks of m words each.
func EqualBlocks(p, m int) Blocks { return Blocks{p: p, shortest: m, groupSize: 1} }

// SplitBlocks divides n words into p blocks whose sizes differ by at most one word. The larger blocks come
// first. If p is 0, there are no blocks, for any n.
func SplitBlocks(p, n int) Blocks {
	size := n / max(p, 1)
	if n < 0 {
		size = n // CheckBlocks refuses a negative length
	}
	return Blocks{p: p, shortest: size, longerBlocks: n - size*p, groupSize: 1}
}

// CountBlocks returns len(counts) blocks; block i has counts[i] words.
func CountBlocks(counts []int) Blocks {
	blocks := Blocks{p: len(counts), starts: make([]int, len(counts)+1), groupSize: 1}
	for i, n := range counts {
		blocks.starts[i+1] = blocks.starts[i] + n
		if i == 0 || n < blocks.shortest {
			blocks.shortest = n
		}
	}
	return blocks
}

// BlocksOf returns the blocks of a call. The argument `counts` is the optional argument of a procedure and
// has at most one element. The blocks are counts[0] or, without counts, equal blocks of m words, one for each
// node of c. If `counts` has more elements, the result is invalid, and CheckBlocks returns an error for it.
func BlocksOf[T any](c *Comm[T], m int, counts []Blocks) Blocks {
	switch len(counts) {
	case 0:
		return EqualBlocks(c.size, m)
	case 1:
		return counts[0]
	}
	return Blocks{p: -len(counts)}
}

// Count returns the number of blocks.
func (b Blocks) Count() int { return b.p }

// Group joins consecutive blocks of b into n longer blocks, starting with block `first` of b. Each longer
// block consists of `each` blocks of b. Package mesh uses Group to give each node of a line one block.
func (b Blocks) Group(first, n, each int) Blocks {
	group := b
	group.p, group.first, group.groupSize = n, b.first+first*b.groupSize, each*b.groupSize
	return group
}

// Start returns the index of the first word of block i. For i = Count, it returns the index after the last
// word.
func (b Blocks) Start(i int) int {
	return b.ungroupedStart(b.first+i*b.groupSize) - b.ungroupedStart(b.first)
}

func (b Blocks) ungroupedStart(i int) int {
	if b.starts != nil {
		return b.starts[i]
	}
	return i*b.shortest + min(i, b.longerBlocks)
}

// Len returns the number of words in block i.
func (b Blocks) Len(i int) int { return b.Start(i+1) - b.Start(i) }

// Longest returns the number of words in the longest block.
func (b Blocks) Longest() int {
	if b.starts == nil {
		return b.Len(0) // the larger blocks come first
	}
	longest := 0
	for i := range b.p {
		longest = max(longest, b.Len(i))
	}
	return longest
}

// Total returns the number of words in all blocks together.
func (b Blocks) Total() int { return b.Start(b.p) }

// Block returns block i of x.
func Block[T any](b Blocks, x []T, i int) []T { return BlockRange(b, x, i, i+1) }

// BlockRange returns blocks i to j-1 of x, which are contiguous.
func BlockRange[T any](b Blocks, x []T, i, j int) []T { return x[b.Start(i):b.Start(j):b.Start(j)] }

// Same reports whether x and y begin at the same address, as they do in an in-place call.
func Same[T any](x, y []T) bool { return len(x) > 0 && len(y) > 0 && &x[0] == &y[0] }

// StartupWords is the default for ts/tw, the number of words that cross a link in the time of one start-up.
// It approximates the value for Open MPI in shared memory (1 µs, 8 GB/s, 8-byte words).
const StartupWords = 1000

// Segments divides a message of m words into segments for a pipeline over hops + 1 links. If length > 0, it
// is the maximum length of a segment. If length is 0, there are K* = sqrt(m·hops·tw/ts) segments, for ts/tw =
// StartupWords. This number minimises T = (hops + K)(ts + tw·m/K). An empty message is one segment.
func Segments(m, hops, length int) Blocks {
	k := 1
	switch {
	case length > 0:
		k = (m + length - 1) / length
	case m*hops > StartupWords:
		k = int(math.Round(math.Sqrt(float64(m) * float64(hops) / StartupWords)))
	}
	return SplitBlocks(max(1, min(k, m)), m)
}
