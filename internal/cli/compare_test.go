package cli

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/internal/exit"
)

// sampledAt returns a result in which the native call takes 1000 ns and one contender takes `ns`. Each launch
// has 100 samples.
func sampledAt(ns int64, launches int) results.Result {
	r := results.Result{Schema: results.Schema}
	for _, cell := range []struct {
		algo string
		ns   int64
	}{{"native", 1000}, {"hcube/bcast", ns}} {
		c := results.Cell{Subject: results.Subject{Op: "bcast", Algo: cell.algo, P: 4, Bytes: 1024}}
		random := rand.New(rand.NewPCG(1, uint64(cell.ns)))
		for range launches {
			c.LaunchN = append(c.LaunchN, 100)
			for range 100 {
				c.Samples = append(c.Samples, cell.ns+random.Int64N(7)-3)
			}
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

func TestCompare(t *testing.T) {
	a, b := savedResult(t, sampledAt(1000, 3)), savedResult(t, sampledAt(1200, 3))
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{a, b}, exit.OK},
		{[]string{a, b, "--fail-if-slower", "5%"}, exit.Slower},
		{[]string{a, b, "--fail-if-slower", "0.15"}, exit.Slower},
		{[]string{a, b, "--fail-if-slower", "25%"}, exit.OK},
		{[]string{b, a, "--fail-if-slower", "5%"}, exit.OK},
		{[]string{a, savedResult(t, sampledAt(1000, 3)), "--fail-if-slower", "5%"}, exit.OK},
		{[]string{filepath.Dir(a), filepath.Dir(b)}, exit.OK},
	} {
		code, stdout, stderr := command(append([]string{"compare"}, c.args...)...)
		assert.Equal(t, c.code, code, "%v: %s", c.args, stderr)
		assert.Contains(t, stdout, "# bcast, 4 ranks\n#bytes algorithm")
		if code == exit.Slower {
			assert.Equal(t, 1, strings.Count(stderr, "\n"))
			assert.Contains(t, stderr,
				"; the worst is bcast hcube/bcast p=4 1K: in B, its ratio to native is 1.200 times its ratio in A\n")
		}
	}
	one := savedResult(t, sampledAt(1200, 1))
	code, stdout, stderr := command("compare", a, one)
	assert.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "# A or B has only one launch")
}

// A comparison with only inconclusive verdicts does not pass. It has its own exit code, and prints one line
// with a remedy.
func TestCompareDecidesNothing(t *testing.T) {
	few := func() string {
		r := sampledAt(1000, 1)
		for i := range r.Cells {
			r.Cells[i].LaunchN, r.Cells[i].Samples = nil, r.Cells[i].Samples[:20]
		}
		return savedResult(t, r)
	}
	code, stdout, stderr := command("compare", few(), few())
	assert.Equal(t, exit.Inconclusive, code, stderr)
	assert.Contains(t, stdout, "inconclusive in 2.")
	assert.Equal(t,
		"topocoll: all verdicts (1) are inconclusive; in 1 of them a launch has fewer than 50 effective "+
			"samples, or its level changed; take more samples (bench --time), or launches (bench --launches), in "+
			"both runs\n", stderr)
}

func TestCompareRefuses(t *testing.T) {
	a, one := savedResult(t, sampledAt(1000, 3)), savedResult(t, sampledAt(1000, 1))
	elsewhere, unsampled := sampledAt(1000, 1), sampledAt(1000, 1)
	for i := range elsewhere.Cells {
		elsewhere.Cells[i].P, unsampled.Cells[i].Samples = 5, nil
	}
	started := sampledAt(1000, 1)
	started.Env.Start = "2026-11-22T20:00:00Z"
	for want, args := range map[string][]string{
		"nowhere.json: no such file":          {a, "nowhere.json"},
		"has no cells; use":                   {a, savedResult(t, results.Result{Schema: results.Schema})},
		"has no cells; use a bench":           {savedResult(t, results.Result{Schema: results.Schema}), a},
		"in common; two cells match":          {a, savedResult(t, elsewhere)},
		"put the bench-samples.jsonl.gz of":   {a, savedResult(t, unsampled)},
		"needs several launches in both runs": {a, one, "--fail-if-slower", "5%"},
		`"0%", want a percentage`:             {a, a, "--fail-if-slower", "0%"},
		"are the same file; give the results": {a, filepath.Dir(a)},
		"(one of them may be its first":       {savedResult(t, started), savedResult(t, started)},
		"/bench.json: no such file":           {a, t.TempDir()},
	} {
		refusesWith(t, exit.BadInput, want, append([]string{"compare"}, args...)...)
	}
}
