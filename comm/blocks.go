package comm

// Blocks cuts a message into consecutive parts, block i for label i. The length of the message need not be a multiple of p.
type Blocks struct {
	p, size, larger int   // size is the length of the shortest block; without starts, the first larger blocks have one word more
	starts          []int // with given counts: where each block starts, then where the last one ends
	first, each     int   // of a Group: block i is the each original blocks from first+i·each on
}

// EqualBlocks returns p blocks of m words each.
func EqualBlocks(p, m int) Blocks { return Blocks{p: p, size: m, each: 1} }

// SplitBlocks divides n words into p blocks whose sizes differ by at most one, the larger ones first. With p = 0
// there are no blocks, whatever n is.
func SplitBlocks(p, n int) Blocks {
	size := n / max(p, 1)
	return Blocks{p: p, size: size, larger: n - size*p, each: 1}
}

// CountBlocks returns len(counts) blocks; block i has counts[i] words.
func CountBlocks(counts []int) Blocks {
	blocks := Blocks{p: len(counts), starts: make([]int, len(counts)+1), each: 1}
	for i, n := range counts {
		blocks.starts[i+1] = blocks.starts[i] + n
		if i == 0 || n < blocks.size {
			blocks.size = n
		}
	}
	return blocks
}

// Count returns the number of blocks.
func (b Blocks) Count() int { return b.p }

// Group joins n·each consecutive blocks of b, from block first on, into n blocks of each blocks apiece: what the
// nodes of a line of a mesh hold.
func (b Blocks) Group(first, n, each int) Blocks {
	group := b
	group.p, group.first, group.each = n, b.first+first*b.each, each*b.each
	return group
}

// Start returns the index of the first word of block i; for i = Count, the index after the last word.
func (b Blocks) Start(i int) int { return b.start(b.first+i*b.each) - b.start(b.first) }

func (b Blocks) start(i int) int {
	if b.starts != nil {
		return b.starts[i]
	}
	return i*b.size + min(i, b.larger)
}

// Len returns the number of words in block i.
func (b Blocks) Len(i int) int { return b.Start(i+1) - b.Start(i) }

// Longest returns the number of words in the longest block.
func (b Blocks) Longest() int {
	if b.starts == nil {
		return b.Len(0) // the larger ones come first
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

// BlockRange returns blocks i to j-1 of x, which lie next to each other.
func BlockRange[T any](b Blocks, x []T, i, j int) []T { return x[b.Start(i):b.Start(j):b.Start(j)] }

// Same reports whether x and y begin at the same address, as they do in a call in place.
func Same[T any](x, y []T) bool { return len(x) > 0 && len(y) > 0 && &x[0] == &y[0] }
