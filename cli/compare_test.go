package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// sampledAt is a result of one cell with samples around ns.
func sampledAt(ns int64) results.Result {
	c := results.Cell{Op: "bcast", Algo: "hcube/bcast", P: 4, Bytes: 1024}
	for i := range int64(40) {
		c.Samples = append(c.Samples, ns+i%7-3)
	}
	return results.Result{Schema: results.Schema, Cells: []results.Cell{c}}
}

func TestCompare(t *testing.T) {
	a, b := saved(t, sampledAt(1000)), saved(t, sampledAt(1200))
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{a, b}, exitOK},
		{[]string{a, b, "--fail-if-slower", "5%"}, exitSlower},
		{[]string{a, b, "--fail-if-slower", "0.15"}, exitSlower},
		{[]string{a, b, "--fail-if-slower", "25%"}, exitOK},
		{[]string{b, a, "--fail-if-slower", "5%"}, exitOK},
		{[]string{a, a, "--fail-if-slower", "5%"}, exitOK},
	} {
		code, stdout, stderr := command(append([]string{"compare"}, c.args...)...)
		assert.Equal(t, c.code, code, "%v: %s", c.args, stderr)
		assert.Contains(t, stdout, "# bcast, 4 ranks\n#bytes algorithm")
		if code == exitSlower {
			assert.Equal(t, 1, strings.Count(stderr, "\n"))
			assert.Contains(t, stderr, "the worst bcast hcube/bcast p=4 1K: 1.200 times")
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	a := saved(t, sampledAt(1000))
	elsewhere, unsampled := sampledAt(1000), sampledAt(1000)
	elsewhere.Cells[0].P, unsampled.Cells[0].Samples = 5, nil
	for want, args := range map[string][]string{
		"nowhere.json: no such file": {a, "nowhere.json"},
		"with what? want":            {a},
		"--guidelines looks at one":  {a, a, "--guidelines"},
		"no cells, want":             {a, saved(t, results.Result{Schema: results.Schema})},
		"no cells, want a bench":     {"--guidelines", saved(t, results.Result{Schema: results.Schema})},
		"in common, want":            {a, saved(t, elsewhere)},
		"(1 such cells and 0)":       {a, saved(t, unsampled)},
		`"0%", want a percentage`:    {a, a, "--fail-if-slower", "0%"},
	} {
		code, stdout, stderr := command(append([]string{"compare"}, args...)...)
		assert.Equal(t, exitUsage, code, "%v", args)
		assert.Contains(t, stderr, want)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		assert.Empty(t, stdout)
	}
}

func TestGuidelines(t *testing.T) {
	r := results.Result{Schema: results.Schema, Cells: []results.Cell{
		{Op: "gather", Algo: "native", P: 4, Bytes: 8, Median: 3000, Interval: results.Interval{Lo: new(2900.0), Hi: new(3100.0)}},
		{Op: "allgather", Algo: "native", P: 4, Bytes: 8, Median: 900, Interval: results.Interval{Lo: new(890.0), Hi: new(910.0)}},
	}}
	code, stdout, stderr := command("compare", saved(t, r), "--guidelines")
	assert.Equal(t, exitOK, code, stderr)
	assert.Contains(t, stdout, "gather          4     8      3.00  3.33      0.90 allgather 8\n")
}
