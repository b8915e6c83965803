package comm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
)

// Each case has the expected parts of the message abcd... . In `want`, bars separate the blocks.
func TestBlocks(t *testing.T) {
	for _, test := range []struct {
		name    string
		blocks  comm.Blocks
		want    string
		longest int
	}{
		{"3 words each", comm.EqualBlocks(4, 3), "abc|def|ghi|jkl", 3},
		{"no words", comm.EqualBlocks(3, 0), "||", 0},
		{"10 words for 4", comm.SplitBlocks(4, 10), "abc|def|gh|ij", 3},
		{"2 words for 4", comm.SplitBlocks(4, 2), "a|b||", 1},
		{"given counts", comm.CountBlocks([]int{1, 2, 0, 3}), "a|bc||def", 3},
		{"those of nodes 1 to 3 by themselves", comm.SplitBlocks(4, 10).Group(1, 3, 1), "abc|de|fg", 3},
		{"two and two", comm.SplitBlocks(4, 10).Group(0, 2, 2), "abcdef|ghij", 6},
		{"a group of a group", comm.EqualBlocks(8, 1).Group(0, 4, 2).Group(2, 2, 1), "ab|cd", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, x := test.blocks, []byte("abcdefghijkl")
			var parts []string
			for i := range b.Count() {
				parts = append(parts, string(comm.Block(b, x, i)))
				assert.Equal(t, len(parts[i]), b.Len(i))
			}
			assert.Equal(t, test.want, strings.Join(parts, "|"))
			assert.Equal(t, []int{test.longest, len(strings.Join(parts, ""))}, []int{b.Longest(), b.Total()})
		})
	}
}

// BlockRange returns consecutive blocks as one slice of the message.
func TestBlockRange(t *testing.T) {
	b, x := comm.CountBlocks([]int{1, 2, 0, 3}), []byte("abcdef")
	assert.Equal(t, "bc", string(comm.BlockRange(b, x, 1, 3)))
	assert.Equal(t, "abcdef", string(comm.BlockRange(b, x, 0, 4)))
	assert.Equal(t, "", string(comm.BlockRange(b, x, 2, 2)))
}

// Segments returns the number of segments into which a pipeline divides a message.
func TestSegments(t *testing.T) {
	for _, test := range []struct {
		m, hops, length, want int
		why                   string
	}{
		{10, 1, 5, 2, "5 words each"},
		{10, 1, 4, 3, "4 words at most"},
		{3, 1, 8, 1, "shorter than a segment"},
		{0, 7, 4, 1, "an empty message is one segment"},
		{1000, 1, 0, 1, "one link behind the first: a second start-up costs as much as it saves"},
		{9000, 4, 0, 6, "sqrt(9000·4/1000)"},
		{2, 1 << 20, 0, 2, "no segment is empty"},
	} {
		t.Run(test.why, func(t *testing.T) {
			blocks := comm.Segments(test.m, test.hops, test.length)
			assert.Equal(t, []int{test.want, test.m}, []int{blocks.Count(), blocks.Total()})
		})
	}
}

func TestSplitBlocksWithoutBlocks(t *testing.T) {
	for _, p := range []int{0, -1} {
		blocks := comm.SplitBlocks(p, 7)
		assert.Equal(t, p, blocks.Count())
		assert.ErrorIs(t, comm.CheckBlocks("test", blocks, 1), comm.ErrArgument)
	}
}
