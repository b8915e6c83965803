// Matvec multiplies a matrix by a vector on a mesh of processes. It is the first example of the textbook
// (figure 3.3). The parts of the vector are broadcast down the columns, every process multiplies its block,
// and the products are reduced along the rows.
//
//	mpirun -n 6 bin/matvec -n 1000
//	bin/matvec --local 6
package main

import (
	"fmt"
	"math"
	"os"
	"time"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/examples/job"
	"topocoll/examples/matrix"
)

type flags struct {
	matrix.Input
	Local int `help:"Run on this many goroutines instead of MPI ranks." placeholder:"P"`
}

func main() {
	var f flags
	os.Exit(job.Main("matvec", "Matrix-vector product on a mesh of processes.", &f, func() error {
		each := 8 * (1 + job.Copies(f.Local)) // bytes per matrix element; every rank generates the matrix
		a, err := f.Generate(each)
		if err != nil {
			return fmt.Errorf("%w: %w", job.ErrInput, err)
		}
		x := matrix.Vector(a.Cols, f.Seed+1)
		return job.Run(f.Local, func(c *comm.Comm[float64]) error {
			w, err := coll.Of(c)
			if err != nil {
				return err
			}
			row, column, start := w.Rows(), w.Cols(), time.Now()
			y, err := multiply(row, column, a, x)
			if err != nil || c.Label() != 0 {
				return err
			}
			took := time.Since(start)
			fmt.Printf(
				"%d x %d matrix on a %dx%d mesh: %v, largest difference from the serial product %.3g\n",
				a.Rows, a.Cols, column.Size(), row.Size(), took.Round(time.Microsecond),
				difference(y, serial(a, x)))
			return nil
		})
	}))
}

// multiply returns a·x on process 0. Process (i, j) of the mesh works on block (i, j) of the matrix `a`.
func multiply(row, column *coll.World[float64], a *matrix.Matrix, x []float64) ([]float64, error) {
	i, j := column.Label(), row.Label()
	rows, cols := comm.SplitBlocks(column.Size(), a.Rows), comm.SplitBlocks(row.Size(), a.Cols)
	part := make([]float64, cols.Len(j)) // block j of x; before the broadcast, only process (0, j) has it
	if i == 0 {
		copy(part, comm.Block(cols, x, j))
	}
	if err := coll.Bcast(column, 0, part); err != nil {
		return nil, err
	}
	product, sum := make([]float64, rows.Len(i)), make([]float64, rows.Len(i))
	for r := range product {
		block := a.Data[(rows.Start(i)+r)*a.Cols+cols.Start(j):]
		for k, v := range part {
			product[r] += block[k] * v
		}
	}
	if err := coll.Reduce(row, 0, comm.Sum[float64](), product, sum); err != nil || j != 0 {
		return nil, err
	}
	y := make([]float64, a.Rows)
	return y, coll.Gatherv(column, 0, catalog.CountsOf(rows), sum, y)
}

func serial(a *matrix.Matrix, x []float64) []float64 {
	y := make([]float64, a.Rows)
	for i := range y {
		for j, v := range x {
			y[i] += a.At(i, j) * v
		}
	}
	return y
}

func difference(x, y []float64) float64 {
	largest := 0.0
	for i := range x {
		largest = max(largest, math.Abs(x[i]-y[i]))
	}
	return largest
}
