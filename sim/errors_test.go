package sim_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

func TestErrorsNameTheNodes(t *testing.T) {
	x := make([]none, 12)
	late := func(does func(*comm.Comm[none])) func(*comm.Comm[none]) {
		return func(c *comm.Comm[none]) {
			c.SendRecv(c.Label()^1, make([]none, 5), c.Label()^1, make([]none, 5)) // 100 + 5·10 µs
			does(c)
		}
	}
	tests := []struct {
		name   string
		config sim.Config
		body   func(*comm.Comm[none]) error
		want   string
	}{
		{"both send first", sim.Config{},
			eachNodeDoes(late(send(3, 12)), late(pass), late(pass), late(send(0, 12))),
			"sim: deadlock at t=150: node 0 sends 12 words to node 3; node 3 sends 12 words to node 0"},
		{"a ring of sends", sim.Config{},
			func(c *comm.Comm[none]) error { c.Send((c.Label()+1)%4, x); return c.Err() },
			"sim: deadlock at t=0: node 0 sends 12 words to node 1; node 1 sends 12 words to node 2; " +
				"node 2 sends 12 words to node 3; node 3 sends 12 words to node 0"},
		{"the peer is gone", sim.Config{}, eachNodeDoes(recv(2, 12)),
			"sim: deadlock at t=0: node 0 receives 12 words from node 2, which has returned"},
		{"to itself", sim.Config{}, eachNodeDoes(send(0, 12)),
			"sim: deadlock at t=0: node 0 sends 12 words to node 0"},
		{"lengths", sim.Config{}, eachNodeDoes(late(send(1, 12)), late(recv(0, 13)), late(pass), late(pass)),
			"sim: at t=150, node 0 sends 12 words to node 1, which receives 13 words from node 0"},
		{"strict one port", sim.Config{Strict: true}, bidirectional,
			"sim: node 0: Round has 2 sends and 2 receives at once, more than ports=one allows"},
		{"strict half duplex", sim.Config{Strict: true, Ports: sim.HalfDuplex}, ringStep,
			"sim: node 0: SendRecv has 1 sends and 1 receives at once, more than ports=half allows"},
		{"the body's own", sim.Config{}, func(c *comm.Comm[none]) error { return errors.New("no") },
			"sim: node 0: no"},
		{"too small a network", sim.Config{Network: topo.NewRing(3)}, eachNodeDoes(),
			"sim: 4 processes do not fit on ring:3"},
		{"placement too short", sim.Config{Placement: []int{0, 1}}, eachNodeDoes(),
			"sim: placement for 2 processes, want 4"},
		{"two on a node", sim.Config{Placement: []int{0, 1, 2, 1}}, eachNodeDoes(),
			"sim: process 3 is placed on node 1; use each of the nodes 0..3 at most once"},
		{"no routing", sim.Config{Routing: 7}, eachNodeDoes(), "sim: unknown routing 7, want SF or CT"},
		{"negative cost", sim.Config{Tr: -1}, eachNodeDoes(),
			"sim: cost -1 µs, want a finite number of at least 0"},
		{"infinite cost", sim.Config{Th: math.Inf(1)}, eachNodeDoes(),
			"sim: cost +Inf µs, want a finite number of at least 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.config.Ts, test.config.Tw = 100, 10
			for _, test.config.Oblivious = range []bool{false, true} {
				_, err := sim.Run(context.Background(), 4, test.config,
					func(port comm.Port[none]) error { return test.body(comm.New(port)) })
				assert.EqualError(t, err, test.want)
			}
		})
	}
}

func TestNoSuchPeer(t *testing.T) {
	_, err := sim.Run(context.Background(), 4, sim.Config{},
		func(port comm.Port[none]) error { return port.Send(4, nil) })
	assert.EqualError(t, err, "sim: node 0: Send: no node 4, want 0..3")
	_, err = sim.Run(context.Background(), 0, sim.Config{}, func(port comm.Port[none]) error { return nil })
	assert.EqualError(t, err, "sim: 0 nodes, want at least 1")
}

func TestDeadlockAsValue(t *testing.T) {
	_, err := sim.Run(context.Background(), 100, sim.Config{},
		func(port comm.Port[none]) error { return port.Send(port.Rank()^1, nil) })
	var deadlock *sim.DeadlockError
	require.ErrorAs(t, err, &deadlock)
	assert.Len(t, deadlock.Waiting, 100)
	assert.Equal(t, sim.Wait{Rank: 7, Peer: 6, Sends: true}, deadlock.Waiting[7])
	assert.ErrorContains(t, err, "node 15 sends 0 words to node 14; and 84 more")
}

// A body that ignores its errors is also stopped, on every node.
func TestEveryNodeIsStopped(t *testing.T) {
	ended := 0
	_, err := sim.Run(context.Background(), 8, sim.Config{}, func(port comm.Port[none]) error {
		defer func() { ended++ }()
		port.Send(port.Rank()^1, nil)
		for range 3 {
			assert.Error(t, port.Recv(port.Rank()^1, nil))
		}
		return nil
	})
	assert.ErrorContains(t, err, "deadlock")
	assert.Equal(t, 8, ended)
}

func TestPanicOfABodyReachesTheCaller(t *testing.T) {
	assert.PanicsWithValue(t, "body", func() {
		sim.Run(context.Background(), 8, sim.Config{}, func(port comm.Port[none]) error {
			if port.Rank() == 5 {
				panic("body")
			}
			return port.Send((port.Rank()+1)%8, nil)
		})
	})
}

// A run that would never end stops when its context is cancelled. It reports its progress until then.
func TestCancelAndProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var last sim.Progress
	config := sim.Config{Progress: sim.ProgressReports{Interval: time.Nanosecond, Report: func(p sim.Progress) {
		last = p
		if p.Messages > 10_000 {
			cancel()
		}
	}}}
	_, err := sim.Run(ctx, 3, config, func(port comm.Port[none]) error {
		for port.Rank() < 2 {
			if err := port.SendRecv(1-port.Rank(), nil, 1-port.Rank(), nil); err != nil {
				return err
			}
		}
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, []int{0, 3}, []int{last.Finished, last.Nodes})
}
