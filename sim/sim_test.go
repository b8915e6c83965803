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

// With these values, each term of a sum below can be identified, and every float is exact.
const (
	ts = 1 << 30
	tw = 1 << 10
	th = 1
)

type none = struct{}

// run runs a body on words without data.
func run(t *testing.T, p int, config sim.Config, body func(c *comm.Comm[none]) error) *sim.Result {
	t.Helper()
	config.Ts, config.Tw, config.Th = ts, tw, th
	result, err := sim.Run(context.Background(), p, config, func(port comm.Port[none]) error {
		return body(comm.New(port))
	})
	require.NoError(t, err)
	return result
}

// eachNodeDoes returns a body in which nodes 0, 1, ... execute one function each, and the remaining nodes do
// nothing.
func eachNodeDoes(does ...func(c *comm.Comm[none])) func(c *comm.Comm[none]) error {
	return func(c *comm.Comm[none]) error {
		if c.Label() < len(does) {
			does[c.Label()](c)
		}
		return c.Err()
	}
}

func send(to, m int) func(c *comm.Comm[none]) {
	return func(c *comm.Comm[none]) { c.Send(to, make([]none, m)) }
}

func recv(from, m int) func(c *comm.Comm[none]) {
	return func(c *comm.Comm[none]) { c.Recv(from, make([]none, m)) }
}

func pass(*comm.Comm[none]) {}

func TestOneMessage(t *testing.T) {
	tests := []struct {
		name    string
		network topo.Network
		to      int
		routing sim.Routing
		want    float64
	}{
		{"neighbours SF", topo.NewRing(8), 1, sim.SF, ts + 7*tw},
		{"neighbours CT", topo.NewRing(8), 1, sim.CT, ts + 7*tw + th},
		{"3 links SF", topo.NewRing(8), 3, sim.SF, ts + 3*7*tw},
		{"3 links CT", topo.NewRing(8), 3, sim.CT, ts + 7*tw + 3*th},
		{"backwards", topo.NewRing(8), 6, sim.CT, ts + 7*tw + 2*th},
		{"hypercube", topo.NewHypercube(8), 7, sim.CT, ts + 7*tw + 3*th},
		{"open mesh", topo.NewOpenMesh(topo.Mesh{2, 4}), 7, sim.CT, ts + 7*tw + 4*th},
		{"torus", topo.NewTorus(topo.Mesh{2, 4}), 7, sim.CT, ts + 7*tw + 2*th},
		{"tree", topo.NewTree(8), 2, sim.CT, ts + 7*tw + 4*th},
		{"crossbar", nil, 7, sim.SF, ts + 7*tw},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			does := []func(*comm.Comm[none]){send(test.to, 7), pass, pass, pass, pass, pass, pass, pass}
			does[test.to] = recv(0, 7)
			r := run(t, 8, sim.Config{Network: test.network, Routing: test.routing}, eachNodeDoes(does...))
			assert.Equal(t, test.want, r.Time)
			assert.Equal(t, []int{1, 1, 7, 7}, []int{r.Rounds, r.Messages, r.Words, r.MaxLinkWords})
		})
	}
}

// ringStep performs one step on a ring. Every node sends to the right and receives from the left.
func ringStep(c *comm.Comm[none]) error {
	p, x := c.Size(), make([]none, 10)
	c.SendRecv(topo.Mod(c.Label()+1, p), x, topo.Mod(c.Label()-1, p), make([]none, 10))
	return c.Err()
}

// bidirectional performs one step on a ring in both directions.
func bidirectional(c *comm.Comm[none]) error {
	x, left, right := make([]none, 10), topo.Mod(c.Label()-1, c.Size()), topo.Mod(c.Label()+1, c.Size())
	round(c, messages{{Peer: right, Data: x}, {Peer: left, Data: x}},
		messages{{Peer: left, Data: x}, {Peer: right, Data: x}})
	return c.Err()
}

type messages = []comm.Message[none]

// round performs one communication step with several messages.
func round(c *comm.Comm[none], sends, recvs messages) {
	for _, msg := range recvs {
		c.PostRecv(msg.Peer, msg.Data)
	}
	for _, msg := range sends {
		c.PostSend(msg.Peer, msg.Data)
	}
	c.Exchange()
}

// Under half duplex, a node that sends to itself does not wait for the messages of other nodes.
func TestMessageToItself(t *testing.T) {
	const others = 100
	idle := func(*comm.Comm[none]) {}
	r := run(t, 6, sim.Config{Network: topo.NewRing(6), Ports: sim.HalfDuplex, Contention: true}, eachNodeDoes(
		func(c *comm.Comm[none]) {
			c.SendRecv(0, make([]none, 1), 0, make([]none, 1))
			c.Send(1, make([]none, 10))
		}, recv(0, 10), func(c *comm.Comm[none]) {
			for range others {
				c.Recv(5, make([]none, 10))
			}
		}, idle, idle, func(c *comm.Comm[none]) {
			for range others {
				c.Send(2, make([]none, 10))
			}
		}))
	assert.LessOrEqual(t, r.Nodes[1].Time, float64(2*(ts+10*tw)))
}

func TestPortModels(t *testing.T) {
	tests := []struct {
		name  string
		p     int
		ports sim.Ports
		body  func(c *comm.Comm[none]) error
		steps int
	}{
		{"exchange, one port", 2, sim.OnePort, ringStep, 1},
		{"exchange, half duplex", 2, sim.HalfDuplex, ringStep, 2},
		{"ring, one port", 8, sim.OnePort, ringStep, 1},
		{"ring, half duplex", 8, sim.HalfDuplex, ringStep, 2},
		{"odd ring, half duplex", 9, sim.HalfDuplex, ringStep, 3}, // 9 messages, at most 4 of them at a time
		{"both ways, all ports", 9, sim.AllPort, bidirectional, 1},
		{"both ways, one port", 9, sim.OnePort, bidirectional, 2},
		{"both ways, half duplex", 8, sim.HalfDuplex, bidirectional, 4},
	}
	for _, test := range tests {
		for _, contention := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, contention=%v", test.name, contention), func(t *testing.T) {
				r := run(t, test.p,
					sim.Config{Network: topo.NewRing(test.p), Ports: test.ports, Contention: contention},
					test.body)
				assert.Equal(t, float64(test.steps*(ts+10*tw)), r.Time)
				assert.Equal(t, test.steps, r.Rounds)
			})
		}
	}
}
