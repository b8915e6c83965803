package plan_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	. "topocoll/plan"
)

// compiledRotation returns a compiled procedure that divides its words among the processes. If this process
// has label me, part j of out comes from label me+j mod p.
func compiledRotation() *counted {
	r := &counted{}
	r.Compiled = Compile[string](func(_ int, c *comm.Comm[byte], _ comm.Op[byte], in, out []byte) error {
		r.times++
		p, me := c.Size(), c.Label()
		part := func(x []byte, j int) []byte { return x[len(x)*j/p : len(x)*(j+1)/p] }
		c.Copy(part(out, 0), part(in, 0))
		for j := 1; j < p; j++ {
			c.SendRecv((me-j+p)%p, part(in, j), (me+j)%p, part(out, j))
		}
		return c.Err()
	})
	r.Scales = func(int) bool { return true }
	return r
}

// turn calls the procedure on n words and checks all words of the result.
func turn(t *testing.T, r *counted, c *comm.Comm[string], n int) {
	in, out, want, p, j := make([]string, n), make([]string, n), make([]string, n), c.Size(), 0
	for i := range in {
		for i >= n*(j+1)/p {
			j++
		}
		in[i], want[i] = fmt.Sprint(c.Label(), " ", i), fmt.Sprint((c.Label()+j)%p, " ", i)
	}
	require.NoError(t, r.Call(c, 0, comm.Concat(), in, out))
	assert.Equal(t, want, out, "%d words", n)
}

// From the third length on, no plan is recorded for a length for which a template can be scaled.
func TestManyLengthsShareATemplate(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], _ *counted) {
		r := compiledRotation()
		for i, n := range []int{4, 400} {
			turn(t, r, c, n)
			assert.Equal(t, i+1, r.times)
		}
		turn(t, r, c, 8)
		sought := r.times
		assert.Equal(t, 3, len(port.loaded))
		assert.Equal(t, 4, port.loaded[2].Out, "the fewest words that divide")
		for n := 12; n < 1000; n += 4 {
			turn(t, r, c, n)
		}
		turn(t, r, c, 12)
		assert.Equal(t, sought, r.times)
		assert.Equal(t, 3, len(port.loaded))
		assert.Equal(t, 3, port.cache.Len())
		scaled := port.scaled
		turn(t, r, c, 12)
		turn(t, r, c, 996)
		assert.Equal(t, scaled, port.scaled, "the latest are kept")

		turn(t, r, c, 13)
		turn(t, r, c, 0)
		assert.Equal(t, []int{sought + 2, 5}, []int{r.times, len(port.loaded)}, "plans of their own")
	})
}

// If a template is freed, its scaled plans are freed as well. The template is loaded again without a search.
func TestTemplateAfterEviction(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], other *counted) {
		r := compiledRotation()
		for _, n := range []int{4, 8, 12, 16} {
			turn(t, r, c, n)
		}
		sought := r.times
		port.cache.Limit = 100 // the size of one program
		require.NoError(t, apart.call(t, other, c, 0, 0, false))
		assert.Equal(t, 1, port.cache.Len())
		for _, n := range []int{16, 20, 12, 16} {
			turn(t, r, c, n)
		}
		assert.Equal(t, sought+1, r.times)
		assert.Equal(t, 1, port.cache.Len())
	})
}

// Free frees the procedure's plans, its templates and their scaled plans, but no plan of another procedure.
// Later calls work.
func TestFree(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], other *counted) {
		require.NoError(t, apart.call(t, other, c, 0, 0, false))
		r := compiledRotation()
		for range 2 {
			for _, n := range []int{4, 8, 12, 16, 13, 0} {
				turn(t, r, c, n)
			}
			assert.Equal(t, 6, port.cache.Len())
			r.Free()
			assert.Equal(t, 1, port.cache.Len())
			assert.Equal(t, 100, port.cache.Bytes())
		}
		port.cache.Clear()
		r.Free()
	})
}

// Calls on a communicator of some processes also share a template.
func TestTemplateOfASub(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], _ *counted) {
		c, err := comm.Sub(c, []int{3, 1, 0})
		require.NoError(t, err)
		if c == nil {
			return
		}
		r := compiledRotation()
		for _, n := range []int{3, 6, 9, 12, 15} {
			turn(t, r, c, n)
		}
		assert.Equal(t, 3, len(port.loaded))
		assert.Equal(t, 3, port.loaded[2].Out)
	})
}

// Calls whose messages must be divided, and calls of a procedure that does not scale, have their own plans.
func TestNoTemplate(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], _ *counted) {
		r := compiledRotation()
		r.Segment = func(int) int { return 5 }
		for _, n := range []int{4, 8, 12, 16, 20, 24, 28} {
			turn(t, r, c, n)
		}
		assert.Equal(t, 3+2, len(port.loaded), "two, the template, and two with segments")

		r = compiledRotation()
		r.Scales = nil
		for _, n := range []int{4, 8, 12, 16} {
			turn(t, r, c, n)
		}
		assert.Equal(t, 4, r.times)
	})
}

// Calls in which `in` and `out` overlap share a template if the positions of the two slices have the same
// proportions.
func TestTemplateInPlace(t *testing.T) {
	runOnFour(t, func(port *reading, c *comm.Comm[string], _ *counted) {
		r := Compile[string](func(_ int, c *comm.Comm[byte], _ comm.Op[byte], in, out []byte) error {
			c.SendRecv((c.Label()+1)%4, in, (c.Label()+3)%4, c.Scratch(len(in)))
			c.Copy(out[:len(in)], in)
			return c.Err()
		})
		r.Scales = func(int) bool { return true }
		for _, n := range []int{1, 2, 3, 4, 9} {
			x := make([]string, 3*n)
			for i := range x {
				x[i] = fmt.Sprint(i)
			}
			want := slices.Clone(x)
			copy(want, x[n:2*n])
			require.NoError(t, r.Call(c, 0, comm.Concat(), x[n:2*n], x[:2*n]))
			assert.Equal(t, want, x)
		}
		assert.Equal(t, 3, len(port.loaded))
	})
}
