//go:build cgo

package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench"
)

// A choice of calls that cannot be made is refused before anything starts, as is one that says nothing.
func TestBadCalls(t *testing.T) {
	refuses(t, "bench --dry-run", map[string]string{
		"--type complex":                    `--type: type "complex", want float64 (double), float32 (float), int64 (long), int32 (int), uint8 (byte)`,
		"--type int --size 8,12,6":          "--type int --size 6, want multiples of 4 bytes",
		"--type int --op barrier":           "--type int: nothing in --op barrier has words",
		"--type int --op pingpong":          "--type int: nothing in --op pingpong has words",
		"--operator mean":                   `--operator "mean", want sum, prod, max, min, land`,
		"--operator band":                   "--operator band of floating-point words, want integers: --type int64, int32 or uint8",
		"--operator lor --type float":       "want integers",
		"--operator max --op bcast,scatter": "--operator max: nothing in --op bcast,scatter combines words",
		"--root first":                      `--root "first", want a rank, or rotate`,
		"--root=-1":                         `--root "-1", want a rank, or rotate`,
		"--root 1 --op allgather":           "--root 1: nothing in --op allgather has a root",
		"--root 2 -n 4 --np 4,2 --op bcast": "--root 2 of 2 ranks, want 0 to 1",
		"--root 9 -n 4 --op bcast --size 8": "--root 9 of 4 ranks, want 0 to 3",
	})
}

// Types and operators have their names in Go, in C and in MPI.
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
		cfg := bench.Config{Sizes: []int{8, 64}}
		rows, err := selection{Op: []string{"reduce"}}.rows()
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
