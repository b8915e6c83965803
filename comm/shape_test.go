package comm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// notes is a port that records the ranks to which it sends.
type notes struct {
	comm.Port[int]
	rank, size int
	to         []int
}

func (n *notes) Rank() int { return n.rank }
func (n *notes) Size() int { return n.size }

func (n *notes) Send(to int, _ []int) error {
	n.to = append(n.to, to)
	return nil
}

// ranksOf returns the rank of each label of c.
func ranksOf(c *comm.Comm[int]) []int {
	port := c.Port().(*notes)
	port.to = nil
	for label := range c.Size() {
		c.Send(label, nil)
	}
	return port.to
}

func mapOf(t *testing.T, c *comm.Comm[int], labels ...int) *comm.Comm[int] {
	m, err := comm.Map(c, labels)
	require.NoError(t, err)
	return m
}

// Shaped returns a communicator on another port with the same processes and labels. The original communicator
// may come from Map, from Line, or from both.
func TestShaped(t *testing.T) {
	const p = 6
	all := comm.New[int](&notes{rank: 3, size: p})
	for _, test := range []struct {
		name  string
		c     *comm.Comm[int]
		label int
		ranks []int
	}{
		{"all", all, 3, []int{0, 1, 2, 3, 4, 5}},
		{"line", all.Line(1, 2, 3), 1, []int{1, 3, 5}},
		{"line down", all.Line(5, -2, 2), 1, []int{5, 3}},
		{"line of a line", all.Line(1, 2, 3).Line(2, -1, 2), 1, []int{5, 3}},
		{"map", mapOf(t, all, 5, 3, 0), 1, []int{5, 3, 0}},
		{"map of a map", mapOf(t, mapOf(t, all, 5, 3, 0, 4), 3, 1, 0), 1, []int{4, 3, 5}},
		{"line of a map", mapOf(t, all, 5, 1, 3, 0, 4).Line(4, -2, 3), 1, []int{4, 3, 5}},
		{"map of a line", mapOf(t, all.Line(1, 2, 3), 2, 1), 1, []int{5, 3}},
		{"map of a line of a map", mapOf(t, mapOf(t, all, 5, 1, 3, 0, 4).Line(0, 2, 3), 2, 1), 1,
			[]int{4, 3}},
	} {
		other := &notes{rank: 3, size: p}
		shaped := comm.Shaped(comm.New[int](other), test.c.Shape())
		assert.Equal(t, test.ranks, ranksOf(test.c), test.name)
		assert.Equal(t, test.ranks, ranksOf(shaped), test.name)
		assert.Equal(t, []int{test.label, len(test.ranks)}, []int{shaped.Label(), shaped.Size()}, test.name)
		assert.Same(t, other, shaped.Port(), test.name)
		assert.Equal(t, test.c.Shape(), shaped.Shape(), test.name)
	}
}

// Communicators with different processes or labels have different shapes. A line that is created twice has
// the same shape both times.
func TestShapeTellsApart(t *testing.T) {
	all := comm.New[int](&notes{rank: 3, size: 6})
	m := mapOf(t, all, 5, 4, 3, 2)
	seen := map[comm.Shape]string{}
	for name, c := range map[string]*comm.Comm[int]{
		"all": all, "fewer": all.Line(0, 1, 4), "first": all.Line(1, 1, 4), "stride": all.Line(1, 2, 2),
		"down": all.Line(4, -1, 4),
		"map":  m, "other map": mapOf(t, all, 4, 5, 3, 2), "fewer of the map": m.Line(0, 1, 3),
		"down the map": m.Line(3, -1, 4),
		"other rank":   comm.New[int](&notes{rank: 2, size: 6}),
	} {
		assert.NotContains(t, seen, c.Shape(), "%s and %s", name, seen[c.Shape()])
		seen[c.Shape()] = name
	}
	assert.Equal(t, "down the map", seen[m.Line(3, -1, 4).Shape()])
}

// Fail does not replace the first error.
func TestFail(t *testing.T) {
	c := comm.New[int](&notes{rank: 0, size: 2})
	assert.Equal(t, assert.AnError, c.Line(0, 1, 2).Fail(assert.AnError))
	assert.Equal(t, assert.AnError, c.Fail(comm.ErrArgument))
	assert.Equal(t, assert.AnError, c.Err())
	assert.Empty(t, ranksOf(c))
}
