package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Alltoall sends a distinct block from every node of a d-cube to every node (all-to-all personalised): along
// each dimension, pairs exchange the p/2 blocks for the nodes of the other half.
//
// On return block i of result is this node's block of all of node i; len(all) = len(result) = p·m.
// p = 2^d only; AlltoallECube takes any p.
// log p steps of p·m/2 words: T = (ts + tw·m·p/2) log p under SF, plus tr·m·p log p to gather the blocks of each
// step and put them back.
//
// Section 3.5.3, figure 3.20 (1st ed.), section 4.5.3 (2nd ed.); cf. MPI_Alltoall.
func Alltoall[T any](c *comm.Comm[T], all, result []T) error {
	if err := cmp.Or(checkCube("hcube: Alltoall", c.Size()),
		comm.CheckAlltoall("hcube: Alltoall", c, all, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	half := p / 2 * m
	scratch := c.Scratch(2 * half)
	defer c.Release(scratch)
	msg, in := scratch[:half], scratch[half:]

	// The destination of the block at position j agrees with j in the bits still to do, its source in those done.
	c.Copy(result, all)
	for i := range topo.CubeDim(p) {
		partner := me ^ 1<<i
		run := m << i // words of adjacent blocks with the same bit i
		first := partner & (1 << i) * m
		n := 0
		for at := first; at < p*m; at += 2 * run {
			n += c.Copy(msg[n:], result[at:at+run])
		}
		c.SendRecv(partner, msg, partner, in)
		n = 0
		for at := first; at < p*m; at += 2 * run {
			n += c.Copy(result[at:at+run], in[n:])
		}
	}
	return c.Err()
}
