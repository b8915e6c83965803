package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results/resultstest"
)

// of returns the status of the result in a folder. It also returns the numbers of samples of the second cell,
// per launch and in total.
func of(t *testing.T, dir string) (status string, launches []int, samples int) {
	r := resultstest.Loaded(t, dir)
	return r.Status, r.Cells[1].LaunchN, len(r.Cells[1].Samples)
}

// A preset has three launches, unless the user's launcher starts the ranks or --launches sets the number.
func TestLaunchesOfAPreset(t *testing.T) {
	file := fileOf(t, `{"launches": 5}`)
	for args, want := range map[string]float64{
		"": 1, "--preset quick": 3, "--preset full": 3, "--preset full --launches 2": 2,
		"--preset quick --op pingpong": 1,
		"--config " + file:             5, "--preset quick --config " + file: 3,
	} {
		values, _ := dumped(t, strings.Fields(args)...)
		assert.Equal(t, want, values["launches"], args)
	}
	t.Setenv("PMIX_RANK", "0")
	for _, args := range []string{"--preset full", "--config " + file} {
		values, _ := dumped(t, strings.Fields(args)...)
		assert.Equal(t, 1.0, values["launches"], args)
	}
	refuses(t, "bench --dump-config",
		map[string]string{"--launches 3": "topocoll: --launches 3 cannot be used under a launcher; " +
			"start topocoll bench 3 times with --out A, --out B, ..., " +
			"then run topocoll join A/bench.json B/bench.json ... -o DIR\n"})
}
