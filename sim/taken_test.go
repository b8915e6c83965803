package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// The trace contains the time at which a message occupies each of its links. Under CT the time is the same
// for all links. Under SF the times follow each other. A time is later if another message occupies the link.
func TestTraceHasWhenLinksAreTaken(t *testing.T) {
	// Node 0's message uses links 0-1 and 1-2, and node 1's message uses links 1-2 and 2-3.
	both := eachNodeDoes(send(2, 10), send(3, 4), recv(0, 10), recv(1, 4))
	for _, test := range []struct {
		name       string
		routing    sim.Routing
		contention bool
		of0, of1   []float64
	}{
		{"CT", sim.CT, false, []float64{ts, ts}, []float64{ts, ts}},
		{"SF", sim.SF, false, []float64{ts, ts + 10*tw}, []float64{ts, ts + 4*tw}},
		{"CT, 1 waits", sim.CT, true, []float64{ts, ts}, []float64{ts + 10*tw + 2*th, ts + 10*tw + 2*th}},
		{"SF, alone by turns", sim.SF, true, []float64{ts, ts + 10*tw}, []float64{ts, ts + 4*tw}},
	} {
		config := sim.Config{Ts: ts, Tw: tw, Th: th, Network: topo.NewRing(8), Routing: test.routing,
			Contention: test.contention}
		r, err := sim.Record(context.Background(), 8, config, nil, func(port comm.Port[none]) error {
			c := comm.New(port)
			both(c)
			return c.Err()
		})
		require.NoError(t, err)
		got := map[int][]float64{}
		for _, x := range r.Trace.Transfers {
			got[x.From] = x.Taken
		}
		assert.Equal(t, map[int][]float64{0: test.of0, 1: test.of1}, got, test.name)
	}
}
