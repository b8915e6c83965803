package sim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

func TestOnePortFindsTwo(t *testing.T) {
	trace := record(t, 3, sim.Config{Ports: sim.AllPort}, bidirectional)
	assert.EqualError(t, trace.OnePort(), "sim: node 0 sends two messages at once: 0->1 (10 words, t=0..1.073752064e+09) and 0->2 (10 words, t=0..1.073752064e+09)")
	assert.NoError(t, record(t, 3, sim.Config{}, bidirectional).OnePort(), "in turns")
}

func TestCongestionFreeFindsTwo(t *testing.T) {
	config := sim.Config{Network: topo.NewRing(8), Routing: sim.CT}
	assert.NoError(t, record(t, 8, config, exchange(0, 1)).CongestionFree())
	assert.ErrorContains(t, record(t, 8, config, exchange(1, 1)).CongestionFree(), "sim: link 1-2 has two messages at once: ")
	config.Routing = sim.SF // hop after hop: 0->2 leaves link 0-1 when 1->3 is through 1-2
	assert.NoError(t, record(t, 8, config, only(send(2, 9), send(3, 9), recv(0, 9), recv(1, 9))).CongestionFree())
	config.Routing = sim.CT
	assert.ErrorContains(t, record(t, 8, config, only(send(2, 9), send(3, 9), recv(0, 9), recv(1, 9))).CongestionFree(), "sim: link 1-2")
}

// The shifts and exchanges of rows 46 and 51 in one step: E-cube routes share no link.
func TestECubeStepsAreCongestionFree(t *testing.T) {
	largest := 256
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
				trace := record(t, p, sim.Config{Network: topo.NewHypercube(p), Routing: sim.CT}, func(c *comm.Comm[none]) error {
					to, from := peers(c.Label())
					c.SendRecv(to, make([]none, 1), from, make([]none, 1))
					return c.Err()
				})
				assert.NoError(t, trace.CongestionFree(), "%s by %d of %d", name, q, p)
			}
		}
	}
}
