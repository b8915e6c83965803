//go:build cgo

package bench

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Every operator is measured with every type that it accepts, and every contender's result is checked. With
// more ranks than cores each run takes a second, so each operator is then tested with only one type.
func TestTypesAndOperators(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsNamed("ring/reduce", "hcube/allreduce", "ring/scan", "ring/exscan", "ring/reducescatter",
			"ring/bcast")
		for i, word := range results.WordTypes() {
			for j, operator := range words.Operators() {
				some := w.Size > runtime.NumCPU() && (i+j)%len(results.WordTypes()) != 0
				if some || words.IntegersOnly(operator) && word.Name[0] == 'f' {
					continue
				}
				assert.Equal(t, operator, operatorNamed(word.Name, operator), word.Name)
				cfg := Config{Options: contender.Options{Gompi: true, Operator: operator},
					Contenders:    Contenders{Rows: rows},
					MeasuredCases: MeasuredCases{Sizes: []int{40 * word.Bytes}},
					CallSettings:  CallSettings{Type: word.Name},
					Effort:        Effort{Exact: 1, Warmup: -1},
					MemoryLimit:   little}
				r, err := Run(w, patiently(cfg), &recorder{})
				require.NoError(t, err, "%s of %s", operator, word.Name)
				assert.Equal(t, "type "+word.Name+", operator "+operator, r.Env.CallOptions())
				for _, c := range r.Cells {
					assert.Equal(t, word.Name, c.Type)
					if c.Algo == "gompi" {
						assert.Equal(t, "float64", word.Name)
						assert.True(t, operator == words.Sum || c.Op == "bcast", operator)
					}
				}
			}
		}
	})
}

// operatorNamed returns the name that the library uses for an operator on words of a type.
func operatorNamed(word, operator string) string {
	return map[string]string{"float64": words.Op[float64](operator).Name,
		"float32": words.Op[float32](operator).Name, "int64": words.Op[int64](operator).Name,
		"int32": words.Op[int32](operator).Name, "uint8": words.Op[uint8](operator).Name}[word]
}

// If the user sets a root, every call with a root uses this root. The distance of a shift still varies.
func TestRoot(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		root := w.Size - 1
		m := benchOf(t, w, Config{Options: contender.Options{Root: &root}, MemoryLimit: little})
		assert.Equal(t, []int{root}, measurementOf(t, m, catalog.Gather, 8).set.Roots)
		assert.Len(t, measurementOf(t, m, catalog.Shift, 8).set.Roots, max(1, w.Size-1), "distances 1 to p-1")
		r, _ := runBench(t, w,
			Config{Options: contender.Options{Root: &root},
				Contenders:    Contenders{Rows: rowsNamed("ring/scatter")},
				MeasuredCases: MeasuredCases{Sizes: []int{8}},
				Effort:        Effort{Exact: 2},
				MemoryLimit:   little})
		assert.Equal(t, root, *r.Env.Root)
	})
}
