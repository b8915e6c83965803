package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// islands has two pairs of hosts, each pair on its own switch. The cable between the switches has the given
// rate.
func islands(t *testing.T, backbone string) topo.Network {
	n, err := topo.ReadNetwork("islands", strings.NewReader(strings.ReplaceAll(
		"h0 s0 100mbit/h1 s0 100mbit/h2 s1 100mbit/h3 s1 100mbit/s0 s1 "+backbone, "/", "\n")))
	require.NoError(t, err)
	return n
}

// A word takes tw/c on a link of capacity c. With a backbone of 400 Mbit/s, the backbone has capacity 4 and
// the other links have capacity 1. With a backbone of 25 Mbit/s, the backbone has capacity 1 and the other
// links have capacity 4.
func TestCapacities(t *testing.T) {
	const m = 8
	one := eachNodeDoes(send(2, m), silent, recv(0, m), silent)
	two := eachNodeDoes(send(2, m), send(3, m), recv(0, m), recv(1, m))
	for _, c := range []struct {
		name, backbone string
		routing        sim.Routing
		// The times are in units of tw, for one message and for two messages through the backbone.
		one, two float64
	}{
		{"SF, fast backbone", "400mbit", sim.SF, m + m/4 + m, m + m/4 + m/4 + m},
		{"SF, slow backbone", "25mbit", sim.SF, m/4 + m + m/4, m/4 + m + m + m/4},
		{"CT, fast backbone", "400mbit", sim.CT, m, 2 * m},
		{"CT, slow backbone", "25mbit", sim.CT, m, 2 * m},
		{"SF, equal", "100mbit", sim.SF, 3 * m, 4 * m},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := sim.Config{Network: islands(t, c.backbone), Routing: c.routing, Contention: true}
			hops := 0.0
			if c.routing == sim.CT {
				hops = 3 * th
			}
			assert.Equal(t, ts+c.one*tw+hops, run(t, 4, config, one).Time)
			times := 1.0
			if c.routing == sim.CT {
				times = 2
			}
			assert.Equal(t, ts+c.two*tw+times*hops, run(t, 4, config, two).Time)
			config.Repeatable = true
			assert.Equal(t, ts+c.two*tw+times*hops, run(t, 4, config, two).Time,
				"tried without contention first")
		})
	}
}

func silent(*comm.Comm[none]) {}
