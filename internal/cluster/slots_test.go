package cluster_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cluster"
)

// Ranks on one host communicate through shared memory and send no bytes over a link. The same two ranks on
// two hosts communicate over the link between them.
func TestSystemRanksOfOneHostLeaveTheLinksAlone(t *testing.T) {
	startsPrograms(t)
	name := up(t, "star:2@10mbit,slots=2")
	const size = 256 << 10
	const onLink = size * 800 // ns at 10 Mbit/s
	bcast := fmt.Sprint("-i 4 --op bcast --algo ring/bcast --size ", size)
	_, r := benchOn(t, name, []string{"-n", "2"}, bcast)
	for _, c := range r.Cells {
		assert.Zero(t, c.Bound, c.Algo)
		assert.NotZero(t, c.Estimate, "%s: that of the messages", c.Algo)
		for _, l := range c.Links {
			assert.Less(t, l.Bytes, size/100, "%s: more than what the kernel says of itself", c.Algo)
		}
	}
	_, r = benchOn(t, name, []string{"-n", "2", "--map-by", "node"}, bcast)
	for _, c := range r.Cells {
		assert.Greater(t, c.Median, 0.9*onLink,
			"%s: but for what the bucket of the link lets through at once", c.Algo)
		assert.InDelta(t, onLink, c.Bound, 1, c.Algo)
		assert.Zero(t, c.Estimate, c.Algo)
		most := 0
		for _, l := range c.Links {
			most = max(most, l.Bytes)
		}
		assert.Greater(t, most, size, c.Algo)
	}
}

// With all slots in use, every link is counted once, for any number of ranks per host. The lower bound is
// the time to transfer the data of the other host.
func TestSystemSlots(t *testing.T) {
	startsPrograms(t)
	name := up(t, "star:2@50mbit,slots=2")
	const size = 64 << 10
	for _, c := range []struct{ by, order, crossing string }{
		{cluster.BySlot, "h0 h0 h1 h1", "ring: 2 of 4 links connect different hosts"},
		{cluster.ByNode, "h0 h1 h0 h1", "ring: 4 of 4 links connect different hosts"},
	} {
		flags := []string{"--map-by", c.by}
		run, errors := onSome(name, flags, "sh", "-c", `echo ${OMPI_COMM_WORLD_RANK-$PMI_RANK} $(hostname)`)
		hosts := make([]string, 4)
		for _, line := range strings.Split(strings.TrimSpace(printed(t, run, errors)), "\n") {
			var rank int
			var host string
			_, err := fmt.Sscan(line, &rank, &host)
			require.NoError(t, err, line)
			hosts[rank] = host
		}
		assert.Equal(t, c.order, strings.Join(hosts, " "))

		header, r := benchOn(t, name, flags, fmt.Sprint("-i 4 --op allgather --algo mesh/allgather --size ",
			size))
		assert.Contains(t, header,
			"# network star:2@50mbit,slots=2\n# mesh 2x2, the extents of the network\n# "+c.crossing)
		for _, cell := range r.Cells {
			assert.InDelta(t, 2*size*160, cell.Bound, 1, "%s: the other host's two blocks at 160 ns a byte",
				cell.Algo)
			assert.Greater(t, cell.Median, 0.9*cell.Bound,
				"%s: but for what the buckets of the links let through at once", cell.Algo)
			counted := map[string]int{}
			for _, l := range cell.Links {
				counted[l.From+" "+l.To]++
				assert.Greater(t, l.Bytes, 0)
			}
			assert.Equal(t, map[string]int{"h0 s0": 1, "h1 s0": 1, "s0 h0": 1, "s0 h1": 1}, counted,
				cell.Algo)
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
