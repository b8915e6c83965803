package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cluster"
	"topocoll/topo"
)

// rateOf returns the output of tc for a link of a place.
func rateOf(t *testing.T, name string, place int, link string) string {
	return within(t, name, place, "tc", "qdisc", "show", "dev", link)
}

// Lift removes the rates of all links, and Limit restores them. If Limit is not called, the next "cluster
// run" restores the rates, before and after its program.
func TestSystemRatesAreLifted(t *testing.T) {
	const network = "links:h0-s0=50mbit,h1-s0=100mbit,h0>h1=20mbit"
	name := up(t, network)
	spec, err := topo.ParseFabric(network)
	require.NoError(t, err)
	rates, err := cluster.RatesOf(name, spec)
	require.NoError(t, err)
	limited := func(when string) {
		assert.Contains(t, rateOf(t, name, 0, "to1"), "rate 20Mbit", when)
		assert.Contains(t, rateOf(t, name, 0, "to2"), "rate 50Mbit", when)
	}
	for range 2 {
		require.NoError(t, rates.Lift())
		assert.Contains(t, rateOf(t, name, 0, "to1"), "noqueue")
		assert.Contains(t, rateOf(t, name, 0, "to2"), "noqueue")
		require.NoError(t, rates.Limit())
		limited("given back")
	}
	require.NoError(t, cluster.PutBack(name, spec))
	limited("nothing to put back")

	require.NoError(t, rates.Lift())
	run, out := onSome(name, []string{"-n", "1"}, "tc", "qdisc", "show", "dev", "to1")
	require.NoError(t, run.Run(), "%s", out)
	assert.Contains(t, out.String(), "rate 20Mbit", "put back before the program")
	require.NoError(t, rates.Lift())
	require.NoError(t, cluster.PutBack(name, spec))
	limited("put back")
}

// With more ranks than cores, bench also measures on links without rate limits. It restores the limits at the
// end.
func TestSystemWhatTheCoresTake(t *testing.T) {
	startsPrograms(t)
	name := up(t, "star:4@20mbit") // skipped on more cores
	for _, c := range []struct {
		flags string
		known bool
	}{{"", true}, {"--allow-oversubscribed", false}} {
		_, r := benchOn(t, name, nil, "-i 4 --op bcast --algo hcube/bcast --size 64K "+c.flags)
		if !r.Env.Oversubscribed {
			t.Skip("a core for every rank")
		}
		assert.Equal(t, c.known, r.Env.CoresKnown)
		for _, cell := range r.Cells {
			assert.Equal(t, c.known, cell.Unlimited > 0)
			t.Logf("%.1f ms, without rates %.1f", cell.Median/1e6, cell.Unlimited/1e6)
		}
		assert.Contains(t, rateOf(t, name, 0, "to4"), "rate 20Mbit")
	}
}
