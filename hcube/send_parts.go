package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// SendParts sends x from one node of a d-cube to another in d parts, over d paths that share no node in between,
// the longer paths first. Every node of the cube calls it, because the nodes in between forward the parts.
//
// On return x on node to is that of node from; x has the same length on every node; a node in between uses it as
// a buffer for the parts that it forwards. p = 2^d only; d need not divide m.
// If the labels differ in l bits, l paths have l links and d-l paths have l+2 links: at most 2 log p
// steps of m/log p words, T = 2(ts log p + tw·m), under SF.
//
// "Routing messages in parts", section 3.7 (1st ed.). Not a collective: MPI has MPI_Send.
func SendParts[T any](c *comm.Comm[T], from, to int, x []T) error {
	if err := cmp.Or(checkCube("hcube: SendParts", c.Size()),
		comm.CheckLabel("hcube: SendParts", "from", from, c.Size()),
		comm.CheckLabel("hcube: SendParts", "to", to, c.Size())); err != nil {
		return err
	}
	p, me := c.Size(), c.Rank()
	if from == to {
		return c.Err()
	}
	d := topo.CubeDim(p)
	parts := comm.SplitBlocks(d, len(x))
	var room [66]int

	for _, long := range [...]bool{true, false} {
		for j := range d {
			if long != ((from^to)&(1<<j) == 0) {
				continue
			}
			part := comm.Block(parts, x, j)
			path := topo.DisjointPath(room[:0], from, to, j, d)
			for i, node := range path {
				if node != me {
					continue
				}
				if i > 0 {
					c.Recv(path[i-1], part)
				}
				if i < len(path)-1 {
					c.Send(path[i+1], part)
				}
			}
		}
	}
	return c.Err()
}
