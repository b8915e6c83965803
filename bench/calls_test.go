//go:build cgo

package bench

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Every operator is measured in every type that it is of, and every contender's result is checked. Ranks that wait for a core take
// a second for each, so with more ranks than cores there is one type for every operator.
func TestTypesAndOperators(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsOf("ring/reduce", "hcube/allreduce", "ring/scan", "ring/exscan", "ring/reducescatter", "ring/bcast")
		for i, words := range results.WordTypes() {
			for j, operator := range Operators() {
				some := w.Size > runtime.NumCPU() && (i+j)%len(results.WordTypes()) != 0
				if some || OfIntegers(operator) && words.Name[0] == 'f' {
					continue
				}
				assert.Equal(t, operator, operatorNamed(words.Name, operator), words.Name)
				cfg := Config{Rows: rows, Sizes: []int{40 * words.Bytes}, Type: words.Name, Operator: operator, Exact: 1, Warmup: -1, Gompi: true, MemoryLimit: little}
				r, err := Run(w, cfg, &heard{})
				require.NoError(t, err, "%s of %s", operator, words.Name)
				assert.Equal(t, "type "+words.Name+", operator "+operator, r.Env.Calls())
				for _, c := range r.Cells {
					assert.Equal(t, words.Name, c.Type)
					if c.Algo == "gompi" {
						assert.Equal(t, "float64", words.Name)
						assert.True(t, operator == Sum || c.Op == "bcast", operator)
					}
				}
			}
		}
	})
}

// operatorNamed is the name of the library's operator that calls get.
func operatorNamed(words, operator string) string {
	return map[string]string{"float64": opOf[float64](operator).Name, "float32": opOf[float32](operator).Name, "int64": opOf[int64](operator).Name,
		"int32": opOf[int32](operator).Name, "uint8": opOf[uint8](operator).Name}[words]
}

// A chosen root is that of every call that has one; the distance of a shift still changes.
func TestRoot(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		root := w.Size - 1
		m := measurerOf(t, w, Config{Root: &root, MemoryLimit: little})
		assert.Equal(t, []int{root}, m.roots(catalog.Gather, 8))
		assert.Len(t, m.roots(catalog.Shift, 8), w.Size)
		r, _ := ran(t, w, Config{Rows: rowsOf("ring/scatter"), Sizes: []int{8}, Root: &root, Exact: 2, MemoryLimit: little})
		assert.Equal(t, root, *r.Env.Root)
	})
}
