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
		for _, row := range catalog.ByteRows() {
			if row.Takes(p) && row.ID != "hcube/alltoall" { // its plans do not fit blocks of other lengths
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

// The gain in a table determines how different the blocks of MPI_Allgatherv may be: up to three times the
// mean with a gain of 0.5, and nearly equal without a gain. For MPI_Alltoallv, the ranks exchange the
// counts at 32 KiB per rank and above. They do so less often while no plan executes the calls.
func testDropInCounts(t *testing.T, k dropInKit, _ string) {
	counts := k.compile(t, "counts")
	for _, c := range []struct {
		function string
		bytes    int
		gain     float64
		row      string
	}{
		// there are 10 or 12 calls; one may be a sample
		{"allgatherv", 90, 0.5, `64 +(9|10) ring/allgather`},
		{"allgatherv", 90, 1, `64 +2 ring/allgather`},
		{"alltoallv", 12000, 0.5, `8192 +1[12] ring/alltoall`},
		{"alltoallv", 6000, 0.5, `4096 +12 native`},
	} {
		name := filepath.Join(k.dir, fmt.Sprintf("%s-%d-%v.json", c.function, c.bytes, c.gain))
		op := catalog.Collective(strings.TrimSuffix(c.function, "v"))
		k.writeTable(t, name, tuned.Choice{Op: op, Algo: "ring/" + string(op), Gain: c.gain})
		out, err := k.run(t, "--table", name, "--verbose", "--", counts, c.function, strconv.Itoa(c.bytes), "1")
		require.NoError(t, err, out)
		assert.Regexp(t, "topocoll: "+c.function+" +"+c.row+" ", out)
	}
}

// Blocks of any length are divided into the segments of the table.
func testDropInSegments(t *testing.T, k dropInKit, calls string) {
	name := filepath.Join(k.dir, "segments.json")
	var choices []tuned.Choice
	for _, id := range []string{"circulant/allgather", "ring/alltoall", "ring/gather", "ring/scatter"} {
		row, _ := catalog.FindByteRow(id)
		choices = append(choices, tuned.Choice{Op: row.Op, Algo: id, Gain: 0.5, Segment: 100,
			Sizes: []int{300}}) // in three units, which divide few of the blocks
	}
	k.writeTable(t, name, choices...)
	out, err := k.run(t, "--table", name, "--verbose", "--", calls, "700")
	require.NoError(t, err, out)
	assert.Contains(t, out, " calls, 0 wrong")
	assert.Regexp(t, `topocoll: alltoall +32 +\d+ ring/alltoall `, out)
}

// Calls whose input and output begin at the same address, on all ranks or on the root only, give the results
// of calls in place. MPICH rejects such calls.
func testDropInAliased(t *testing.T, k dropInKit, _ string) {
	if os.Getenv("MPI") == "mpich" {
		t.Skip("MPICH returns an error for a call whose input and output begin at the same address")
	}
	out, err := k.run(t, "--force", forced, "--", k.compile(t, "aliased"))
	require.NoError(t, err, out)
	assert.Equal(t, 3, strings.Count(out, "0 wrong\n"), out)
}

// writeTable writes a table for three ranks of one host.
func (k dropInKit) writeTable(t *testing.T, name string, choices ...tuned.Choice) {
	t.Helper()
	table := &tuned.Table{Schema: tuned.Schema, Library: ranks.Library().Version()}
	for _, c := range choices {
		c.Job = tuned.Job{Ranks: 3, Hosts: 1, Slots: 3}
		table.Choices = append(table.Choices, c)
	}
	require.NoError(t, results.Save(name, table.Write))
}
