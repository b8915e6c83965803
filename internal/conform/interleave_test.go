package conform

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
)

// Concurrent calls of any algorithms give the same results as consecutive calls, whatever the order in which
// each process waits for them.
func TestInterleavedLocal(t *testing.T) {
	for p := 1; p <= 9; p++ {
		t.Run(fmt.Sprintf("p=%d", p), func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
				rows := compiledRows[string]()
				for seed := range uint64(20) {
					if err := Interleave(rows, comm.New(port), Strings(), seed, false); err != nil {
						return err
					}
				}
				return nil
			}))
		})
	}
}

// compiledRows returns the compiled rows of the algorithms that have not failed another test.
func compiledRows[T any]() (rows []catalog.CompiledRow[T]) {
	for _, row := range catalog.Rows[T]() {
		if !hasFailed(row.ID) {
			rows = append(rows, catalog.Compiled(row))
		}
	}
	return rows
}
