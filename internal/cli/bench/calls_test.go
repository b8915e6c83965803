//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench"
	"topocoll/internal/cli/option"
)

// The flags accept the names of types and operators in Go, C and MPI.
func TestCallFlags(t *testing.T) {
	for _, c := range []struct {
		flags          callFlags
		words, combine string
		root           int
	}{
		{callFlags{Type: "MPI_INT", Operator: "MPI_BXOR", Root: "3"}, "int32", "bxor", 3},
		{callFlags{Type: "double", Operator: "max", Root: "rotate"}, "float64", "max", -1},
		{callFlags{Type: "uint8", Operator: "Sum", Root: "0"}, "uint8", "sum", 0},
		{callFlags{}, "", "", -1},
	} {
		cfg := bench.Config{MeasuredCases: bench.MeasuredCases{Sizes: []int{8, 64}}}
		rows, err := option.Selection{Op: []string{"reduce"}}.Rows()
		assert.NoError(t, err)
		cfg.Rows = rows
		assert.NoError(t, c.flags.set(&cfg))
		assert.Equal(t, c.words, cfg.Type)
		assert.Equal(t, c.combine, cfg.Operator)
		if c.root < 0 {
			assert.Nil(t, cfg.Root)
		} else if assert.NotNil(t, cfg.Root) {
			assert.Equal(t, c.root, *cfg.Root)
		}
	}
}

// bench --op pingpong accepts the flags that affect it, also from a file, and rejects other flags.
func TestFlagsOfPingPong(t *testing.T) {
	b := Command{selectionFlags: selectionFlags{Op: []string{"pingpong"}}}
	assert.NoError(t, b.refuseIdle(bench.Config{}, option.Given{"op": true, "size": true, "seed": true}))
	assert.ErrorContains(t, b.refuseIdle(bench.Config{}, option.Given{"op": true, "rel": true}), "--rel")
}
