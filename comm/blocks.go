package comm

// Blocks cuts a message into consecutive parts, block i for label i. p need not divide anything.
type Blocks struct {
	p, size, larger int   // the shortest of all blocks has size words; the first larger have one more, the others size
	starts          []int // for given counts: where each block starts, and the end
	first, each     int   // block i of these p is first+i·each of all and the each-1 after it
}

// EqualBlocks is p blocks of m words.
func EqualBlocks(p, m int) Blocks { return Blocks{p: p, size: m, each: 1} }

// SplitBlocks is n words in p blocks whose sizes differ by at most one, the larger ones first. Without p
// there are no blocks, whatever n.
func SplitBlocks(p, n int) Blocks {
	size := n / max(p, 1)
	return Blocks{p: p, size: size, larger: n - size*p, each: 1}
}

// CountBlocks has a block of counts[i] words for each label i.
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

// Group makes n blocks of the blocks first, first+1, ... of b, each of them each blocks in a row: what the
// nodes of a line of a mesh hold.
func (b Blocks) Group(first, n, each int) Blocks {
	group := b
	group.p, group.first, group.each = n, b.first+first*b.each, each*b.each
	return group
}

// Start returns where block i begins, and for i = Count where the last one ends.
func (b Blocks) Start(i int) int { return b.start(b.first+i*b.each) - b.start(b.first) }

func (b Blocks) start(i int) int {
	if b.starts != nil {
		return b.starts[i]
	}
	return i*b.size + min(i, b.larger)
}

// Len returns the words of block i.
func (b Blocks) Len(i int) int { return b.Start(i+1) - b.Start(i) }

// Longest returns the words of the longest block.
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

// Total returns the words of all blocks together.
func (b Blocks) Total() int { return b.Start(b.p) }

// Block returns block i of x.
func Block[T any](b Blocks, x []T, i int) []T { return BlockRange(b, x, i, i+1) }

// BlockRange returns blocks i to j-1 of x, which lie next to each other.
func BlockRange[T any](b Blocks, x []T, i, j int) []T { return x[b.Start(i):b.Start(j):b.Start(j)] }

// Same reports whether x and y are the same words in memory: a call in place.
func Same[T any](x, y []T) bool { return len(x) > 0 && len(y) > 0 && &x[0] == &y[0] }
