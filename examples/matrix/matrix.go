// Package matrix generates the input of the examples: dense matrices and vectors.
package matrix

import (
	"fmt"
	"math"
	"math/rand/v2"

	"topocoll/internal/host"
)

// A Matrix is a dense matrix, stored by rows.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// At returns the element in row i and column j.
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Cols+j] }

// Generate returns an n x n matrix of pseudo-random numbers in [-1, 1). The same seed gives the same matrix.
func Generate(n int, seed uint64) *Matrix {
	return &Matrix{n, n, randomNumbers(n*n, seed, n)}
}

// Vector returns n pseudo-random numbers in [-1, 1). The same seed gives the same numbers.
func Vector(n int, seed uint64) []float64 { return randomNumbers(n, seed, n) }

func randomNumbers(count int, seed uint64, n int) []float64 {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	x := make([]float64, count)
	for i := range x {
		x[i] = 2*random.Float64() - 1
	}
	return x
}

// Input holds the flags that describe the matrix of an example.
type Input struct {
	N    int    `short:"n" help:"Number of rows and of columns of the matrix (${default})." default:"1000"`
	Seed uint64 `help:"Seed of the matrix (${default})." default:"1"`
}

// Generate returns the matrix, or an error if the program would need more than half of the free memory of
// this machine. `bytes` is the memory that the program needs per matrix element.
func (in Input) Generate(bytes int) (*Matrix, error) {
	most := defaultMaxElements
	if free := host.FreeMemory(); free > 0 {
		most = int(free / 2 / int64(bytes))
	}
	switch {
	case in.N < 1:
		return nil, fmt.Errorf("-n %d, want 1 or more", in.N)
	case in.N > most/in.N:
		return nil, fmt.Errorf("-n %d, want at most %d, so that the data fit in half of the free memory", in.N,
			int(math.Sqrt(float64(most))))
	}
	return Generate(in.N, in.Seed), nil
}

// defaultMaxElements limits the number of elements if the amount of free memory is unknown.
const defaultMaxElements = 1 << 28
