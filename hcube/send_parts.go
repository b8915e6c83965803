package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// SendParts sends x from one node of a d-cube to another in d parts, over d paths that share no node: the
// longer paths first. Every node of the cube calls it, for the nodes between hand the parts on.
//
// On return x on node to is that of node from; x has the same length on every node; on those between,
// parts pass through it. p = 2^d only; d need not divide m.
// Paths of l links where the labels differ in l bits, l of them, and d-l paths of l+2 links: at most 2 log p
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
