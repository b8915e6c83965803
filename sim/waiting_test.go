package sim_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// A message requests its whole path once and then waits, as Config.Contention describes. The message that can
// start first starts next. If several messages can start at that time, the one that has waited longest
// starts, and then the one with the lower sender.
type message struct {
	from, to, words int
	asked           float64
	path            []int32
}

// arrivals returns the arrival time of each sender's message. Before each start it examines all waiting
// messages.
func arrivals(waiting []message) map[int]float64 {
	free, end := map[int32]float64{}, map[int]float64{}
	for len(waiting) > 0 {
		next, at := 0, math.Inf(1)
		for i, x := range waiting {
			start := x.asked
			for _, link := range x.path {
				start = max(start, free[link])
			}
			y := waiting[next]
			if start < at || start == at && (x.asked < y.asked || x.asked == y.asked && x.from < y.from) {
				next, at = i, start
			}
		}
		x := waiting[next]
		end[x.from] = at + float64(x.words)*tw + float64(len(x.path))*th
		for _, link := range x.path {
			free[link] = end[x.from]
		}
		waiting = slices.Delete(waiting, next, next+1)
	}
	return end
}

// The simulator starts waiting messages in the order that arrivals computes. Every node works for some time
// and then sends a message to another node: 64 long paths that cross each other, in a hundred variants.
func TestWhoWaitsForWhom(t *testing.T) {
	const tr = 7 * tw
	networks := []topo.Network{topo.NewTorus(topo.Mesh{8, 8}), topo.NewRing(64), topo.NewHypercube(64),
		topo.NewStar(64), topo.NewTree(64)}
	for seed := range uint64(100) {
		random, network := rand.New(rand.NewPCG(seed, 1)), networks[seed%5]
		work := make([]int, 64)
		for i := range work {
			work[i] = random.IntN(1 + int(seed)%20)
		}
		var all []message
		for from := range work {
			to := (from + 1 + random.IntN(63)) % 64
			all = append(all,
				message{from, to, 1 + random.IntN(8), ts + tr*float64(max(work[from], work[to])),
					network.Route(nil, from, to)})
		}
		config := sim.Config{Ts: ts, Tw: tw, Th: th, Tr: tr, Network: network, Routing: sim.CT,
			Ports: sim.AllPort, Contention: true}
		r, err := sim.Record(context.Background(), 64, config, nil, func(port comm.Port[none]) error {
			c, x := comm.New(port), make([]none, work[port.Rank()])
			sim.Timed(port, nothing).Apply(x, x, x)
			var out, in messages
			for _, x := range all {
				if x.from == c.Label() {
					out = append(out, comm.Message[none]{Peer: x.to, Data: make([]none, x.words)})
				}
				if x.to == c.Label() {
					in = append(in, comm.Message[none]{Peer: x.from, Data: make([]none, x.words)})
				}
			}
			round(c, out, in)
			return c.Err()
		})
		require.NoError(t, err)
		got := map[int]float64{}
		for _, x := range r.Trace.Transfers {
			got[x.From] = x.End
		}
		assert.Equal(t, arrivals(all), got, "seed %d on %v", seed, network)
	}
}

// Only one of the messages that wait for a link is examined when the link becomes free, and a send finds its
// receive at once. If all 2^19 messages of this Round were examined, the test would take hours.
func TestManyMessagesWaitForALink(t *testing.T) {
	const n = 1 << 17
	config := sim.Config{Network: topo.NewRing(4), Routing: sim.CT, Ports: sim.AllPort, Contention: true,
		Oblivious: true}
	r := run(t, 4, config, func(c *comm.Comm[none]) error {
		for i := range n {
			c.PostSend((c.Label()+1)%4, make([]none, i%3))
			c.PostRecv((c.Label()+3)%4, make([]none, i%3))
		}
		c.Exchange()
		return c.Err()
	})
	words := n - n%3 + n%3*(n%3-1)/2 // 0, 1, 2, 0, 1, ...
	assert.Equal(t, float64(ts+words*tw+n*th), r.Time)
	assert.Equal(t, words, r.MaxLinkWords)
}
