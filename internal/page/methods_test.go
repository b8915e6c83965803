package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// The description of a run states only facts from its file.
func TestSays(t *testing.T) {
	type cells = []results.Cell
	for name, c := range map[string]struct {
		env          results.Env
		cells        cells
		says, silent string
	}{
		"one host": {results.Env{CallForm: results.CallForm{Clock: "node"}}, make(cells, 1),
			"All ranks read the clock of one machine",
			"off by at most"},
		"at the start": {results.Env{CallForm: results.CallForm{Clock: "offset"},
			MeasurementCost: results.MeasurementCost{ClockError: 4000}},
			cells{{StartSkew: results.StartSkew{ClockError: 3000}}},
			"off by at most 4.00 µs", ""},
		"of a cell": {results.Env{CallForm: results.CallForm{Clock: "offset"},
			MeasurementCost: results.MeasurementCost{ClockError: 1000}},
			cells{{StartSkew: results.StartSkew{ClockError: 5000}},
				{StartSkew: results.StartSkew{ClockError: 3000}}}, "off by at most 5.00 µs", ""},
		"refused": {results.Env{CallForm: results.CallForm{Clock: "offset", Sync: "round"}},
			cells{{Sampling: results.Sampling{Sync: "dissem"}}, {}, {}},
			"which rank 0 sets; in 1 of 3 cells after topocoll's own dissemination barrier", ""},
		"not refused": {results.Env{CallForm: results.CallForm{Clock: "offset", Sync: "round"}}, make(cells, 3),
			"which rank 0 sets.",
			"dissemination"},
		"cold": {results.Env{CallForm: results.CallForm{Cache: results.Cold}}, nil, "The caches are cold",
			"The caches are warm"},
		"warm": {results.Env{CallForm: results.CallForm{Cache: results.Warm}}, nil, "The caches are warm",
			"The caches are cold"},
		"every root": {results.Env{}, nil, "the same root, which rotates from repetition to repetition. Each",
			"root, rank"},
		"one root": {results.Env{CallForm: results.CallForm{Root: new(int)}}, nil,
			"All contenders have the same root, rank 0. Each", "rotates"},
		"neither":      {results.Env{}, nil, "With one launch, the verdicts", "The caches are"},
		"enough cores": {results.Env{}, nil, "With one launch, the verdicts", "more ranks than cores"},
		"too few cores": {results.Env{CoreUse: results.CoreUse{Oversubscribed: true}}, nil,
			"the verdicts are not evidence about the algorithms", "with and without the waiting time"},
		"cores known": {results.Env{CoreUse: results.CoreUse{Oversubscribed: true, CoresKnown: true}}, nil,
			"Every verdict holds with and without the waiting time", "not evidence about the algorithms"},
	} {
		r := &results.Result{Env: c.env, Cells: c.cells}
		text := strings.Join(append(describeMethods(r), describeLimits(r)...), "\n")
		assert.Contains(t, text, c.says, name)
		if c.silent != "" {
			assert.NotContains(t, text, c.silent, name)
		}
	}
	page := write(t,
		&results.Result{Status: "partial", Skipped: []string{"alltoall 4M p=4: 32M of buffers"},
			Env: results.Env{CoreUse: results.CoreUse{Oversubscribed: true}}})
	for _, text := range []string{"The run ended early", "alltoall 4M p=4: 32M of buffers",
		"the verdicts are not evidence about the algorithms"} {
		assertHas(t, page, text)
	}
}
