package ranking_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/results/tables"
)

// A forced algorithm is compared with the catalog's version of the same algorithm. The same is true if
// another algorithm with the same plans was measured in its place.
func TestPairs(t *testing.T) {
	cell := func(op, algo string, bytes int, median float64, alike ...string) results.Cell {
		return results.Cell{Subject: results.Subject{Op: op, P: 4, Bytes: bytes, Algo: algo,
			Alike: alike},
			Summary:          results.Summary{Median: median},
			NativeComparison: results.NativeComparison{Ratio: median / 10}}
	}
	r := &results.Result{Cells: []results.Cell{
		cell("bcast", results.Native, 8, 10), cell("bcast", "native:binomial", 8, 10), cell("bcast",
			"native:knomial", 8, 10), cell("bcast", "ring/bcast-doubling", 8, 5, "hcube/bcast"),
		cell("bcast", results.Native, 64, 10), cell("bcast", "native:binomial", 64, 10), cell("bcast",
			"hcube/bcast", 64, 20),
		cell("reduce", results.Native, 8, 10), cell("reduce", "native:linear", 8, 10), cell("reduce",
			"hcube/reduce", 8, 1),
	}}
	results.Judge(r.Cells, false)
	assert.Equal(t, []ranking.SameAlgorithm{{Op: "bcast", P: 4, Ours: "hcube/bcast",
		Theirs: "native:binomial", Sizes: 2, Ratio: 1, Least: 0.5, Most: 2}}, ranking.SameAlgorithms(r))
	assert.Equal(t, []any{"", "hcube/bcast", 0.5, ""}, []any{r.Cells[0].Ours, r.Cells[1].Ours,
		r.Cells[1].OursRatio, r.Cells[2].Ours})
	var out strings.Builder
	tables.WriteSummary(&out, r)
	assert.Regexp(t, `\nbcast +4 hcube/bcast +binomial +1\.000 0\.500\.\.2\.000\n`, out.String())
	r.Cells = r.Cells[7:]
	out.Reset()
	tables.WriteSummary(&out, r)
	assert.NotContains(t, out.String(), "the same algorithm")
}
