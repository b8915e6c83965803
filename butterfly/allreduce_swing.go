package butterfly

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// AllreduceSwing combines the x of every node on every node of a torus: along the dimensions in turn, pairs exchange half of what they
// still add up, near nodes first, and then the sums, near nodes last. So the longest messages go over the fewest links.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. g is a mesh of p nodes. op must commute.
// p = 2^d; for any other p the spare nodes are folded in and out, two more rounds of m words, and the others are a ring.
// 2 log p rounds: T = 2(ts log p + tw(m/p)(p-1)), where every node is one link away, and on a torus of extents up to 4. On longer ones
// a round goes over a third of the links that the halving of a hypercube takes there.
//
// De Sensi, Bonato, Saam, Hoefler 2024, Swing, bandwidth-optimal; cf. MPI_Allreduce. With one dimension it is the butterfly of Bine trees
// (De Sensi et al. 2025). Differs: one collective instead of 2·k at once, each from another direction; the parts are numbered by place, so
// each message is one piece.
func AllreduceSwing[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkTorus("butterfly: AllreduceSwing", c, g), op.CheckCommutes("butterfly: AllreduceSwing"),
		comm.CheckAllreduce("butterfly: AllreduceSwing", op, x, result)); err != nil {
		return err
	}
	s := swingOn(c, g)
	if s.runSpare(x, result) {
		return c.Err()
	}
	parts := comm.SplitBlocks(1<<s.D, len(x))

	sum := x
	if s.spare != comm.None {
		in := c.Scratch(len(x))
		c.Recv(s.spare, in)
		op.Apply(result, x, in)
		c.Release(in)
		sum = result
	}
	s.scatter(op, parts.Start, sum, result)
	s.gather(parts.Start, result)
	if c.Size() == 1 {
		c.Copy(result, x)
	}
	c.Send(s.spare, result)
	return c.Err()
}

// checkTorus refuses a mesh that the nodes do not fill.
func checkTorus[T any](proc string, c *comm.Comm[T], g topo.Mesh) error {
	if err := g.Check(proc, c.Size()); err != nil {
		return comm.Refuse("%v", err)
	}
	return nil
}
