package cluster_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/topo"
)

// Each link is one hop of the topology and has the requested rate.
func TestSystemRoutesAndRates(t *testing.T) {
	name := up(t, "torus:3x3@50mbit")
	assert.Contains(t, within(t, name, 0, "ip", "route", "get", "10.77.0.3"), "dev to2",
		"0 -> 2 round the back of its row")
	assert.Contains(t, within(t, name, 0, "ip", "route", "get", "10.77.0.6"), "dev to2",
		"0 -> 5 along the row first")
	assert.Contains(t, within(t, name, 0, "ip", "route", "get", "10.77.0.7"), "dev to6",
		"0 -> 6 down the column")
	assert.Contains(t, rateOf(t, name, 4, "to5"), "rate 50Mbit")
	up(t, "torus:3x3@50mbit") // again: the network is already up
}

// Each link of a list has its own rate. There is no link from h1 to h0, so messages go through the switch.
func TestSystemRatesOfAList(t *testing.T) {
	name := up(t, "links:h0-s0=50mbit,h1-s0=100mbit,h0>h1=20mbit")
	for _, link := range []struct {
		place     int
		dev, want string
	}{{0, "to1", "rate 20Mbit"}, {0, "to2", "rate 50Mbit"}, {1, "to2", "rate 100Mbit"}, {2, "to0",
		"rate 50Mbit"}, {2, "to1", "rate 100Mbit"}, {1, "to0", "noqueue"}} {
		assert.Contains(t, rateOf(t, name, link.place, link.dev), link.want, "%+v", link)
	}
	assert.Contains(t, within(t, name, 0, "ip", "route", "get", "10.77.0.2"), "dev to1", "h0 to h1")
	assert.Contains(t, within(t, name, 1, "ip", "route", "get", "10.77.0.1"), "dev to2", "h1 to h0")
	run, out := on(name, binary, "verify", "--op", "alltoall", "--algo", "ring/alltoall-linear")
	require.NoError(t, run.Run(), "%s", out)
	assert.Contains(t, out.String(), "1 passed, 0 failed")
}

// Many starts in succession succeed without a warning. In each start, every rank connects to every other
// rank.
func TestSystemStarts(t *testing.T) {
	startsPrograms(t)
	name := up(t, "ring:8@1gbit")
	for range 6 {
		run, out := on(name, binary, "verify", "--op", "alltoall", "--algo", "ring/alltoall-linear")
		require.NoError(t, run.Run(), "%s", out)
		assert.NotContains(t, out.String(), "WARNING")
		assert.Contains(t, out.String(), "1 passed, 0 failed")
	}
	text, _ := benchOn(t, name, nil, "-i 1 --op alltoall,allgather --algo ring --size 8")
	assert.Contains(t, text, "h0 to h7 (8 hosts")
}

// An all-to-all broadcast on a ring sends 3 blocks over every link in one direction and none in the other.
// The interfaces count at least as many bytes; headers and acknowledgements are extra.
func TestSystemLinksAreCounted(t *testing.T) {
	startsPrograms(t)
	name := up(t, "ring:4@100mbit")
	const block = 64 << 10
	text, r := benchOn(t, name, nil, fmt.Sprint("-i 4 --op allgather --algo ring/allgather --size ", block))
	assert.Contains(t, text, "bytes of one call on its busiest link")
	assert.Equal(t, "ring:4@100mbit", r.Env.Network)
	for _, c := range r.Cells {
		assert.InDelta(t, 3*block*80/2, c.Bound, 1, "3 blocks over 2 links of 80 ns a byte")
		assert.Greater(t, c.Median, c.Bound)
		if c.Algo != "ring/allgather" {
			continue
		}
		bytes := map[string]int{}
		for _, l := range c.Links {
			bytes[l.From+l.To] = l.Bytes
		}
		for host := range 4 {
			from, to := topo.HostName(host), topo.HostName((host+1)%4)
			assert.InEpsilon(t, 3*block, bytes[from+to], 0.1, "%s to %s", from, to)
			assert.Less(t, bytes[to+from], block/4, "%s to %s: acknowledgements", to, from)
		}
	}
}

// Links between switches are counted too, and links without traffic are listed. In a ring of hosts in two
// racks, two pairs of neighbours are in different racks. The third place without ranks is a host that
// forwards nothing.
func TestSystemLinksBetweenSwitchesAreCounted(t *testing.T) {
	startsPrograms(t)
	name := up(t, "links:h0-s0=100mbit,h1-s0=100mbit,h2-s1=100mbit,h3-s1=100mbit,s0-s1=50mbit,h4-s1=100mbit")
	const block = 64 << 10
	_, r := benchOn(t, name, []string{"-n", "4"},
		fmt.Sprint("-i 4 --op allgather --algo ring/allgather --size ", block))
	cell := r.Cells[slices.IndexFunc(r.Cells,
		func(c results.Cell) bool { return c.Algo == "ring/allgather" })]
	blocks := map[string]int{}
	for _, l := range cell.Links {
		blocks[l.From+" "+l.To] = (l.Bytes + block/2) / block
	}
	assert.Equal(t, map[string]int{"h0 s0": 3, "s0 h0": 3, "h1 s0": 3, "s0 h1": 3, "h2 s1": 3, "s1 h2": 3,
		"h3 s1": 3, "s1 h3": 3,
		"s0 s1": 3, "s1 s0": 3, "h4 s1": 0, "s1 h4": 0}, blocks)
}

// A run with many contenders on slow links does not count as a stall. Between two samples, bench checks,
// counts and times all contenders, which takes many times the time limit.
func TestSystemASlowNetworkIsNoStall(t *testing.T) {
	startsPrograms(t)
	name, began := up(t, "ring:4@20mbit"), time.Now()
	_, r := benchOn(t, name, nil, "-i 1 --op bcast --algo ring,mesh,hcube --size 256K --stall 2s")
	assert.Greater(t, time.Since(began), 8*time.Second, "too quick to show anything")
	assert.Equal(t, "complete", r.Status)
}
