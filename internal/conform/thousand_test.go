package conform

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

var streamed = flag.String("streamed", "",
	"a network; print how long a broadcast and a reduction take on it in the simulator")

// A block that is sent in segments along the trees of one root takes the transfer time of the worst cut. Each
// step of the deepest tree adds the time of one segment. Links carry one message at a time. The cut consists
// of the links of one node.
func TestStreamsReachTheCut(t *testing.T) {
	cases := map[string]int{"torus:4x4": 4, "torus:5x5": 4, "torus:3x6": 4, "hypercube:32": 5}
	if *streamed != "" {
		cases = map[string]int{*streamed: 0}
	}
	for name, links := range cases {
		spec, err := topo.ParseSpec(name)
		require.NoError(t, err)
		n := pack.Into(spec.Network)
		for _, back := range []bool{false, true} {
			f := n.From(1)
			if back {
				f = n.To(1)
			}
			segments := 25 * f.Depth
			took, messages := stream(t, n, f, back, segments)
			if *streamed != "" {
				fmt.Printf("%s, back %v: %d trees, depth %d, %d segments, %d messages, %v of a block\n", name,
					back, len(f.Trees), f.Depth, segments, messages, took)
				continue
			}
			assert.LessOrEqual(t, took, 1.05/float64(links), "%s, back %v", name, back)
			assert.GreaterOrEqual(t, took, 1/float64(links), "%s, back %v", name, back)
		}
	}
}

// stream returns the time of a block that is sent along the trees in the given number of segments. It is
// relative to the time of a block on a link of capacity 1.
func stream(t *testing.T, n *pack.Network, f *pack.Forest, back bool, segments int) (took float64,
	messages int) {
	const words = 64
	config := sim.Config{Tw: 1, Network: n.Network, Routing: sim.CT, Ports: sim.AllPort, Contention: true,
		Repeatable: true, Oblivious: true}
	r, err := sim.Run(context.Background(), n.Nodes(), config, func(port comm.Port[struct{}]) error {
		c := comm.New(port)
		x := make([]struct{}, words)
		for round := range segments + f.Depth - 1 {
			for step := range f.Depth {
				if segment := round - step; segment < 0 || segment >= segments {
					continue
				}
				ins, outs, from, to, me, at := f.LinksIn, f.LinksOut, f.LinkIn, f.LinkOut, c.Label(), step
				if back { // the deepest nodes first
					ins, outs, from, to, at = outs, ins, to, from, f.Depth-1-step
				}
				for i := range ins(me, at) {
					c.PostRecv(from(me, at, i).Peer, x)
				}
				for i := range outs(me, at) {
					c.PostSend(to(me, at, i).Peer, x)
				}
			}
			c.Exchange()
		}
		return c.Err()
	})
	require.NoError(t, err)
	return r.Time / float64(words*segments*f.Shares), r.Messages
}
