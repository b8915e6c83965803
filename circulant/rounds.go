package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// bcastRounds describes the messages of one node in a broadcast of n blocks from root. In each round the node
// sends at most one block and receives at most one. A phase has ceil(log p) rounds, but the first phase lacks
// its first `skipped` rounds so that the last phase is complete. Root sends the last block in the first round
// of the last phase, and again in the following rounds.
type bcastRounds struct {
	circulantGraph
	me, root, blocks int
	sends, receives  schedule
	skipped          int
}

func newRounds[T any](c *comm.Comm[T], root, blocks int) bcastRounds {
	g := newGraph(c.Size())
	r := bcastRounds{circulantGraph: g, me: c.Label(), root: root, blocks: blocks}
	if g.q == 0 {
		return r
	}
	v := topo.Mod(r.me-root, g.p)
	r.receives, r.skipped = g.receiveSchedule(v), topo.Mod(1-blocks, g.q)
	for k := range g.q {
		if r.sends[k] = k; v > 0 {
			r.sends[k] = g.receiveSchedule(topo.Mod(v+g.skip[k], g.p))[k]
		}
	}
	return r
}

// count returns the number of rounds, which is blocks - 1 + ceil(log p), or 0 for one node.
func (r *bcastRounds) count() int {
	if r.q == 0 {
		return 0
	}
	return r.blocks - 1 + r.q
}

// round returns the messages of the node in round i. The node sends block `out` to node `to`, and receives
// block `in` from node `from`. If `to` is comm.None, the node sends nothing. If `from` is comm.None, it
// receives nothing.
func (r *bcastRounds) round(i int) (to, out, from, in int) {
	phase, k := (i+r.skipped)/r.q*r.q-r.skipped, (i+r.skipped)%r.q
	to, from = topo.Mod(r.me+r.skip[k], r.p), topo.Mod(r.me-r.skip[k], r.p)
	out, in = min(phase+r.sends[k], r.blocks-1), min(phase+r.receives[k], r.blocks-1)
	if out < 0 || to == r.root {
		to, out = comm.None, 0
	}
	if in < 0 || r.me == r.root {
		from, in = comm.None, 0
	}
	return to, out, from, in
}
