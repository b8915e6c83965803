package plan_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
)

// Each combination of root, lengths, operator and overlap has its own plan. The plan is recorded at the first
// call and gives the right words at every call.
func TestCompiledSituations(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		line, err := comm.Map(c, []int{2, 0, 3, 1})
		assert.NoError(t, err)
		again, err := comm.Map(c, []int{3, 2, 1, 0})
		assert.NoError(t, err)
		situations := []struct {
			name string
			layout
			c           *comm.Comm[string]
			root        int
			commutative bool
		}{
			{"first", apart, c, 0, false},
			{"another root", apart, c, 3, false},
			{"another class of operator", apart, c, 0, true},
			{"longer", layout{0, 4, 6, 10}, c, 0, false},
			{"a longer output", layout{0, 3, 6, 10}, c, 0, false},
			{"a shorter output", layout{0, 3, 6, 8}, c, 0, false},
			{"no output", layout{0, 3, 6, 6}, c, 0, false},
			{"line of two", apart, c.Line(c.Label()%2, 2, 2), 0, false},
			{"line down", apart, c.Line(3, -1, 4), 0, false},
			{"map", apart, line, 0, false},
			{"another map", apart, again, 0, false},
			{"line of a map", apart, line.Line(3, -1, 4), 0, false},
			{"the same words", layout{2, 5, 2, 5}, c, 0, false},
			{"input within output", layout{4, 7, 0, 9}, c, 0, false},
			{"input within output, further on", layout{5, 8, 0, 9}, c, 0, false},
			{"output within input", layout{0, 6, 2, 4}, c, 0, false},
			{"output at the end of the input", layout{0, 6, 4, 6}, c, 0, false},
			{"input before output", layout{0, 4, 2, 6}, c, 0, false},
			{"output before input", layout{3, 7, 1, 5}, c, 0, false},
		}
		for number := range 3 {
			for i, s := range situations {
				assert.NoError(t, s.call(t, r, s.c, s.root, number, s.commutative), s.name)
				if number == 0 {
					assert.Equal(t, i+1, r.times, s.name)
				}
			}
		}
		assert.Equal(t, len(situations), r.times, "the same calls record nothing")
		assert.Equal(t, len(situations), port.cache.Len())
		// Adjacent slices do not overlap, in either order, and their positions in the buffer do not matter.
		for _, l := range []layout{{3, 6, 6, 9}, {6, 9, 3, 6}, {8, 11, 0, 3}} {
			assert.NoError(t, l.call(t, r, c, 0, 3, false))
		}
		assert.NoError(t, layout{7, 10, 7, 10}.call(t, r, c, 0, 4, false), "the same words elsewhere")
		assert.Equal(t, len(situations), r.times)
	})
}

// A plan that the cache has freed is recorded again.
func TestCompiledAfterEviction(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		port.cache.Limit = 250 // the size of two programs
		for number, call := range []struct{ root, times int }{
			{0, 1}, {1, 2}, {0, 2}, {2, 3} /* without 1 */, {0, 3}, {1, 4} /* without 2 */, {0, 4}, {2, 5},
			{2, 5},
		} {
			assert.NoError(t, apart.call(t, r, c, call.root, number, false))
			assert.Equal(t, call.times, r.times, "call %d", number)
			assert.LessOrEqual(t, port.cache.Bytes(), 250)
		}
		port.cache.Clear()
		assert.NoError(t, apart.call(t, r, c, 2, 9, false))
		assert.Equal(t, 6, r.times)
	})
}

// If the procedure returns an error because of wrong arguments, the call returns the same error. Nothing is
// cached, and the communicator remains usable.
func TestCompiledRefuses(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		err := apart.call(t, r, c, 9, 0, false)
		assert.EqualError(t, err, "circular: root 9 of 4")
		assert.ErrorIs(t, err, comm.ErrArgument)
		assert.NoError(t, c.Err())
		assert.Zero(t, port.cache.Len()+port.runs)
		assert.NoError(t, apart.call(t, r, c, 0, 1, false))

		invalid := c.Line(0, 1, 9)
		assert.Equal(t, invalid.Err(), r.Call(invalid, 0, comm.Concat(), nil, nil))
		assert.NoError(t, apart.call(t, r, c, 0, 2, false))
	})
}

// The error of a program becomes the error of the communicator, and later calls do not run.
func TestCompiledFails(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		port.broken = errors.New("the link is down")
		assert.Equal(t, port.broken, apart.call(t, r, c.Line(3, -1, 4), 0, 0, false))
		assert.Equal(t, port.broken, c.Err())
		assert.Equal(t, port.broken, apart.call(t, r, c, 0, 1, false))
		assert.Equal(t, 1, port.runs)
	})
}

