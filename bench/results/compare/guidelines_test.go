package compare_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
)

func TestGuidelines(t *testing.T) {
	for name, c := range map[string]struct {
		cells []results.Cell
		by    []string
		made  int
	}{
		"gather and bcast of p blocks": {[]results.Cell{resultstest.NativeOf("allgather", 4, 8, 1000),
			resultstest.NativeOf("gather", 4, 8, 400), resultstest.NativeOf("bcast", 4, 32, 500)},
			[]string{"gather 8 + bcast 32"}, 2}, // and gather against allgather
		"within 5 %": {[]results.Cell{resultstest.NativeOf("allreduce", 4, 8, 1060),
			resultstest.NativeOf("reduce", 4, 8, 500), resultstest.NativeOf("bcast", 4, 8, 500)}, nil, 2},
		"a bcast by parts": {[]results.Cell{resultstest.NativeOf("bcast", 4, 32, 1000),
			resultstest.NativeOf("scatter", 4, 8, 300), resultstest.NativeOf("allgather", 4, 8, 300)},
			[]string{"scatter 8 + allgather 8"}, 2},
		"another p": {[]results.Cell{resultstest.NativeOf("gather", 4, 8, 1000),
			resultstest.NativeOf("allgather", 2, 8, 1)}, nil, 0},
		"p does not divide": {[]results.Cell{resultstest.NativeOf("bcast", 3, 32, 1000),
			resultstest.NativeOf("scatter", 3, 10, 1), resultstest.NativeOf("allgather", 3, 10, 1)}, nil, 0},
		"no interval: no verdict": {[]results.Cell{resultstest.NativeOf("gather", 4, 8, 1000), {Op: "allgather",
			Algo: results.Native, P: 4, Bytes: 8, Median: 1}}, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := compare.CheckGuidelines(resultstest.Of(c.cells...))
			var by []string
			for _, v := range g.Violations {
				by = append(by, v.By)
			}
			assert.Equal(t, c.by, by)
			assert.Equal(t, c.made, g.Made)
		})
	}
}

// Our algorithms are alternatives too: the fastest of those with the verdict faster.
func TestGuidelinesByOurs(t *testing.T) {
	ours := func(algo, verdict string, ratio float64) results.Cell {
		return results.Cell{Op: "scan", Algo: algo, P: 4, Bytes: 8, Ratio: ratio, Verdict: verdict,
			Counters: results.Counters{Rounds: 1, Messages: 1, Bytes: 8}}
	}
	forced := results.Cell{Op: "scan", Algo: "native:linear", P: 4, Bytes: 8, Ratio: 0.1,
		Verdict: results.Faster}
	g := compare.CheckGuidelines(resultstest.Of(resultstest.NativeOf("scan", 4, 8, 1000), ours("ring/scan",
		results.Faster, 0.9), ours("hcube/scan", results.Faster, 0.5), ours("mesh/scan", results.Inconclusive,
		0.3), forced))
	require.Len(t, g.Violations, 1)
	assert.Equal(t, compare.Violation{Case: results.Case{Op: "scan", P: 4, Bytes: 8}, Native: 1000,
		By: "hcube/scan", Time: 500}, g.Violations[0])

	var out bytes.Buffer
	tables.WriteGuidelines(&out, g)
	assert.Contains(t, out.String(), "scan            4     8      1.00  2.00      0.50 hcube/scan\n# 1 violations; 0 native mock-ups checked\n")
	for _, line := range strings.Split(out.String(), "\n") {
		assert.LessOrEqual(t, len(line), 100, line)
	}
}
