// Package matrix gives the examples something to compute with: dense matrices, generated or read from a
// Matrix Market file.
package matrix

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A Matrix is dense, row by row.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// New is a matrix of zeros.
func New(rows, cols int) *Matrix { return &Matrix{rows, cols, make([]float64, rows*cols)} }

// At returns the element in row i and column j.
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Cols+j] }

// Set changes it.
func (m *Matrix) Set(i, j int, v float64) { m.Data[i*m.Cols+j] = v }

// Generate is an n x n matrix of numbers in [-1, 1), the same for the same seed.
func Generate(n int, seed uint64) *Matrix {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	m := New(n, n)
	for i := range m.Data {
		m.Data[i] = 2*random.Float64() - 1
	}
	return m
}

// Input is how an example is told its matrix.
type Input struct {
	File string `short:"f" help:"Matrix Market file (coordinate or array, real or integer, general or symmetric)." placeholder:"FILE"`
	N    int    `short:"n" help:"Extent of a generated matrix (${default})." default:"1000"`
	Seed uint64 `help:"Of the generated matrix (${default})." default:"1"`
}

// Load reads or generates the matrix.
func (in Input) Load() (*Matrix, error) {
	if in.File == "" {
		if in.N < 1 {
			return nil, fmt.Errorf("-n %d, want 1 or more", in.N)
		}
		return Generate(in.N, in.Seed), nil
	}
	file, err := os.Open(filepath.Clean(in.File))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := ReadMarket(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.File, err)
	}
	return m, nil
}
