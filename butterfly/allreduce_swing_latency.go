package butterfly

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AllreduceSwingLatency combines the x of every node on every node of a torus: along the dimensions in turn, pairs exchange their whole
// sums, distant ones first.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. g is a mesh of p nodes. op must commute. Other
// p as in AllreduceSwing.
// log p rounds of m words: T = (ts + tw·m) log p, where every node is one link away, and on a torus of extents up to 4.
//
// De Sensi, Bonato, Saam, Hoefler 2024, Swing, latency-optimal; cf. MPI_Allreduce. Differs: the rounds are taken backwards. Forwards, the
// sums of two nodes would overlap, each node would add in another order, and floating-point results would not be the same everywhere.
func AllreduceSwingLatency[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkTorus("butterfly: AllreduceSwingLatency", c, g), op.CheckCommutes("butterfly: AllreduceSwingLatency"),
		comm.CheckAllreduce("butterfly: AllreduceSwingLatency", op, x, result)); err != nil {
		return err
	}
	s, m := swingOn(c, g), len(x)
	if s.runSpare(x, result) {
		return c.Err()
	}
	in := c.Scratch(m)
	defer c.Release(in)

	sum := x
	if s.spare != comm.None {
		c.Recv(s.spare, in)
		op.Apply(result, x, in)
		sum = result
	}
	for round := s.D - 1; round >= 0; round-- {
		partner := s.partner(round)
		c.SendRecv(partner, sum, partner, in)
		if s.place(s.node) < s.place(s.partnerOf(s.node, round)) {
			op.Apply(result, sum, in)
		} else {
			op.Apply(result, in, sum)
		}
		sum = result
	}
	if c.Size() == 1 {
		c.Copy(result, x)
	}
	c.Send(s.spare, result)
	return c.Err()
}
