package sim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// exchange is one step of the hypercube allgather: m words in both directions along dimension i.
func exchange(i, m int) func(c *comm.Comm[none]) error {
	return func(c *comm.Comm[none]) error {
		partner := c.Label() ^ 1<<i
		c.SendRecv(partner, make([]none, m), partner, make([]none, m))
		return c.Err()
	}
}

// Figure 3.14 shows the steps of the hypercube allgather mapped on a ring of 8. In step i, 2^i messages
// compete for the same link, so the tw term is 2^i times as large. The textbook's source F4
// (docs/reference/sources.md) calls this an effective tw times the congestion factor.
func TestFigure3_14(t *testing.T) {
	for i, m := range []int{10, 20, 40} {
		config := sim.Config{Network: topo.NewRing(8), Routing: sim.CT}
		distance, factor := 1<<i, 1<<i
		free := run(t, 8, config, exchange(i, m))
		assert.Equal(t, float64(ts+m*tw+distance*th), free.Time)
		config.Contention = true
		shared := run(t, 8, config, exchange(i, m))
		assert.Equal(t, float64(ts+factor*(m*tw+distance*th)), shared.Time, "step %d", i)
		assert.Equal(t, factor*m, shared.MaxLinkWords)
	}
}

// If the steps ran strictly one after another, they would need the time of (p²-1)/3 blocks instead of p-1
// blocks, because step i needs the time of 4^i·m words. In one run, a node whose messages arrive early begins
// the next step early. The last step alone has p²/4 blocks.
func TestHypercubeAllgatherOnRing(t *testing.T) {
	const m = 1000
	for p := 4; p <= 64; p *= 2 {
		config := sim.Config{Network: topo.NewRing(p), Routing: sim.CT, Contention: true}
		r := run(t, p, config, func(c *comm.Comm[none]) error {
			return hcube.Allgather(c, make([]none, m), make([]none, p*m))
		})
		startUps := ts * float64(topo.CubeDim(p))
		assert.GreaterOrEqual(t, r.Time, startUps+float64(tw*m*p*p/4))
		assert.LessOrEqual(t, r.Time, startUps+float64((tw*m+th*p)*(p*p-1)/3))
		assert.Greater(t, r.Time, cost.HcubeAllgather(cost.Params{P: p, M: m, Ts: ts, Tw: tw}))
	}
}

// Two messages of 10 and 4 words request the same link, at the same time or one after the other. The link
// carries one message at a time.
func TestLinkCarriesOneMessageAtATime(t *testing.T) {
	ring := topo.NewRing(8)
	tests := []struct {
		name    string
		routing sim.Routing
		to2     float64 // arrival of node 0's 10 words at node 2, over links 0-1 and 1-2
		to3     float64 // arrival of node 1's 4 words at node 3, over links 1-2 and 2-3
	}{
		{"CT holds the whole path", sim.CT, ts + 10*tw + 2*th, ts + 10*tw + 2*th + 4*tw + 2*th},
		{"SF holds a link: 1's go first", sim.SF, ts + 20*tw, ts + 8*tw},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := sim.Config{Network: ring, Routing: test.routing, Contention: true}
			r := run(t, 8, config, eachNodeDoes(send(2, 10), send(3, 4), recv(0, 10), recv(1, 4)))
			assert.Equal(t, []float64{test.to2, test.to3}, []float64{r.Nodes[2].Time, r.Nodes[3].Time})
		})
	}
}

func TestPlacement(t *testing.T) {
	config := sim.Config{Network: topo.NewRing(8), Routing: sim.CT, Placement: []int{5, 1}}
	r := run(t, 2, config, eachNodeDoes(send(1, 10), recv(0, 10)))
	assert.Equal(t, float64(ts+10*tw+4*th), r.Time)
	assert.Equal(t, []int{10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 10, 0, 10, 0}, r.LinkWords,
		"up from 5, 6, 7, 0")
}

// LinkWords holds the number of words of all messages for each link, including unused links, in the order of
// the network.
func TestLinkWords(t *testing.T) {
	twoFrom1 := func(c *comm.Comm[none]) { send(3, 5)(c); send(2, 4)(c) } // 1 to 3 is routed through 2
	r := run(t, 4, sim.Config{Network: topo.NewRing(4)}, eachNodeDoes(pass, twoFrom1, recv(1, 4), recv(1, 5)))
	assert.Equal(t, []int{0, 0, 9, 0, 5, 0, 0, 0}, r.LinkWords, "up from 1 and from 2")
	assert.Equal(t, 9, r.MaxLinkWords)
}

// A procedure for a ring takes the same time on a hypercube as on a ring if its labels are mapped by the Gray
// code. If its labels are not mapped, it takes longer.
func TestRingOnHypercube(t *testing.T) {
	gray := make([]int, 16)
	for i := range gray {
		gray[i] = topo.Gray(i)
	}
	config := sim.Config{Network: topo.NewHypercube(16), Routing: sim.CT, Contention: true, Placement: gray}
	assert.Equal(t, float64(ts+10*tw+th), run(t, 16, config, ringStep).Time)
	config.Placement = nil
	assert.Greater(t, run(t, 16, config, ringStep).Time, float64(ts+10*tw+th))
}
