package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/tuned"
)

// Every algorithm for blocks that are not combined gives the results of the MPI library, with blocks of any
// lengths.
func TestSystemDropInCounts(t *testing.T) {
	if os.Getenv("MPI") == "mpich" {
		t.Skip("MPICH's ranks poll without pause while they wait, so this takes minutes")
	}
	k := newDropInKit(t)
	calls := k.compile(t, "calls")
	ops := []catalog.Collective{catalog.Allgather, catalog.Alltoall, catalog.Gather, catalog.Scatter}
	for _, p := range []int{3, 4, 6} {
		rows, runs := map[catalog.Collective][]string{}, 0
		for _, row := range catalog.Rows[byte]() {
			if row.Takes(p) && row.ID != "hcube/alltoall" { // its plans cannot be stretched
				rows[row.Op] = append(rows[row.Op], row.ID)
			}
		}
		for _, op := range ops {
			runs = max(runs, len(rows[op]))
		}
		for i := range runs { // each run has one algorithm of each operation
			var forced []string
			for _, op := range ops {
				forced = append(forced, rows[op][i%len(rows[op])])
			}
			out, err := proctest.Command(t, k.topocoll, "run", "-n", strconv.Itoa(p), "--verbose", "--force",
				strings.Join(forced, ","), "--", calls, "500").CombinedOutput()
			require.NoError(t, err, "%s on %d ranks: %s", forced, p, out)
			assert.Contains(t, string(out), " calls, 0 wrong", "%s on %d ranks", forced, p)
			for j, op := range ops {
				assert.Regexp(t, fmt.Sprintf(`topocoll: %sv +\d+ +\d+ %s `, op, forced[j]), string(out))
			}
		}
	}
}

// A table says how different the blocks of MPI_Allgatherv may be: up to three times the mean with a gain of
// 0.5, and nearly equal ones without a gain.
func testDropInCounts(t *testing.T, k dropInKit, _ string) {
	counts := k.compile(t, "counts")
	for gain, taken := range map[float64]string{0.5: "9|10", 1: "2"} { // of 10 calls; one may be a sample
		name := filepath.Join(k.dir, fmt.Sprintf("counts-%v.json", gain))
		table := &tuned.Table{Schema: tuned.Schema, Library: ranks.Library().Version(),
			Choices: []tuned.Choice{{Op: catalog.Allgather, Job: tuned.Job{Ranks: 3, Hosts: 1, Slots: 3},
				Algo: "ring/allgather", Gain: gain}}}
		require.NoError(t, results.Save(name, table.Write))
		out, err := k.run(t, "--table", name, "--verbose", "--", counts,
			"allgatherv", "90", "1")
		require.NoError(t, err, out)
		assert.Regexp(t, `topocoll: allgatherv +64 +(`+taken+`) ring/allgather `, out)
	}
}
