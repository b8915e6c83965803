package comm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
	"topocoll/ring"
)

// Every call on an invalid line returns an error. The communicator of the line remains usable.
func TestLineRefuses(t *testing.T) {
	const p = 4
	tests := map[string]struct{ first, stride, n int }{
		"no stride":           {0, 0, 4},
		"no stride, one node": {0, 0, 1},
		"no nodes":            {0, 1, 0},
		"fewer":               {0, 1, -2},
		"beyond the last":     {0, 1, 5},
		"before the first":    {2, -1, 4},
		"without this one":    {4, 1, 2},
		"between the strides": {-1, 2, 3},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			assert.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
				c := comm.New(port)
				line := c.Line(test.first, test.stride, test.n)
				x, result := []int{c.Label()}, make([]int, line.Size())
				for _, err := range []error{line.Err(), ring.Allgather(line, x, result),
					ring.Bcast(line, 0, x)} {
					assert.ErrorIs(t, err, comm.ErrArgument)
					assert.ErrorContains(t, err, "comm: Line: ")
				}
				assert.Equal(t, []int{c.Label()}, x)
				all := make([]int, p)
				if err := ring.Allgather(c, x, all); err != nil {
					return err
				}
				assert.Equal(t, []int{0, 1, 2, 3}, all)
				return c.Err()
			}))
		})
	}
}

func TestMapRefuses(t *testing.T) {
	for want, labels := range map[string][]int{
		"index 1 has label 2, want distinct labels in 0..1":  {0, 2},
		"index 0 has label -1, want distinct labels in 0..1": {-1},
		"index 1 has label 0, want distinct labels in 0..1":  {0, 0},
		"of this process is not among the 0 labels given":    nil,
	} {
		assert.NoError(t, local.Run(2, func(port comm.AsyncPort[int]) error {
			_, err := comm.Map(comm.New(port), labels)
			assert.ErrorIs(t, err, comm.ErrArgument)
			assert.ErrorContains(t, err, want)
			return nil
		}))
	}
}
