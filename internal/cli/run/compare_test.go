package run

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cli/exit"
)

// The times of the launches come together as medians, a line for every kind of call, in the order of the catalog.
func TestRunCompares(t *testing.T) {
	dir := plainDir(t)
	read := func(text string) programTimes {
		name := filepath.Join(dir, "times")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		times, err := readTimes(name)
		require.NoError(t, err)
		return times
	}
	native := []programTimes{
		read("2\nallreduce 4 10 0.010 0 0 native\nbcast 11 3 0.5 0 0 native\nbarrier 0 1 0.001 0 0 native\n"),
		read("4\nallreduce 4 10 0.030 0 0 native\nbcast 11 3 0.5 0 0 native\nbarrier 0 1 0.001 0 0 native\n"),
		read("3\nallreduce 4 10 0.020 0 0 native\nbcast 11 3 0.5 0 0 native\nbarrier 0 1 0.001 0 0 native\n"),
	}
	ours := []programTimes{read("1.5\nallreduce 4 2 0.002 8 0.008 ring/allreduce\nbcast 11 8 0.5 0 0 native\nbarrier 0 7 0.001 0 0 native\n")}
	var out bytes.Buffer
	writeCompared(&out, native, ours)
	assert.Equal(t, `topocoll: operation     bytes from     calls algorithm                   native ms    ours ms  x faster
topocoll: bcast               1024      3, 8 native                        500.000    500.000      1.00
topocoll: allreduce              8        10 ring/allreduce                 20.000     10.000      2.00
topocoll: barrier                0      1, 7 native                          1.000      1.000         -
topocoll: all of these                                                     521.000    511.000      1.02
topocoll: the program                                                     3000.000   1500.000      2.00
topocoll: times of calls are means over all ranks; fewer than 8 calls say nothing
`, out.String())
}

// A program without a report is an error that says what was wanted.
func TestRunComparesNothing(t *testing.T) {
	_, err := readTimes(filepath.Join(plainDir(t), "none"))
	assert.ErrorContains(t, err, "no times of the program, want one")
	for _, c := range []Command{
		{N: 2, Compare: true, Launches: 1, Plans: "plans"},
		{N: 2, Launches: 2, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 0, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Off: []string{"all"}, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Check: 1, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Verbose: true, Program: []string{"true"}},
	} {
		assert.Equal(t, exit.BadInput, codeOf(c.Run()))
	}
}
