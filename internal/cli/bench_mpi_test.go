//go:build cgo

package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/exit"
	"topocoll/internal/proctest"
)

// measuredIn returns the result of a run in a folder, and the algorithm of each cell.
func measuredIn(t *testing.T, dir string) (r *results.Result, algos []string) {
	r = resultstest.Loaded(t, filepath.Join(dir, "report"))
	for _, c := range r.Cells {
		algos = append(algos, c.Algo)
	}
	return r, algos
}

func TestBenchUncompiled(t *testing.T) {
	t.Parallel()
	const args = "bench --op bcast --algo hcube/bcast --size 8" + briefly
	code, stdout, stderr, dir := started(t, nil, strings.Fields(args+" -n 2 --uncompiled --time-in-c")...)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "# native calls, our algorithms and plans are timed in C")
	assert.Contains(t, stdout, "     8 go:hcube/bcast ")
	r, algos := measuredIn(t, dir)
	assert.Equal(t, []string{"native", "hcube/bcast", "go:hcube/bcast"}, algos)
	assert.True(t, r.Env.TimeInC)

	code, stdout, stderr, dir = started(t, mpirunOf(1), strings.Fields(args)...)
	require.Equal(t, exit.OK, code, stderr)
	assert.NotContains(t, stdout, "timed in C")
	r, algos = measuredIn(t, dir)
	assert.Equal(t, []string{"native", "hcube/bcast"}, algos)
	assert.False(t, r.Env.TimeInC)
}

// A plan from a file is a contender at the message size of the plan.
func TestBenchPlan(t *testing.T) {
	t.Parallel()
	file := ownPlan(t, "mine.json", "ring/scatter -n 2 -m 3 --root 1")
	args := []string{"bench", "--op", "scatter", "--algo", "ring/scatter", "--size", "8,24", "-i", "4", "-x",
		"1", "-q", "--plan", file}
	code, stdout, stderr, dir := started(t, nil, append(args, "-n", "2")...)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "    24 plan:mine.json ")
	r, algos := measuredIn(t, dir)
	assert.Equal(t, []string{"native", "ring/scatter", "native", "ring/scatter", "plan:mine.json"}, algos)
	assert.Equal(t,
		[]string{"plan:mine.json for scatter of 8 bytes on 2 ranks: the plan is for blocks of 24 bytes"},
		r.Skipped)
	assert.Equal(t, 1, *r.Env.Root)
	assert.Equal(t, results.Counters{Rounds: 1, Messages: 1, Bytes: 24}, r.Cells[4].Counters)

	code, _, stderr, dir = started(t, nil, append(args, "-n", "2", "--root", "rotate")...)
	require.Equal(t, exit.OK, code, stderr)
	r, _ = measuredIn(t, dir)
	assert.Equal(t,
		"scatter of 24 bytes on 2 ranks with other roots, because plan:mine.json is for root 1 only",
		r.Skipped[1])

	code, _, stderr, dir = started(t, mpirunOf(3), args...)
	assert.Equal(t, exit.BadInput, code)
	assert.Contains(t, stderr,
		"--plan: plan:mine.json is for 2 ranks; use this number in -n or --np instead of [3]")
	assert.True(t, empty(t, dir), "files are left")
}

