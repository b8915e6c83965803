package butterfly

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Allreduce combines the vectors x of all nodes on every node (recursive multiplying). In the round of size
// n, r groups of n nodes exchange their sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Operands are
// combined in label order. Any p, any radix r >= 2; nodes that do not fill a group are folded in and out, in
// two more rounds of m words.
// log_r p rounds of r-1 messages of m words: T = (ts + tw·m)(r-1) log_r p with one port, if every pair of
// nodes is one link apart; with r-1 ports T = (ts + tw·m) log_r p. With r = 2 it is hcube.Allreduce; with r =
// p every node sends x to all other nodes.
//
// Recursive doubling (Thakur, Rabenseifner, Gropp 2005) in base r; cf. MPI_Allreduce, MPICH's
// recursive_multiplying and recexch. Unlike in MPICH, the last round may have fewer than r groups, so fewer
// nodes are folded.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], radix int, x, result []T) error {
	if err := cmp.Or(comm.CheckAllreduce("butterfly: Allreduce", op, x, result),
		comm.CheckRadix("butterfly: Allreduce", radix)); err != nil {
		return err
	}
	g, m := newGroupMember(c, radix), len(x)
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
		many, digit := g.membersInRound(n)
		for j := 1; j < many; j++ {
			from, k := g.peer(n, -j)
			to, _ := g.peer(n, j)
			c.PostRecv(g.Host(from), vectorOf(in, m, k, digit))
			c.PostSend(g.Host(to), sum)
		}
		c.Exchange()
		combineVectors(op, result, sum, in, digit, many)
		sum = result
	}
	if c.Size() == 1 {
		c.Copy(result, x)
	}
	c.Send(g.spare, result)
	return c.Err()
}

// AllreduceRabenseifner combines the vectors x of all nodes on every node. It is a ReduceScatter of the p
// parts of x, followed by an Allgather of the sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. p need not divide
// m. op must commute. Any p, any radix r >= 2; nodes that do not fill a group are folded as in ReduceScatter
// and Allgather.
// 2 log_r p rounds of r-1 messages: T = 2((r-1) log_r p·ts + tw(m/p)(p-1)) with one port, if every pair of
// nodes is one link apart. With r = 2 it is hcube.AllreduceRabenseifner.
//
// Rabenseifner 2004 in base r; cf. MPI_Allreduce, MPICH's k_reduce_scatter_allgather, UCC's sra_knomial.
func AllreduceRabenseifner[T any](c *comm.Comm[T], op comm.Op[T], radix int, x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("butterfly: AllreduceRabenseifner"),
		comm.CheckAllreduce("butterfly: AllreduceRabenseifner", op, x, result),
		comm.CheckRadix("butterfly: AllreduceRabenseifner", radix)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	mine := comm.Block(blocks, result, c.Label())
	if err := ReduceScatter(c, op, radix, x, mine, blocks); err != nil {
		return err
	}
	return Allgather(c, radix, mine, result, blocks)
}

// AllreduceSwing combines the vectors x of all nodes on every node of a torus. Along the dimensions in turn,
// pairs of nodes exchange half of their partial sums, nearest nodes first, and then the complete sums,
// nearest nodes last. The longest messages therefore cross the fewest links.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. g is a mesh of p
// nodes. op must commute. p = 2^d; for any other p, the spare nodes are folded in and out (two more rounds of
// m words), and the other nodes form a ring. 2 log p rounds: T = 2(ts log p + tw(m/p)(p-1)), if every pair of
// nodes is one link apart or the extents of the torus are at most 4. If an extent is above 4, a link carries
// a third of the messages that it would carry with the partners of a hypercube.
//
// De Sensi, Bonato, Saam, Hoefler 2024, Swing, bandwidth-optimal; cf. MPI_Allreduce. With one dimension it is
// the butterfly of Bine trees (De Sensi et al. 2025). Unlike in the paper, on k dimensions the vector is not
// divided among 2·k concurrent calls in different directions. The parts are numbered so that each message is
// contiguous.
func AllreduceSwing[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkTorus("butterfly: AllreduceSwing", c, g),
		op.CheckCommutes("butterfly: AllreduceSwing"),
		comm.CheckAllreduce("butterfly: AllreduceSwing", op, x, result)); err != nil {
		return err
	}
	s := newSwingNode(c, g)
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
	s.reduceScatter(op, parts.Start, sum, result)
	s.allgather(parts.Start, result)
	if c.Size() == 1 {
		c.Copy(result, x)
	}
	c.Send(s.spare, result)
	return c.Err()
}

// AllreduceSwingLatency combines the vectors x of all nodes on every node of a torus. Along the dimensions in
// turn, pairs of nodes exchange their whole sums, distant pairs first.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. g is a mesh of p
// nodes. op must commute. p = 2^d; for any other p see AllreduceSwing. log p rounds of m words: T = (ts +
// tw·m) log p, if every pair of nodes is one link apart or the extents of the torus are at most 4.
//
// De Sensi, Bonato, Saam, Hoefler 2024, Swing, latency-optimal; cf. MPI_Allreduce. Unlike in the paper, the
// order of the rounds is reversed. In the original order, nodes add in different orders, so floating-point
// results would differ between nodes.
func AllreduceSwingLatency[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkTorus("butterfly: AllreduceSwingLatency", c, g),
		op.CheckCommutes("butterfly: AllreduceSwingLatency"),
		comm.CheckAllreduce("butterfly: AllreduceSwingLatency", op, x, result)); err != nil {
		return err
	}
	s, m := newSwingNode(c, g), len(x)
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
		if s.placeOf(s.node) < s.placeOf(s.partnerOf(s.node, round)) {
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
