package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// What is said of the clocks is what the file knows.
func TestMethodsOnClocks(t *testing.T) {
	for name, c := range map[string]struct {
		env   results.Env
		cells []results.Cell
		says  string
	}{
		"one host":         {results.Env{Clock: "node"}, make([]results.Cell, 1), "All ranks read one clock"},
		"a file of before": {results.Env{Clock: "offset"}, make([]results.Cell, 1), "aligned before the run"},
		"at the start":     {results.Env{Clock: "offset", ClockError: 4000}, []results.Cell{{ClockError: 3000}}, "off by at most 4.00 µs"},
		"of a cell":        {results.Env{Clock: "offset", ClockError: 1000}, []results.Cell{{ClockError: 5000}, {ClockError: 3000}}, "off by at most 5.00 µs"},
		"refused": {results.Env{Clock: "offset", Sync: "round"}, []results.Cell{{Sync: "dissem"}, {}, {}},
			"given out by rank 0; in 1 of 3 cells after a dissemination barrier"},
		"not refused": {results.Env{Clock: "offset", Sync: "round"}, make([]results.Cell, 3), "given out by rank 0."},
	} {
		assert.Contains(t, strings.Join(methodsOf(&results.Result{Env: c.env, Cells: c.cells}), "\n"), c.says, name)
	}
}
