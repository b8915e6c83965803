package sim_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// sharesNoLink reports whether no two messages of a body share a link at the same time. In that case,
// contention does not change any time.
func sharesNoLink(t *testing.T, p int, config sim.Config, body func(c *comm.Comm[none]) error) bool {
	config.Contention = false
	without := record(t, p, config, body)
	config.Contention = true
	return slices.EqualFunc(record(t, p, config, body).Transfers, without.Transfers,
		func(a, b sim.Transfer) bool {
			return a.From == b.From && a.To == b.To && a.Start == b.Start && a.End == b.End
		})
}

func TestFree(t *testing.T) {
	config := sim.Config{Network: topo.NewRing(8), Routing: sim.CT}
	two := eachNodeDoes(send(2, 9), send(3, 9), recv(0, 9), recv(1, 9))
	assert.True(t, sharesNoLink(t, 8, config, exchange(0, 1)))
	assert.False(t, sharesNoLink(t, 8, config, exchange(1, 1)), "link 1-2")
	assert.False(t, sharesNoLink(t, 8, config, two), "link 1-2")
	config.Routing = sim.SF // store and forward: 0->2 leaves link 0-1 when 1->3 has left link 1-2
	assert.True(t, sharesNoLink(t, 8, config, two))
}

// The shifts and exchanges of rows 46 and 51 take one step each, because their E-cube routes share no link.
func TestECubeStepsAreCongestionFree(t *testing.T) {
	largest := 128
	if testing.Short() {
		largest = 32
	}
	for p := 2; p <= largest; p *= 2 {
		for q := 1; q < p; q++ {
			to := map[string]func(me int) (to, from int){
				"shift": func(me int) (int, int) { return topo.Mod(me+q, p), topo.Mod(me-q, p) },
				"xor":   func(me int) (int, int) { return me ^ q, me ^ q },
			}
			for name, peers := range to {
				config := sim.Config{Network: topo.NewHypercube(p), Routing: sim.CT}
				assert.True(t, sharesNoLink(t, p, config, func(c *comm.Comm[none]) error {
					to, from := peers(c.Label())
					c.SendRecv(to, make([]none, 1), from, make([]none, 1))
					return c.Err()
				}), "%s by %d of %d", name, q, p)
			}
		}
	}
}
