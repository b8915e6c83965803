// Matvec multiplies a matrix by a vector on a mesh of processes, the first example of the textbook (figure
// 3.3): the parts of the vector are broadcast down the columns, every process multiplies its block, and the
// products are reduced along the rows.
//
//	mpirun -n 6 bin/matvec -n 1000
//	mpirun -n 6 bin/matvec -f matrix.mtx
//	bin/matvec --local 6
package main

import (
	"fmt"
	"math"
	"os"
	"time"

	"topocoll/comm"
	"topocoll/examples/job"
	"topocoll/examples/matrix"
	"topocoll/ring"
	"topocoll/topo"
)

type flags struct {
	matrix.Input
	Local int `help:"Run on this many goroutines instead of MPI ranks." placeholder:"P"`
}

func main() {
	var f flags
	os.Exit(job.Main("matvec", "Matrix-vector product on a mesh of processes.", &f, func() error {
		each := 8 * (1 + job.Copies(f.Local)) // bytes per element: every rank loads the matrix
		a, err := f.Load(each)
		if err != nil {
			return fmt.Errorf("%w: %w", job.ErrInput, err)
		}
		x := matrix.Vector(a.Cols, f.Seed+1)
		return job.Run(f.Local, func(c *comm.Comm[float64]) error {
			start := time.Now()
			y, err := multiply(c, a, x)
			if err != nil || c.Label() != 0 {
				return err
			}
			took := time.Since(start)
			fmt.Printf("%d x %d matrix on a %v mesh: %v, largest difference from the serial product %.3g\n",
				a.Rows, a.Cols, topo.NearSquare(c.Size(), 2), took.Round(time.Microsecond), difference(y, serial(a, x)))
			return nil
		})
	}))
}

// multiply returns a·x on process 0. Process (i, j) of the mesh works on block (i, j) of a; the processes
// (0, j) have the parts of x.
func multiply(c *comm.Comm[float64], a *matrix.Matrix, x []float64) ([]float64, error) {
	g := topo.NearSquare(c.Size(), 2)
	i, j := g.Coord(c.Label(), 0), g.Coord(c.Label(), 1)
	rows, cols := comm.SplitBlocks(g[0], a.Rows), comm.SplitBlocks(g[1], a.Cols)
	row, column := c.Line(i*g[1], 1, g[1]), c.Line(j, g[1], g[0])

	// One-to-all broadcast of the parts of x, down all columns at once.
	part := make([]float64, cols.Len(j))
	if i == 0 {
		copy(part, comm.Block(cols, x, j))
	}
	if err := ring.BcastDoubling(column, 0, part); err != nil {
		return nil, err
	}

	// Local products.
	product := make([]float64, rows.Len(i))
	for r := range product {
		block := a.Data[(rows.Start(i)+r)*a.Cols+cols.Start(j):]
		for k, v := range part {
			product[r] += block[k] * v
		}
	}

	// All-to-one reduction along all rows at once, to the first column.
	sum := make([]float64, len(product))
	if err := ring.ReduceDoubling(row, 0, comm.Sum[float64](), product, sum); err != nil {
		return nil, err
	}
	if j != 0 {
		return nil, nil
	}
	y := make([]float64, a.Rows)
	return y, ring.Gatherv(column, 0, rows, sum, y)
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
