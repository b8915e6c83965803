package main

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/examples/job"
	"topocoll/examples/matrix"
)

func TestTransposeAndFFT(t *testing.T) {
	for _, n := range []int{1, 7, 16, 33} {
		all := toComplex(matrix.Generate(n, 1))
		for p := 1; p <= 9; p++ {
			assert.NoError(t, job.Local(p, func(c *comm.Comm[complex128]) error {
				tr := newTransposer()
				turned, err := runAndGather(c, n, all, tr.transpose)
				if err != nil {
					return err
				}
				spectrum, err := runAndGather(c, n, all, tr.fft)
				if c.Label() == 0 {
					assert.Equal(t, serialTranspose(all, n), turned, "n=%d p=%d", n, p)
					assert.Less(t, difference(spectrum, serialFFT(all, n)), 1e-9, "n=%d p=%d", n, p)
				}
				return err
			}))
		}
	}
}

// The spectrum equals the sum that defines the Fourier transform.
func TestSerialFFT(t *testing.T) {
	const n = 5
	all := toComplex(matrix.Generate(n, 3))
	spectrum := serialFFT(all, n)
	for u := range n {
		for v := range n {
			var sum complex128
			for i := range n {
				for j := range n {
					sum += all[i*n+j] * cmplx.Rect(1, -2*math.Pi*float64(u*i+v*j)/n)
				}
			}
			assert.InDelta(t, 0, cmplx.Abs(sum-spectrum[v*n+u]), 1e-12)
		}
	}
}
