package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/coll"
	"topocoll/comm"
	"topocoll/examples/job"
	"topocoll/examples/matrix"
)

func TestMultiply(t *testing.T) {
	for _, n := range []int{1, 7, 16, 33} {
		a, x := matrix.Generate(n, 1), matrix.Vector(n, 2)
		want := serial(a, x)
		for p := 1; p <= 9; p++ {
			assert.NoError(t, job.Local(p, func(c *comm.Comm[float64]) error {
				w, err := coll.Of(c)
				if err != nil {
					return err
				}
				y, err := multiply(w.Rows(), w.Cols(), a, x)
				if c.Label() == 0 {
					assert.InDeltaSlice(t, want, y, 1e-12, "n=%d p=%d", n, p)
				}
				return err
			}))
		}
	}
}

// multiply also accepts a matrix that is not square.
func TestMultiplyOblong(t *testing.T) {
	a := &matrix.Matrix{Rows: 2, Cols: 3, Data: []float64{1, 2, 3, 4, 5, 6}}
	assert.NoError(t, job.Local(6, func(c *comm.Comm[float64]) error {
		w, err := coll.Of(c)
		if err != nil {
			return err
		}
		y, err := multiply(w.Rows(), w.Cols(), a, []float64{1, 10, 100})
		if c.Label() == 0 {
			assert.Equal(t, []float64{321, 654}, y)
		}
		return err
	}))
}
