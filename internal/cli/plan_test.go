package cli

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

func TestPlanText(t *testing.T) {
	stdout := shown(t, "plan hcube/scan -n 4 -m 1000 --rank 1")
	assert.Equal(t, `hcube/scan: p = 4, m = 1000
25 steps, 8 messages, 8000 words
critical path: 2 ts + 2000 tw (dependencies only, ports ignored)
one port:      2 ts + 2000 tw, 40 µs
all ports:     2 ts + 2000 tw, 40 µs
with ts = 10 µs, tw = 0.01 µs/word

node 1: in 1000, out 1000, scratch 2000 words
 step round
    0     1  send in[0:1000] to 0
    1     1  recv scratch[1000:2000] from 0
    2        combine scratch[1000:2000] with in[0:1000] into scratch[0:1000];
             after 1
    3        combine scratch[1000:2000] with in[0:1000] into out[0:1000]; after
             1
    4     2  send scratch[0:1000] to 3; after 2
    5     2  recv scratch[1000:2000] from 3; after 1, 2, 3
`, stdout)
	stdout = shown(t, "plan hcube/bcast -n 8 -m 1000 --root 5")
	assert.Contains(t, stdout,
		"hcube/bcast: p = 8, m = 1000, root 5\n14 steps, 7 messages, 7000 words\ncritical path: 3 ts + "+
			"3000 tw (dependencies only")
	stdout = shown(t, "plan ring/alltoall-linear -n 64 -m 1M --rank 63")
	for line := range strings.Lines(stdout) {
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 81, line)
	}
	stdout = shown(t, "plan ring/bcast -n 2 --goal")
	assert.True(t, strings.HasPrefix(stdout, "num_ranks 2\n\nrank 0 {\nl1: send 8b to 1 tag 0\n}\n"), stdout)
}

// For each mistake in a plan file, plan check prints one line that describes it. The file is a reduction of
// two words on three nodes, with one change.
func TestPlanCheckRefuses(t *testing.T) {
	good := shown(t, "plan hcube/reduce -n 3 -m 2 --json")
	file := write(t, "plan.json", "")
	for _, test := range []struct {
		old, new string
		code     int
		says     string
	}{
		{`"schema":2`, `"schema":1`, exit.BadInput, "schema 1, want 2"},
		{`{`, `[`, exit.BadInput, "invalid character"},
		{`"operation":"reduce"`, `"operation":"reduction"`, exit.BadInput,
			`operation "reduction", want one of [bcast reduce`},
		{`"p":3`, `"p":4`, exit.BadInput,
			"p is 4, and there are 3 nodes; both must be the same number from 1 to 256"},
		{`"m":2`, `"m":-2`, exit.BadInput, "m is -2, want 0..89478485"},
		{`"m":2`, `"m":3`, exit.BadInput, "node 0: in and out have 2 and 2 words, want 3 and 3"},
		{`"root":0`, `"root":3`, exit.BadInput, "root is 3, want 0..2"},
		{`"scratch":2`, `"scratch":1`, exit.BadInput,
			"plan: node 0, step 2: scratch[0:2] is not within the 1 words of scratch"},
		{`"scratch":2`, `"scratch":1000000000000000000`, exit.BadInput,
			"the buffers have more than 4194304 words in total, too many to check"},
		{`"do":"recv"`, `"do":"wait"`, exit.BadInput, `a step has "do": "wait"`},
		{`["in",0,2]`, `["in",1,2]`, exit.BadInput, "in[1:3] is not within the 2 words of in"},
		{`"number":0`, `"number":1`, exit.BadInput, "has message number 1, want 0"},
		{`"to":0`, `"to":1`, exit.WrongResult,
			"plan: node 0, step 0: recv out[0:2] from 1 is message 0, but node 1 never sends it"},
		{`"read":["in",0,2],"with":["out",0,2]`, `"read":["out",0,2],"with":["in",0,2]`, exit.WrongResult,
			`in program order: node 0: word 0 of the result is "1.0 0.0 2.0 ", want "0.0 1.0 2.0 "`},
		{`"read":["in",0,2],"with":["out",0,2]`, `"read":["in",0,2],"with":["in",0,2]`, exit.WrongResult,
			`"0.0 0.0 2.0 ", want "0.0 1.0 2.0 "`},
	} {
		bad := strings.Replace(good, test.old, test.new, 1)
		require.NotEqual(t, good, bad, test.old)
		require.NoError(t, os.WriteFile(file, []byte(bad), 0o644))
		refusesWith(t, test.code, file+": ", "plan", "check", file)
		refusesWith(t, test.code, test.says, "plan", "check", file)
	}
}

func TestPlanBadInput(t *testing.T) {
	refuses(t, "plan", map[string]string{
		"ring":                                   "ring matches 30 algorithms; use one of: ring/bcast",
		"ring/bcst":                              `no algorithm "ring/bcst"`,
		"ring/bcast -n 257":                      "-n 257, want at most 256",
		"ring/bcast -n 0":                        "want at least 1",
		"hcube/alltoall -n 6":                    "needs p = 2^d, got -n 6",
		"ring/bcast -m 1024M":                    "-m 1073741824, want at most 33554432 words for -n 8",
		"ring/bcast --root 8":                    "want 0..7",
		"ring/bcast --rank 8":                    "--rank 8, want 0..7",
		"mesh/bcast --dims 3x3":                  "--dims 3x3 is a mesh of 9 processes, but -n is 8",
		"mesh/shift --dims 2x2x2":                "mesh: Shift: ",
		"ring/bcast --ts=-1":                     "--ts -1 --tw 0.01 --tr 0, want 0 or more and at most",
		"ring/bcast --ports half":                `want one or all`,
		"ring/bcast --segment a":                 "such as 8, 64K or 1M, or auto",
		"ring/bcast --map gray":                  "--map gray needs --network",
		"ring/bcast --network cube":              `network "cube", want hypercube`,
		"ring/bcast -n 2 -m 4K --segment 1":      "--segment 1 is too short for messages of 4096 words",
		"ring/allgather -n 64 -m 1K --segment 1": "--segment 1: the plans have 8323072 steps, want at most 65536",
		"ring/alltoall -n 256 --svg x":           "steps, want at most 40000 to draw",
		"ring/bcast --json --goal":               "--json and --goal can't be used together",
		"check /nowhere/plan.json":               "/nowhere/plan.json",
		"check testdata/bench.json":              "want",
		"--check plan.json":                      "unknown flag --check; use topocoll plan check",
	})
}