// Bench rejects a wrong plan with the message of plan check, before it starts a rank. It also rejects a
// plan that fits no cell.
func TestBenchPlanRefused(t *testing.T) {
	dir := proctest.PlainDir(t)
	const reduce = "hcube/reduce -n 2 -m 2"
	bad := func(name, old, new string) string {
		text := shown(t, "plan --json "+reduce)
		require.Contains(t, text, old)
		return write(t, name, strings.Replace(text, old, new, 1))
	}
	good, twice := ownPlan(t, "good", reduce), ownPlan(t, "good", reduce)
	for _, test := range []struct {
		args string
		code int
		says string
	}{
		{bad("schema", `"schema":2`, `"schema":1`), exit.BadInput, "schema 1, want 2"},
		{bad("word", `["in",0,2],"with":["out",0,2]`, `["in",0,2],"with":["in",0,2]`), exit.WrongResult,
			`word 0 of the result is "0.0 0.0 ", want "0.0 1.0 "`},
		{bad("deaf", `"to":0`, `"to":1`), exit.WrongResult, "never sends it"},
		{filepath.Join(dir, "nowhere"), exit.BadInput, "nowhere"},
		{good + " -n 4", exit.BadInput,
			"plan:good is for 2 ranks; use this number in -n or --np instead of [4]"},
		{good + " --op bcast", exit.BadInput,
			"the plan is for reduce, which is not an operation of this run: [bcast]"},
		{good + " --op scan", exit.BadInput,
			"the plan is for reduce, which is not an operation of this run: [scan]"},
		{good + " --size 8,64", exit.BadInput, "the plan is for blocks of 2 words (16 bytes), " +
			"which is not one of the sizes of --size"},
		{good + " --plan " + twice, exit.BadInput,
			"another --plan file is also named good; rename one of them"},
		{ownPlan(t, "shift", "ring/shift -n 2 -m 2 --shift=-4"), exit.BadInput,
			"a shift by -4 on 2 ranks moves nothing; use a plan with a different distance"},
	} {
		refusesWith(t, test.code, test.says,
			strings.Fields("bench -n 2 --size 16 --out "+dir+"/report --plan "+test.args)...)
		assert.NoDirExists(t, filepath.Join(dir, "report"))
	}
}

// Bench measures the overlap of non-blocking and persistent calls for every algorithm. The files contain the
// kind of call.
func TestBenchStarted(t *testing.T) {
	t.Parallel()
	for _, how := range []string{results.Nonblocking, results.Persistent} {
		code, stdout, stderr,
			dir := started(t, nil,
			strings.Fields("bench --op allreduce,barrier --algo hcube,auto --size 8,64K -n 2 --tests 2 --"+
				how+briefly)...)
		require.Equal(t, exit.OK, code, stderr)
		assert.Contains(t, stdout, "# all calls: "+how+", timed from start to wait, 2 tests while computing")
		assert.Regexp(t, `bytes algorithm .* overlap    n\n.* native .* \d+ %`, stdout)
		r, _ := measuredIn(t, dir)
		assert.Equal(t, how, r.Env.RequestKind)
		for _, c := range r.Cells {
			if assert.NotNil(t, c.Overlap, c.Algo) {
				assert.True(t, 0 <= *c.Overlap && *c.Overlap <= 1, "%s: %v", c.Algo, *c.Overlap)
			}
			assert.Positive(t, c.Computing)
			assert.Zero(t, c.InC+c.InCRatio)
		}
	}
}

// Calls with a count distribution are compared with MPI_Allgatherv and similar functions. The table and the
// files contain the distribution.
func TestBenchCounts(t *testing.T) {
	code, stdout, stderr,
		dir := started(t, nil,
		strings.Fields("bench --algo ring,native:* --size 8,1000 -n 2 --counts random:3"+briefly)...)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "# all calls: counts random:3\n")
	r, algos := measuredIn(t, dir)
	assert.Equal(t, "random:3", r.Env.Counts)
	assert.NotContains(t, algos, "gompi")
	ours := map[string]bool{}
	for _, c := range r.Cells {
		ours[c.Op] = ours[c.Op] || strings.HasPrefix(c.Algo, "ring/")
		assert.Zero(t, c.Yardstick())
	}
	assert.Equal(t,
		map[string]bool{"allgather": true, "reducescatter": true, "scatter": true, "gather": true,
			"alltoall": true}, ours)
}

// verify --counts compares with the MPI functions that have counts. It omits algorithms that accept equal
// blocks only.
func TestVerifyCounts(t *testing.T) {
	code, stdout, stderr, _ := started(t, mpirunOf(3), "verify", "--counts", "big")
	require.Equal(t, exit.OK, code, stderr)
	for _, says := range []string{`ok    ring/allgather +\d+ calls match MPI_Allgatherv`,
		`hcube/scatter +\d+ calls match MPI_Scatterv`, `ring/gather-linear +\d+ calls match MPI_Gatherv`,
		`circulant/alltoall-bruck +\d+ calls match MPI_Alltoallv`,
		`ring/reducescatter +\d+ calls match MPI_Reduce_scatter\n`, ` passed, 0 failed`} {
		assert.Regexp(t, says, stdout)
	}
	assert.NotContains(t, stdout, "bcast")
	refusesWith(t, exit.BadInput, `--counts "all", want equal, linear, big, zero, random or random:SEED`,
		"verify", "-n", "2", "--counts", "all")
}
