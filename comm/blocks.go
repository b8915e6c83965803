package comm

// Blocks cuts a message into consecutive parts, block i for label i. p need not divide anything.
type Blocks struct {
	p, size, larger int   // the first larger of p blocks have size+1 words, the others size
	starts          []int // instead, for given counts: where each block starts, and the end
}

// EqualBlocks is p blocks of m words.
func EqualBlocks(p, m int) Blocks { return Blocks{p: p, size: m} }

// SplitBlocks is n words in p blocks whose sizes differ by at most one, the larger ones first.
func SplitBlocks(p, n int) Blocks { return Blocks{p: p, size: n / p, larger: n % p} }

// CountBlocks has a block of counts[i] words for each label i.
func CountBlocks(counts []int) Blocks {
	starts := make([]int, len(counts)+1)
	for i, n := range counts {
		starts[i+1] = starts[i] + n
	}
	return Blocks{p: len(counts), starts: starts}
}

// Count returns the number of blocks.
func (b Blocks) Count() int { return b.p }

// Start returns where block i begins, and for i = Count where the last one ends.
func (b Blocks) Start(i int) int {
	if b.starts != nil {
		return b.starts[i]
	}
	return i*b.size + min(i, b.larger)
}

// Len returns the words of block i.
func (b Blocks) Len(i int) int { return b.Start(i+1) - b.Start(i) }

// Longest returns the words of the longest block.
func (b Blocks) Longest() int {
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
