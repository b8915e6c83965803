package cluster_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cluster"
)

// measured is the part of a bench.json on the calls of one contender.
type measured struct {
	Algo     string
	Median   float64 `json:"median_ns"`
	Bound    float64 `json:"bound_ns"`
	Estimate float64 `json:"estimate_ns"`
	Links    []struct {
		From, To string
		Bytes    int
	}
}

// benchOn measures one operation under "cluster run" with some flags.
func benchOn(t *testing.T, name string, flags []string, op, algo string, size int) (header string, cells []measured) {
	dir := t.TempDir()
	run, out := onSome(name, flags, binary, "bench", "--op", op, "--algo", algo, "--size", fmt.Sprint(size), "-i", "4", "-x", "1", "-q", "--out", dir)
	require.NoError(t, run.Run(), "%s", out)
	text, err := os.ReadFile(filepath.Join(dir, "bench.json"))
	require.NoError(t, err)
	var r struct{ Cells []measured }
	require.NoError(t, json.Unmarshal(text, &r))
	require.NotEmpty(t, r.Cells)
	return out.String(), r.Cells
}

// Ranks on one host communicate through shared memory and send no bytes over a link. The same two ranks on two hosts
// communicate over the link between them.
func TestRanksOfOneHostLeaveTheLinksAlone(t *testing.T) {
	startsPrograms(t)
	name := up(t, "star:2@10mbit,slots=2")
	const size = 256 << 10
	const onLink = size * 800 // ns at 10 Mbit/s
	_, cells := benchOn(t, name, []string{"-n", "2"}, "bcast", "ring/bcast", size)
	for _, c := range cells {
		assert.Zero(t, c.Bound, c.Algo)
		assert.NotZero(t, c.Estimate, "%s: that of the messages", c.Algo)
		for _, l := range c.Links {
			assert.Less(t, l.Bytes, size/100, "%s: more than what the kernel says of itself", c.Algo)
		}
	}
	_, cells = benchOn(t, name, []string{"-n", "2", "--map-by", "node"}, "bcast", "ring/bcast", size)
	for _, c := range cells {
		assert.Greater(t, c.Median, 0.9*onLink, "%s: but for what the bucket of the link lets through at once", c.Algo)
		assert.InDelta(t, onLink, c.Bound, 1, c.Algo)
		assert.Zero(t, c.Estimate, c.Algo)
		most := 0
		for _, l := range c.Links {
			most = max(most, l.Bytes)
		}
		assert.Greater(t, most, size, c.Algo)
	}
}

// With all slots in use every link is counted once, whatever the ranks of its host, and the bound is of what
// the other host has.
func TestSlots(t *testing.T) {
	startsPrograms(t)
	name := up(t, "star:2@50mbit,slots=2")
	const size = 64 << 10
	for _, c := range []struct{ by, order, crossing string }{
		{cluster.BySlot, "h0 h0 h1 h1", "ring: 2 of 4 links join different hosts"},
		{cluster.ByNode, "h0 h1 h0 h1", "ring: 4 of 4 links join different hosts"},
	} {
		flags := []string{"--map-by", c.by}
		run, out := onSome(name, flags, "sh", "-c", `echo ${OMPI_COMM_WORLD_RANK-$PMI_RANK} $(hostname)`)
		require.NoError(t, run.Run(), "%s", out)
		hosts := make([]string, 4)
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			if strings.Contains(line, "setpgid") { // Open MPI's harmless warning, now and then
				continue
			}
			var rank int
			var host string
			_, err := fmt.Sscan(line, &rank, &host)
			require.NoError(t, err, "%s", out)
			hosts[rank] = host
		}
		assert.Equal(t, c.order, strings.Join(hosts, " "))

		header, cells := benchOn(t, name, flags, "allgather", "mesh/allgather", size)
		assert.Contains(t, header, "# network star:2@50mbit,slots=2\n# mesh 2x2, the network's\n# "+c.crossing)
		for _, cell := range cells {
			assert.InDelta(t, 2*size*160, cell.Bound, 1, "%s: the other host's two blocks at 160 ns a byte", cell.Algo)
			assert.Greater(t, cell.Median, 0.9*cell.Bound, "%s: but for what the buckets of the links let through at once", cell.Algo)
			counted := map[string]int{}
			for _, l := range cell.Links {
				counted[l.From+" "+l.To]++
				assert.Greater(t, l.Bytes, 0)
			}
			assert.Equal(t, map[string]int{"h0 s0": 1, "h1 s0": 1, "s0 h0": 1, "s0 h1": 1}, counted, cell.Algo)
		}
	}
	for _, n := range []string{"0", "5"} {
		run, out := onSome(name, []string{"-n", n}, "true")
		var exit *exec.ExitError
		require.ErrorAs(t, run.Run(), &exit)
		assert.Equal(t, 2, exit.ExitCode())
		assert.Contains(t, out.String(), "-n "+n+" on star:2@50mbit,slots=2, want 1..4")
		assert.Equal(t, 1, strings.Count(out.String(), "\n"), "%s", out)
	}
}
