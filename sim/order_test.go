package sim_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// All messages of a Round are concurrent, so two nodes that list them in opposite orders do not deadlock.
// With one port, one message goes first and the other messages keep their order.
func TestRoundsInOppositeOrders(t *testing.T) {
	x, y := make([]none, 3), make([]none, 5)
	crossed := eachNodeDoes(
		func(c *comm.Comm[none]) { round(c, messages{{Peer: 1, Data: x}, {Peer: 2, Data: y}}, nil) },
		func(c *comm.Comm[none]) { round(c, nil, messages{{Peer: 3, Data: y}, {Peer: 0, Data: x}}) },
		func(c *comm.Comm[none]) { round(c, nil, messages{{Peer: 0, Data: y}, {Peer: 3, Data: x}}) },
		func(c *comm.Comm[none]) { round(c, messages{{Peer: 2, Data: x}, {Peer: 1, Data: y}}, nil) },
	)
	for _, contention := range []bool{false, true} {
		for _, ports := range []sim.Ports{sim.OnePort, sim.HalfDuplex} {
			r := run(t, 4, sim.Config{Ports: ports, Contention: contention}, crossed)
			assert.Equal(t, float64(4*ts+16*tw), r.Time)
		}
		r := run(t, 4, sim.Config{Ports: sim.AllPort, Contention: contention, Network: topo.NewHypercube(4)},
			crossed)
		assert.Equal(t, float64(ts+5*tw), r.Time)
	}
}

// Two messages between the same two nodes match in order, even in one Round.
func TestSamePeerTwice(t *testing.T) {
	for _, ports := range []sim.Ports{sim.OnePort, sim.HalfDuplex, sim.AllPort} {
		first, second := make([]int, 1), make([]int, 2)
		_, err := sim.Run(context.Background(), 2, sim.Config{Ports: ports}, func(port comm.Port[int]) error {
			if port.Rank() == 0 {
				return port.Round(
					[]comm.Message[int]{{Peer: 1, Data: []int{7}}, {Peer: 1, Data: []int{8, 9}}}, nil)
			}
			return port.Round(nil, []comm.Message[int]{{Peer: 0, Data: first}, {Peer: 0, Data: second}})
		})
		require.NoError(t, err)
		assert.Equal(t, []int{7, 8, 9}, append(first, second...))
	}
}

// A message from a node to itself is a copy. It takes no time and is not counted.
func TestToItself(t *testing.T) {
	in := make([]int, 3)
	r, err := sim.Run(context.Background(), 1, sim.Config{Ts: 100, Tw: 10}, func(port comm.Port[int]) error {
		return port.SendRecv(0, []int{1, 2, 3}, 0, in)
	})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3}, in)
	assert.Equal(t, []float64{0, 0, 0}, []float64{r.Time, float64(r.Messages), float64(r.Rounds)})
}

// A transfer waits until both of its nodes are ready, and both nodes wait for the transfer.
func TestRendezvous(t *testing.T) {
	r := run(t, 3, sim.Config{}, eachNodeDoes(
		func(c *comm.Comm[none]) { send(1, 1000)(c); send(2, 1)(c) }, recv(0, 1000), recv(0, 1)))
	times := []float64{r.Nodes[0].Time, r.Nodes[1].Time, r.Nodes[2].Time}
	assert.Equal(t, []float64{2*ts + 1001*tw, ts + 1000*tw, 2*ts + 1001*tw}, times)
	assert.Equal(t, sim.Node{Time: times[0], Rounds: 2, Sends: 2, SentWords: 1001}, r.Nodes[0])
	assert.Equal(t, sim.Node{Time: times[2], Rounds: 2, Recvs: 1, ReceivedWords: 1}, r.Nodes[2])
}

// A combination takes Tr per word. In this test it runs between two exchanges of 10 words.
func TestWorkTakesTime(t *testing.T) {
	for _, contention := range []bool{false, true} {
		config := sim.Config{Ts: 100, Tw: 10, Tr: 3, Contention: contention}
		r, err := sim.Run(context.Background(), 2, config, func(port comm.Port[none]) error {
			c, op, x := comm.New(port), sim.Timed(port, nothing), make([]none, 10)
			exchange(0, 10)(c)
			if c.Label() == 0 {
				op.Apply(x, x, x)
			}
			return exchange(0, 10)(c)
		})
		require.NoError(t, err)
		assert.Equal(t, 2*200.+10*3, r.Time)
	}
}

// Equal runs have equal traces. If no two messages share a link, the trace is the same with and without
// contention.
func TestDeterministic(t *testing.T) {
	config := sim.Config{Network: topo.NewTorus(topo.Mesh{4, 4}), Routing: sim.CT, Contention: true}
	a, b := record(t, 16, config, butterfly), record(t, 16, config, butterfly)
	assert.Equal(t, a, b)
	config.Network = topo.NewHypercube(16)
	assert.True(t, sharesNoLink(t, 16, config, butterfly))
}

// An empty message waits for a link that is busy, and a repeatable body gives the same result.
func TestEmptyMessageWaits(t *testing.T) {
	for _, first := range []int{10, 0} {
		body := eachNodeDoes(send(2, first), send(3, 10-first), recv(0, first), recv(1, 10-first))
		for _, repeatable := range []bool{false, true} {
			config := sim.Config{Ts: ts, Tw: tw, Network: topo.NewRing(8), Routing: sim.CT, Contention: true,
				Repeatable: repeatable}
			r, err := sim.Run(context.Background(), 8, config, func(port comm.Port[none]) error {
				return body(comm.New(port))
			})
			require.NoError(t, err)
			want := []float64{ts + float64(first)*tw, ts + 10*tw}
			assert.Equal(t, want, []float64{r.Nodes[2].Time, r.Nodes[3].Time}, "repeatable: %t", repeatable)
		}
	}
}

// A repeatable body runs once if no two messages share a link, and otherwise twice. The result is the same in
// both cases.
func TestRepeatable(t *testing.T) {
	tests := map[string]struct {
		network topo.Network
		body    func(c *comm.Comm[none]) error
		runs    int
	}{
		"all alone": {topo.NewHypercube(16), butterfly, 1},
		"one link many times": {topo.NewRing(16),
			func(c *comm.Comm[none]) error { ringStep(c); return ringStep(c) }, 1},
		"several messages on a link": {topo.NewRing(16), butterfly, 2},
	}
	for name, test := range tests {
		for _, routing := range []sim.Routing{sim.SF, sim.CT} {
			t.Run(fmt.Sprint(name, ", ", routing), func(t *testing.T) {
				config := sim.Config{Network: test.network, Routing: routing, Contention: true}
				want := run(t, 16, config, test.body)
				runs := 0
				config.Repeatable = true
				got := run(t, 16, config, func(c *comm.Comm[none]) error {
					if c.Label() == 0 {
						runs++
					}
					return test.body(c)
				})
				assert.Equal(t, want, got)
				assert.Equal(t, test.runs, runs)
			})
		}
	}
}
