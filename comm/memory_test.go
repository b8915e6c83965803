package comm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
)

// observing is a port that records local copies and arenas.
type observing struct {
	comm.Port[string]
	copied [][2]int // lengths of dst and src
	arenas [][]string
}

func (o *observing) Copied(dst, src []string) {
	o.copied = append(o.copied, [2]int{len(dst), len(src)})
}

func (o *observing) Arena(n int) []string {
	o.arenas = append(o.arenas, make([]string, n))
	return o.arenas[len(o.arenas)-1]
}

// An Observer receives the local copies of a communicator and of the communicators that Line and Map derive
// from it, with slices of equal length. It also provides the memory of Scratch. With an Observer, Copy copies
// no words.
func TestObserver(t *testing.T) {
	assert.NoError(t, local.Run(1, func(port comm.AsyncPort[string]) error {
		o := &observing{Port: port}
		c := comm.New[string](o)
		mapped, err := comm.Map(c, []int{0})
		assert.NoError(t, err)
		dst := make([]string, 2)
		assert.Equal(t, 2, c.Copy(dst, []string{"a", "b", "c"}))
		assert.Equal(t, 1, mapped.Copy(dst, []string{"a"}))
		assert.Equal(t, 0, c.Line(0, 1, 1).Copy(nil, dst))
		assert.Equal(t, [][2]int{{2, 2}, {1, 1}, {0, 0}}, o.copied)
		assert.Equal(t, []string{"", ""}, dst)

		first := c.Scratch(3)
		second := c.Line(0, 1, 1).Scratch(2)
		assert.Len(t, o.arenas, 2)
		assert.Same(t, &o.arenas[0][0], &first[0])
		assert.Same(t, &o.arenas[1][3], &second[0]) // the word after the three words
		return c.Err()
	}))
}

// Without an Observer, Copy is the built-in copy and allocates nothing.
func TestCopy(t *testing.T) {
	assert.NoError(t, local.Run(1, func(port comm.AsyncPort[string]) error {
		c := comm.New(port)
		dst, src := make([]string, 2), []string{"a", "b", "c"}
		assert.Equal(t, 2, c.Copy(dst, src))
		assert.Equal(t, []string{"a", "b"}, dst)
		assert.Zero(t, testing.AllocsPerRun(10, func() { c.Copy(dst, src) }))
		return nil
	}))
}
