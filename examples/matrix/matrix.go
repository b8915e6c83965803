// Package matrix provides the input of the examples: dense matrices, generated or read from a Matrix Market
// file.
package matrix

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"topocoll/internal/host"
)

// A Matrix is a dense matrix, stored by rows.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// New returns a matrix of zeros.
func New(rows, cols int) *Matrix { return &Matrix{rows, cols, make([]float64, rows*cols)} }

// At returns the element in row i and column j.
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Cols+j] }

// Set sets the element in row i and column j.
func (m *Matrix) Set(i, j int, v float64) { m.Data[i*m.Cols+j] = v }

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

// Input holds the flags that select the matrix of an example.
type Input struct {
	File string `short:"f" help:"Matrix Market file (coordinate or array, real or integer, general or symmetric)." placeholder:"FILE"`
	N    int    `short:"n" help:"Number of rows and of columns of the generated matrix (${default})." default:"1000"`
	Seed uint64 `help:"Seed of the generated matrix (${default})." default:"1"`
}

// Load reads or generates the matrix. It returns an error if the program would need more than half of the
// free memory of this machine. `bytes` is the memory that the program needs per matrix element.
func (in Input) Load(bytes int) (*Matrix, error) {
	most := defaultMaxElements
	if free := host.FreeMemory(); free > 0 {
		most = int(free / 2 / int64(bytes))
	}
	if in.File == "" {
		switch {
		case in.N < 1:
			return nil, fmt.Errorf("-n %d, want 1 or more", in.N)
		case in.N > most/in.N:
			return nil, fmt.Errorf("-n %d, want at most %d, so that the data fit in half of the free memory", in.N,
				int(math.Sqrt(float64(most))))
		}
		return Generate(in.N, in.Seed), nil
	}
	m, err := in.read(most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.File, err)
	}
	return m, nil
}

// defaultMaxElements limits the number of elements if the amount of free memory is unknown.
const defaultMaxElements = 1 << 28

// read reads the matrix from a regular file. Other files are an error, because every process reads the whole
// file, and a pipe can be read only once.
func (in Input) read(most int) (*Matrix, error) {
	info, err := os.Stat(in.File)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, withoutPath(err)
	}
	file, err := os.Open(in.File)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer file.Close()
	return ReadMarket(file, most)
}

// withoutPath removes the file name from an error of package os.
func withoutPath(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}
