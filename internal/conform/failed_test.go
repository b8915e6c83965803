package conform

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/proctest"
)

// A wrong algorithm fails for nearly every number of nodes and in most tests. Therefore only the first
// failure of each algorithm is reported.
var (
	failed  sync.Map     // ids of the algorithms that have failed a subtest
	leftOut atomic.Int64 // subtests of these algorithms that were not run
)

// checkSizes runs a subtest of an algorithm for each number of nodes, until one fails. The subtests of other
// algorithms run in parallel.
func checkSizes(t *testing.T, id string, sizes []int, check func(t *testing.T, p int)) {
	t.Run(id, func(t *testing.T) {
		t.Parallel()
		for _, p := range sizes {
			checkUnlessFailed(t, id, fmt.Sprintf("p=%d", p), func(t *testing.T) { check(t, p) })
		}
	})
}

// checkUnlessFailed runs a subtest of an algorithm, unless another subtest of the algorithm has failed.
func checkUnlessFailed(t *testing.T, id, name string, check func(t *testing.T)) {
	if hasFailed(id) {
		leftOut.Add(1)
	} else if !t.Run(name, check) {
		failed.Store(id, true)
	}
}

func hasFailed(id string) bool {
	_, found := failed.Load(id)
	return found
}

// takenSizes returns the numbers of nodes on which an algorithm runs.
func takenSizes(info catalog.Info, sizes []int) []int {
	return slices.DeleteFunc(slices.Clone(sizes), func(p int) bool { return !info.Takes(p) })
}

// The tests report one failure of a wrong algorithm, for the smallest number of nodes. They also report how
// many subtests were not run. The exit code is 1.
func TestReportsOneFailure(t *testing.T) {
	const variable = "CONFORM_WRONG"
	if os.Getenv(variable) != "" {
		row, _ := catalog.Find[string]("ring/scan")
		run := row.Run
		row.ID = "wrong/scan"
		row.Run = func(c *comm.Comm[string], a catalog.Args[string]) error {
			err := run(c, a)
			if c.Label() > 0 && len(a.Out) > 0 {
				a.Out[0] = "wrong"
			}
			return err
		}
		for _, test := range []string{"first", "second"} {
			t.Run(test, func(t *testing.T) {
				checkSizes(t, row.ID, []int{1, 2, 3, 4},
					func(t *testing.T, p int) { checkCases(t, row, Strings(), p) })
			})
		}
		return
	}
	command := proctest.Command(t, os.Args[0], "-test.run=^TestReportsOneFailure$")
	command.Env = append(os.Environ(), variable+"=1")
	out, err := command.CombinedOutput()
	var ended *exec.ExitError
	require.ErrorAs(t, err, &ended)
	assert.Equal(t, 1, ended.ExitCode())
	text := string(out)
	assert.Contains(t, text, "FAIL: TestReportsOneFailure/first/wrong/scan/p=2 ")
	assert.Contains(t, text, "result[0] is wrong, want 0.0 1.0 ")
	assert.Equal(t, 1, strings.Count(text, "Error Trace:"), text)
	assert.NotContains(t, text, "deadlock")
	assert.Contains(t, text, "\n6 other subtests of the algorithms that failed did not run\n")
}
