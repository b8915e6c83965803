package results

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
)

// nativeCell has a median of ns with an interval of 1 % on either side.
func nativeCell(op string, p, bytes int, ns float64) Cell {
	lo, hi := 0.99*ns, 1.01*ns
	return Cell{Op: op, Algo: Native, P: p, Bytes: bytes, Median: ns, Interval: Interval{&lo, &hi}}
}

func TestGuidelines(t *testing.T) {
	for name, c := range map[string]struct {
		cells []Cell
		by    []string
		made  int
	}{
		"gather and bcast of p blocks": {[]Cell{nativeCell("allgather", 4, 8, 1000), nativeCell("gather", 4, 8, 400), nativeCell("bcast", 4, 32, 500)},
			[]string{"gather 8 + bcast 32"}, 2}, // and gather against allgather
		"within 5 %":              {[]Cell{nativeCell("allreduce", 4, 8, 1060), nativeCell("reduce", 4, 8, 500), nativeCell("bcast", 4, 8, 500)}, nil, 2},
		"a bcast by parts":        {[]Cell{nativeCell("bcast", 4, 32, 1000), nativeCell("scatter", 4, 8, 300), nativeCell("allgather", 4, 8, 300)}, []string{"scatter 8 + allgather 8"}, 2},
		"another p":               {[]Cell{nativeCell("gather", 4, 8, 1000), nativeCell("allgather", 2, 8, 1)}, nil, 0},
		"p does not divide":       {[]Cell{nativeCell("bcast", 3, 32, 1000), nativeCell("scatter", 3, 10, 1), nativeCell("allgather", 3, 10, 1)}, nil, 0},
		"no interval: no verdict": {[]Cell{nativeCell("gather", 4, 8, 1000), {Op: "allgather", Algo: Native, P: 4, Bytes: 8, Median: 1}}, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := CheckGuidelines(resultOf(c.cells...))
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
	ours := func(algo, verdict string, ratio float64) Cell {
		return Cell{Op: "scan", Algo: algo, P: 4, Bytes: 8, Ratio: ratio, Verdict: verdict, Counters: Counters{1, 1, 8}}
	}
	forced := Cell{Op: "scan", Algo: "native:linear", P: 4, Bytes: 8, Ratio: 0.1, Verdict: Faster}
	g := CheckGuidelines(resultOf(nativeCell("scan", 4, 8, 1000), ours("ring/scan", Faster, 0.9), ours("hcube/scan", Faster, 0.5), ours("mesh/scan", Inconclusive, 0.3), forced))
	require.Len(t, g.Violations, 1)
	assert.Equal(t, Violation{Case{"scan", 4, 8}, 1000, "hcube/scan", 500}, g.Violations[0])

	var out bytes.Buffer
	WriteGuidelines(&out, g)
	assert.Contains(t, out.String(), "scan            4     8      1.00  2.00      0.50 hcube/scan\n# 1 violations; 0 native mock-ups checked\n")
	for _, line := range strings.Split(out.String(), "\n") {
		assert.LessOrEqual(t, len(line), 100, line)
	}
}

func TestMockupsAreOfOperationsThereAre(t *testing.T) {
	for _, way := range mockups {
		assert.Contains(t, catalog.Collectives(), way.op)
		for _, call := range way.calls {
			assert.Contains(t, catalog.Collectives(), call.op)
			assert.NotEqual(t, way.op, call.op)
		}
	}
}
