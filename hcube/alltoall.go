package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Alltoall sends every node of a d-cube a block of its own from every node (all-to-all personalised): along
// each dimension, pairs exchange the p/2 blocks for the other's half.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m.
// p = 2^d only; AlltoallECube takes any p.
// log p steps of p·m/2 words: T = (ts + tw·m·p/2) log p under SF, and tr·m·p log p to gather each step's
// blocks and put them back.
//
// Section 3.5.3, figure 3.20 (1st ed.), section 4.5.3 (2nd ed.); cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], all, result []T) error {
	if err := cmp.Or(checkCube("hcube: Alltoall", c.Size()),
		comm.CheckAlltoall("hcube: Alltoall", c, all, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(all)/c.Size()
	half := p / 2 * m
	scratch := c.Scratch(2 * half)
	defer c.Release(scratch)
	msg, in := scratch[:half], scratch[half:]

	// Place j is for node j in the bits not yet done, and from node j in those that are.
	copy(result, all)
	for i := range topo.CubeDim(p) {
		partner := me ^ 1<<i
		run := m << i // words of adjacent blocks with the same bit i
		first := partner & (1 << i) * m
		n := 0
		for at := first; at < p*m; at += 2 * run {
			n += copy(msg[n:], result[at:at+run])
		}
		c.SendRecv(partner, msg, partner, in)
		n = 0
		for at := first; at < p*m; at += 2 * run {
			n += copy(result[at:at+run], in[n:])
		}
	}
	return c.Err()
}
