package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// ownPlan saves the output of a plan command in a file, and returns the name of the file.
func ownPlan(t *testing.T, name, args string) string {
	return write(t, name, shown(t, "plan --json "+args))
}

// A plan in a file is shown, written, explained and simulated like the algorithm from which it was made.
func TestOwnPlan(t *testing.T) {
	for _, args := range []string{"ring/bcast -n 4 -m 10 --root 2", "hcube/allgather -n 8 -m 3",
		"ring/shift -n 5 -m 2 --shift 2", "hcube/barrier -n 4", "ring/reduce -n 5 -m 4 --root 1"} {
		file := ownPlan(t, "mine.json", args)
		id := "plan:" + file
		assert.Equal(t, shown(t, "plan "+args), shown(t, "plan "+id), args)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(text), shown(t, "plan --json "+id))

		o, of := simulated(t, id+" --network crossbar --routing sf --ts 7 --tw 1"),
			simulated(t, args+" --network crossbar --routing sf --ts 7 --tw 1")
		of.Algo, of.Formula, of.FormulaFor = "plan:mine.json", nil, ""
		assert.Equal(t, of, o)

		want, got := shown(t, "explain --network crossbar "+args), shown(t, "explain "+id)
		assert.Contains(t, got, "plan:mine.json: ")
		assert.Equal(t, want[strings.Index(want, "\nstep 1"):], got[strings.Index(got, "\nstep 1"):], args)
	}
}

// A plan in a file can be compared with algorithms for the same call, and drawn. A plan for another call, and
// a flag without an effect, are rejected with one line.
func TestOwnPlanBesideRows(t *testing.T) {
	mine, other := ownPlan(t, "mine.json", "ring/bcast -n 4 -m 10 --root 2"),
		ownPlan(t, "other.json", "ring/bcast -n 8")
	assert.Contains(t, shown(t, "simulate hcube/bcast plan:"+mine),
		"\nbcast, p = 4, m = 10: hcube/bcast, plan:mine.json are equally fast")
	assert.Greater(t, simulated(t, "plan:"+mine+" --segment 5").Messages, 3)
	svg := filepath.Join(proctest.PlainDir(t), "x.svg")
	for _, words := range []string{"plan", "explain"} {
		shown(t, words+" plan:"+mine+" --svg "+svg)
		assert.FileExists(t, svg)
		require.NoError(t, os.Remove(svg))
	}
	refuses(t, "", map[string]string{
		"simulate plan:" + mine + " -n 8":             "-n 8, but plan:" + mine + " is for 4",
		"simulate plan:" + mine + " plan:" + other:    "-n 4, but plan:" + other + " is for 8",
		"simulate plan:" + mine + " plan:" + mine:     "another plan file is also named mine.json; rename one of",
		"simulate plan:" + mine + " --shift 2":        "--shift applies only to the operation shift, not to",
		"explain plan:" + mine + " --shift 2":         "--shift applies only to the operation shift, not to",
		"simulate plan:" + mine + " --sweep m=1:4":    "a plan, which is for one p and one m",
		"simulate plan:" + mine + " --network ring:3": "but -n is 4",
		"explain plan:" + mine + " --root 1":          "--root 1, but",
		"explain plan:" + mine + " --segment 2":       "--segment cannot be used with plan:",
		"explain " + mine:                             "is a file, not an algorithm; use plan:" + mine,
		"explain plan:/nowhere/x.json":                "/nowhere/x.json",
		"plan plan:" + mine + " --no-commute":         "--commute cannot be used with plan:",
		"plan ring/bcast --json --rank 1":             "--rank 1 cannot be used with --json or --goal",
		"plan ring/bcast --ports all":                 "needs --svg, --order, --segment auto or --measured",
	})
}

// A bench of plans measures the calls of the plans, unless flags select other calls.
func TestBenchTakesTheCallOfItsPlans(t *testing.T) {
	mine, other := ownPlan(t, "mine.json", "ring/bcast -n 4 -m 10 --root 3"),
		ownPlan(t, "other.json", "hcube/scan -n 2 -m 3")
	for flags, want := range map[string][]string{
		"--plan " + mine:                     {`"n": 4`, `"np": []`, `"op": ["bcast"]`, `"size": "80"`},
		"--algo native,hcube --plan " + mine: {`"op": ["bcast"]`, `"root": "3"`},
		"bcast reduce --plan " + mine:        {`"op": ["bcast","reduce"]`},
		"--root rotate --plan " + mine:       {`"root": "rotate"`},
		"--np 2,4 --plan " + mine:            {`"np": [2,4]`, `"root": "rotate"`},
		"--map 1,0,2,3 --plan " + mine:       {`"root": "rotate"`},
		"--plan " + mine + " --plan " + other: {`"n": 4`, `"np": [2,4]`,
			`"op": ["bcast","scan"]`, `"size": "24,80"`},
		"-n 5 --op bcast,reduce --size 8,80 --plan " +
			mine: {`"n": 5`, `"np": []`, `"op": ["bcast","reduce"]`,
			`"size": "8,80"`},
	} {
		in := shown(t, "bench --dump-config "+flags)
		for _, value := range want {
			assert.Contains(t, in, "  "+value, flags)
		}
	}
}
