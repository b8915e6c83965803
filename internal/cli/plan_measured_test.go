//go:build cgo

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// plan --measured prints one table, and draws the measured time line above the model's.
func TestPlanMeasured(t *testing.T) {
	startedBothWays(t, 2, "plan ring/allreduce -m 3000 --measured --svg measured.svg",
		func(_ bool, code int, stdout, stderr, dir string) {
			require.Equal(t, 0, code, stderr)
			assert.Regexp(t, `(?s)^ring/allreduce: p = 2, m = 3000\nring/allreduce takes a median of \S+ µs over `+
				`101 executions .* times\s+as\s+long\s+as\s+the\s+model\s+predicts.*\n +1 +\S+ +\S+ .*`+
				`Waiting: the rank waits`, stdout)
			text, err := os.ReadFile(filepath.Join(dir, "measured.svg"))
			require.NoError(t, err)
			assert.Contains(t, string(text), ">ring/allreduce: p = 2, m = 3000, measured<")
			assert.Contains(t, string(text), ">Modelled: every message takes as long as the fastest measured "+
				"message of its length<")
		})
}

// A plan without steps takes no time.
func TestPlanWithoutSteps(t *testing.T) {
	code, stdout, stderr, _ := started(t, nil, "plan", "ring/bcast", "-n", "1", "--measured")
	require.Equal(t, 0, code, stderr)
	assert.Contains(t, stdout, "ring/bcast takes a median of 0 µs over 101 executions (the middle half took "+
		"0 to\n0).\n")
}

func TestPlanMeasuredRefuses(t *testing.T) {
	refuses(t, "plan ring/bcast", map[string]string{
		"--measured":                 "no number of processes given; use -n P",
		"-n 2 --measured --json":     "--measured cannot be used with --json, --goal or --rank",
		"-n 2 --measured --map gray": "--measured cannot be used with --map gray",
		"-n 2 --ranks-per-core 3":    "--ranks-per-core 3 has no effect without --measured",
	})
}
