package errata

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/topo"
)

// ringAllgather is Algorithm 4.4 with the two places where a listing goes wrong: how a step is written, and
// what mod is.
func ringAllgather(step func(c *comm.Comm[string], to int, out []string, from int, in []string), mod func(a, p int) int) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		p, me := c.Size(), c.Label()
		blocks := comm.EqualBlocks(p, len(a.In))
		copy(comm.Block(blocks, a.Out, me), a.In)
		left, right := mod(me-1, p), mod(me+1, p)
		for i := 1; i < p; i++ {
			step(c, right, comm.Block(blocks, a.Out, topo.Mod(me-i+1, p)), left, comm.Block(blocks, a.Out, topo.Mod(me-i, p)))
		}
		return c.Err()
	}
}

func atOnce(c *comm.Comm[string], to int, out []string, from int, in []string) {
	c.SendRecv(to, out, from, in)
}

// Algorithms 4.4 to 4.10 print "send; receive" on both sides (hazard 1): past the eager limit all nodes
// wait in their send. The local machine never buffers, so it shows at any length.
func TestSendThenReceiveDeadlocks(t *testing.T) {
	sendFirst := func(c *comm.Comm[string], to int, out []string, from int, in []string) {
		c.Send(to, out)
		c.Recv(from, in)
	}
	k := conform.Case{P: 4, M: 1}
	assert.ErrorContains(t, try(catalog.Allgather, k, ringAllgather(sendFirst, topo.Mod)), "deadlock: 0 sends 1 words to 1; 1 sends")
	assert.NoError(t, try(catalog.Allgather, k, ringAllgather(atOnce, topo.Mod)))
	oursIsRight(t, "ring/allgather", k)
}

// (my_id - 1) mod p is p-1 for node 0; Go's and C's % make it -1 (hazard 2).
func TestModOfANegative(t *testing.T) {
	k := conform.Case{P: 4, M: 1}
	percent := func(a, p int) int { return a % p }
	assert.Error(t, try(catalog.Allgather, k, ringAllgather(atOnce, percent)))
	assert.NoError(t, try(catalog.Allgather, k, ringAllgather(atOnce, topo.Mod)))
	oursIsRight(t, "ring/allgather", k)
}

// meshRows is the first phase of Algorithm 4.6, by the label of the row neighbours: the blocks of my row.
func meshRows(sign int) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		n, me := 3, c.Label()
		row := me - me%n
		left, right := row+sign*topo.Mod(me-1, n), row+sign*topo.Mod(me+1, n)
		blocks := comm.EqualBlocks(n, len(a.In))
		all := make([]string, blocks.Total())
		copy(comm.Block(blocks, all, me%n), a.In)
		for i := 1; i < n; i++ {
			c.SendRecv(right, comm.Block(blocks, all, topo.Mod(me-i+1, n)), left, comm.Block(blocks, all, topo.Mod(me-i, n)))
		}
		line := c.Line(me%n, n, n) // the second phase, which is printed right
		up := comm.EqualBlocks(n, blocks.Total())
		copy(comm.Block(up, a.Out, me/n), all)
		for i := 1; i < n; i++ {
			line.SendRecv(topo.Mod(me/n+1, n), comm.Block(up, a.Out, topo.Mod(me/n-i+1, n)),
				topo.Mod(me/n-1, n), comm.Block(up, a.Out, topo.Mod(me/n-i, n)))
		}
		return c.Err()
	}
}

// F4 prints the row neighbours of Algorithm 4.6 as my_id - (my_id mod sqrt p) - (my_id ± 1) mod sqrt p
// (row 26); F0 has the + that belongs there.
func TestMeshNeighboursWithAMinus(t *testing.T) {
	k := conform.Case{P: 9, M: 2}
	assert.Error(t, try(catalog.Allgather, k, meshRows(-1)))
	assert.NoError(t, try(catalog.Allgather, k, meshRows(+1)))
	oursIsRight(t, "mesh/allgather", k)
}

// Figure 3.11 of F2 says that on 3 x 3 "all processors get (0, ..., 7)", and F3 writes m_0 ... m_p (rows 26,
// 27): there are p messages, 0 to p-1.
func TestAllgatherOfPMessages(t *testing.T) {
	for id, p := range map[string]int{"mesh/allgather": 9, "hcube/allgather": 8} {
		exam := conform.Set(catalog.Allgather, conform.Strings(), conform.Case{P: p, M: 1})
		assert.Len(t, exam.Want[0], p)
		oursIsRight(t, id, exam.Case)
		run := ours(t, id).Run
		for _, n := range []int{p - 1, p + 1} {
			err := try(catalog.Allgather, exam.Case, func(c *comm.Comm[string], a catalog.Args[string]) error {
				a.Out = make([]string, n)
				return run(c, a)
			})
			assert.ErrorContains(t, err, "result has")
		}
	}
}

// cubeAllgather is Algorithm 4.7 with the given number of iterations.
func cubeAllgather(iterations func(d int) int) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.In)
		copy(a.Out[me*m:], a.In)
		for i := range iterations(topo.CubeDim(c.Size())) {
			partner := me ^ 1<<i
			block := func(v int) []string { return a.Out[v>>i<<i*m:][:m<<i] }
			c.SendRecv(partner, block(me), partner, block(partner))
		}
		return c.Err()
	}
}

// F3 prints "for 0 <= k" without an end (row 27). It is k < d: in one more iteration the partner does not
// exist. Nor does it where p is no power of two, which no listing from 4.7 to 4.10 mentions (hazard 6).
func TestDimensionsEnd(t *testing.T) {
	exactly := func(d int) int { return d }
	oneMore := func(d int) int { return d + 1 }
	k := conform.Case{P: 8, M: 1}
	assert.NoError(t, try(catalog.Allgather, k, cubeAllgather(exactly)))
	assert.ErrorContains(t, try(catalog.Allgather, conform.Case{P: 8}, cubeAllgather(oneMore)), "no process 8, want 0..7")
	assert.ErrorContains(t, try(catalog.Allgather, conform.Case{P: 6}, cubeAllgather(exactly)), "no process 6, want 0..5")
	oursIsRight(t, "hcube/allgather", k)
	oursIsRight(t, "hcube/allgather", conform.Case{P: 6, M: 1})
}

// F4 prints the sum of ts + 2^(i-1) tw m as "- ts log p + tw m(p-1)" (row 27): the steps do not make it cheaper.
func TestAllgatherStepsAdd(t *testing.T) {
	assert.Equal(t, []int{3, 6, 12, 24}, widest(messages(t, "hcube/allgather", conform.Case{P: 16, M: 3})), "m, 2m, ..., mp/2: the sum is m(p-1)")
}
