package butterfly

import (
	"cmp"

	"topocoll/comm"
)

// Allreduce combines the x of every node on every node: in the round of size n the sums of r groups of n nodes each are exchanged
// (recursive multiplying).
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Label order is kept. Any p, any radix
// r >= 2; nodes that do not fill the groups are folded in and out: two more rounds of m words.
// log_r p rounds of r-1 messages of m words: T = (ts + tw·m)(r-1) log_r p with one port, where every node is one link away; with r-1
// ports (ts + tw·m) log_r p. With r = 2 it is hcube.Allreduce; with r = p every node sends x to all others.
//
// Recursive doubling (Thakur, Rabenseifner, Gropp 2005) in base r; cf. MPI_Allreduce, MPICH's recursive_multiplying and recexch.
// Differs: the last round may be among fewer than r groups, so fewer nodes are folded.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], radix int, x, result []T) error {
	if err := cmp.Or(comm.CheckAllreduce("butterfly: Allreduce", op, x, result),
		comm.CheckRadix("butterfly: Allreduce", radix)); err != nil {
		return err
	}
	g, m := groupsOf(c, radix), len(x)
	if g.runSpare(x, result) {
		return c.Err()
	}
	in := c.Scratch((min(g.radix, g.nodes) - 1) * m)
	defer c.Release(in)

	sum := x
	if g.spare != comm.None {
		c.Recv(g.spare, in[:m])
		op.Apply(result, sum, in[:m])
		sum = result
	}
	for n := 1; n < g.nodes; n *= g.radix {
		many, digit := g.round(n)
		for j := 1; j < many; j++ {
			from, k := g.peer(n, -j)
			to, _ := g.peer(n, j)
			c.PostRecv(g.Host(from), vector(in, m, k, digit))
			c.PostSend(g.Host(to), sum)
		}
		c.Exchange()
		combine(op, result, sum, in, digit, many)
		sum = result
	}
	if c.Size() == 1 {
		c.Copy(result, x)
	}
	c.Send(g.spare, result)
	return c.Err()
}
