package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// rounds describes what one node sends and receives in each round of a broadcast of n blocks from root. In
// every round the node sends at most one block and receives at most one. A phase has ceil(log p) rounds, but
// the first phase lacks its first `cut` rounds so that the last phase is complete. Root sends the last block
// in the first round of the last phase, and sends it again in the following rounds.
type rounds struct {
	graph
	me, root, blocks int
	sends, receives  schedule
	cut              int
}

func newRounds[T any](c *comm.Comm[T], root, blocks int) rounds {
	g := graphOf(c.Size())
	r := rounds{graph: g, me: c.Label(), root: root, blocks: blocks}
	if g.q == 0 {
		return r
	}
	v := topo.Mod(r.me-root, g.p)
	r.receives, r.cut = g.receives(v), topo.Mod(1-blocks, g.q)
	for k := range g.q {
		if r.sends[k] = k; v > 0 {
			r.sends[k] = g.receives(topo.Mod(v+g.skip[k], g.p))[k]
		}
	}
	return r
}

// count returns the number of rounds, which is blocks - 1 + ceil(log p).
func (r *rounds) count() int {
	if r.q == 0 {
		return 0
	}
	return r.blocks - 1 + r.q
}

// round returns the messages of the node in round i of a broadcast: it sends block `out` to node `to`, and
// receives block `in` from node `from`. If to or from is comm.None, there is no such message.
func (r *rounds) round(i int) (to, out, from, in int) {
	phase, k := (i+r.cut)/r.q*r.q-r.cut, (i+r.cut)%r.q
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
