// Transpose transposes a matrix whose rows are distributed over the processes, by a total exchange
// (all-to-all). It uses the transpose for a two-dimensional Fourier transform: transform the rows, transpose,
// transform the rows again.
//
//	mpirun -n 6 bin/transpose -n 1000
//	bin/transpose --local 6
package main

import (
	"fmt"
	"math/cmplx"
	"os"
	"time"

	"gonum.org/v1/gonum/dsp/fourier"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/examples/job"
	"topocoll/examples/matrix"
	"topocoll/ring"
)

type flags struct {
	matrix.Input
	Local int `help:"Run on this many goroutines instead of MPI ranks." placeholder:"P"`
}

func main() {
	var f flags
	os.Exit(job.Main("transpose", "Matrix transpose and 2-D FFT by a total exchange.", &f, func() error {
		// Every rank generates the matrix and converts it to complex numbers. The buffers of the exchange, the
		// results and the serial results take ten times the memory of the complex matrix.
		each := (8+16)*job.Copies(f.Local) + 10*16
		a, err := f.Generate(each)
		if err != nil {
			return fmt.Errorf("%w: %w", job.ErrInput, err)
		}
		n, all := a.Rows, toComplex(a)
		return job.Run(f.Local, func(c *comm.Comm[complex128]) error {
			start, t := time.Now(), newTransposer()
			turned, err := runAndGather(c, n, all, t.transpose)
			if err != nil {
				return err
			}
			middle := time.Now()
			spectrum, err := runAndGather(c, n, all, t.fft)
			if err != nil || c.Label() != 0 {
				return err
			}
			fmt.Printf("%d x %d matrix on %d processes; the times include collecting the result\n", n, n,
				c.Size())
			fmt.Printf("transpose %v, largest difference from the serial result %.3g\n",
				middle.Sub(start).Round(time.Microsecond), difference(turned, serialTranspose(all, n)))
			fmt.Printf("2-D FFT   %v, largest difference from the serial result %.3g\n",
				time.Since(middle).Round(time.Microsecond), difference(spectrum, serialFFT(all, n)))
			return nil
		})
	}))
}

// A transposer transposes matrices on one communicator. The procedure of its total exchange is compiled: over
// MPI, the first call is recorded, and later calls are executed in C.
type transposer struct{ exchange catalog.Row[complex128] }

func newTransposer() transposer {
	ecube, _ := catalog.Find[complex128]("hcube/alltoall-ecube")
	return transposer{catalog.Compiled(ecube).Row}
}

// transpose transposes an n x n matrix. The argument `rows` and the result are this process's rows of the
// original and of the transposed matrix. In the total exchange, block j contains the elements for process j,
// padded to b x b elements, where b = ceil(n/p).
func (t transposer) transpose(c *comm.Comm[complex128], n int, rows []complex128) ([]complex128, error) {
	p := c.Size()
	shares := comm.SplitBlocks(p, n) // the blocks of rows; longer blocks come first
	b := shares.Len(0)
	send, recv := make([]complex128, p*b*b), make([]complex128, p*b*b)
	for j := range p {
		for i := range shares.Len(c.Label()) {
			copy(send[(j*b+i)*b:], rows[i*n+shares.Start(j):i*n+shares.Start(j+1)])
		}
	}
	if err := t.exchange.Run(c, catalog.Args[complex128]{In: send, Out: recv}); err != nil {
		return nil, err
	}
	turned := make([]complex128, len(rows))
	for j := range p {
		for k := range shares.Len(j) { // row k of process j is column shares.Start(j)+k of the result
			for i := range shares.Len(c.Label()) {
				turned[i*n+shares.Start(j)+k] = recv[(j*b+k)*b+i]
			}
		}
	}
	return turned, nil
}

// fft returns this process's rows of the transposed two-dimensional spectrum.
func (t transposer) fft(c *comm.Comm[complex128], n int, rows []complex128) ([]complex128, error) {
	turned, err := t.transpose(c, n, transformRows(rows, n))
	if err != nil {
		return nil, err
	}
	return transformRows(turned, n), nil
}

func transformRows(rows []complex128, n int) []complex128 {
	plan, out := fourier.NewCmplxFFT(n), make([]complex128, len(rows))
	for i := 0; i < len(rows); i += n {
		plan.Coefficients(out[i:i+n], rows[i:i+n])
	}
	return out
}

// runAndGather runs step on each process's rows of a matrix, and collects the resulting rows on process 0.
func runAndGather(c *comm.Comm[complex128], n int, all []complex128,
	step func(*comm.Comm[complex128], int, []complex128) ([]complex128, error)) ([]complex128, error) {
	shares := comm.SplitBlocks(c.Size(), n)
	mine := all[shares.Start(c.Label())*n : shares.Start(c.Label()+1)*n]
	rows, err := step(c, n, mine)
	if err != nil {
		return nil, err
	}
	var result []complex128
	if c.Label() == 0 {
		result = make([]complex128, n*n)
	}
	counts := make([]int, c.Size())
	for i := range counts {
		counts[i] = shares.Len(i) * n
	}
	return result, ring.Gather(c, 0, rows, result, comm.CountBlocks(counts))
}

func toComplex(a *matrix.Matrix) []complex128 {
	all := make([]complex128, len(a.Data))
	for i, v := range a.Data {
		all[i] = complex(v, 0)
	}
	return all
}

func serialTranspose(all []complex128, n int) []complex128 {
	turned := make([]complex128, n*n)
	for i := range n {
		for j := range n {
			turned[j*n+i] = all[i*n+j]
		}
	}
	return turned
}

// serialFFT returns the transposed spectrum, computed by one process.
func serialFFT(all []complex128, n int) []complex128 {
	return transformRows(serialTranspose(transformRows(all, n), n), n)
}

func difference(x, y []complex128) float64 {
	largest := 0.0
	for i := range x {
		largest = max(largest, cmplx.Abs(x[i]-y[i]))
	}
	return largest
}