// Call returns an error on a port that is not a Loader. Loads reports this in advance.
func TestCompiledNeedsALoader(t *testing.T) {
	assert.NoError(t, local.Run(1, func(port comm.AsyncPort[string]) error {
		r, c := compiledCircle(), comm.New[string](port)
		assert.False(t, r.Loads(c))
		err := r.Call(c, 0, comm.Concat(), nil, nil)
		assert.ErrorIs(t, err, comm.ErrArgument)
		assert.ErrorContains(t, err, "plan: Call: the port *")
		assert.ErrorContains(t, err, " does not load plans")
		assert.True(t, r.Loads(comm.New[string](&reading{AsyncPort: port})))
		assert.False(t, r.Loads(c))
		return nil
	}))
}

// Messages longer than Segment are divided, and the result is the same.
func TestCompiledCut(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		r.Segment = func(root int) int { return root }
		for root, want := range []int{3, 1, 2, 3} {
			assert.NoError(t, apart.call(t, r, c, root, 0, false))
			longest := 0
			for _, s := range port.loaded[root].Steps {
				if s.Message() {
					longest = max(longest, s.Words())
				}
			}
			assert.Equal(t, want, longest)
		}
	})
}

// On another port, the procedure is recorded again.
func TestCompiledOnAnotherPort(t *testing.T) {
	assert.NoError(t, local.Run(2, func(port comm.AsyncPort[string]) error {
		r, first, second := compiledCircle(), &reading{AsyncPort: port}, &reading{AsyncPort: port}
		for number, on := range []*reading{first, second, first} {
			assert.NoError(t, apart.call(t, r, comm.New[string](on), 0, number, false))
		}
		assert.Equal(t, []int{2, 1}, []int{first.runs, second.runs})
		second.cache.Clear()
		assert.NoError(t, apart.call(t, r, comm.New[string](first), 0, 3, false))
		assert.Equal(t, 3, r.times, "what another port frees is no matter of this one")
		return nil
	}))
}

// After Bind, a call records nothing. Bind itself sends nothing, so one process may call it alone.
func TestBindMakesThePlan(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		for root := range 2 {
			if c.Label() > 0 {
				_, _, err := r.Bind(c, root, comm.Concat(), make([]string, 3), make([]string, 3))
				assert.NoError(t, err)
				assert.Equal(t, root+1, r.times)
			}
		}
		for root := range 2 {
			assert.NoError(t, apart.call(t, r, c, root, root, false))
		}
		assert.Equal(t, 2, r.times)
		_, _, err := r.Bind(c, 4, comm.Concat(), make([]string, 3), make([]string, 3))
		assert.Error(t, err, "the procedure refuses")
	})
}

// A bound plan fits calls with the same lengths and the same overlap, until the plan is freed. The input and
// the output must either be disjoint or be the same slice. Such a call records no plan and searches for none.
func TestBoundFits(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], r *counted) {
		b := make([]string, 12)
		buffers := map[string][2][]string{
			"apart": {b[0:3], b[6:9]}, "next": {b[3:6], b[0:3]}, "same": {b[1:4], b[1:4]},
			"same elsewhere": {b[5:8], b[5:8]}, "overlap": {b[1:4], b[2:5]}, "longer": {b[0:4], b[6:10]},
			"longer out": {b[0:3], b[6:10]}, "longer in place": {b[0:4], b[0:4]},
		}
		for _, of := range []string{"apart", "same", "overlap"} {
			fits := map[string][]string{"apart": {"apart", "next"}, "same": {"same", "same elsewhere"}}[of]
			bound, words, err := r.Bind(c, 0, comm.Concat(), buffers[of][0], buffers[of][1])
			assert.NoError(t, err)
			for name, s := range buffers {
				assert.Equal(t, slices.Contains(fits, name), bound.Fits(s[0], s[1]), "%s for %s", of, name)
			}
			for j := range b {
				b[j] = fmt.Sprintf("%d.%d.%d ", c.Label(), j, 7)
			}
			first := map[string]int{"apart": 0, "same": 1, "overlap": 1}[of]
			assert.NoError(t, bound.Run(c, comm.Concat(), buffers[of][0], words))
			for j, word := range buffers[of][1] {
				assert.Equal(t, wantedWord(4, 0, first+j, 7, false), word)
			}
		}
		assert.Equal(t, 3, r.times)
		bound, _, err := r.Bind(c, 0, comm.Concat(), b[0:3], b[6:9])
		assert.NoError(t, err)
		port.broken = errors.New("no link")
		assert.EqualError(t, bound.Run(c, comm.Concat(), b[0:3], b[6:9]), "no link")
		assert.EqualError(t, c.Err(), "no link", "the communicator keeps it")
		port.cache.Clear()
		assert.False(t, bound.Fits(b[0:3], b[6:9]), "it is freed")
	})
}
