package tree

import (
	"topocoll/comm"
	"topocoll/topo"
)

// twoTrees returns the neighbours of a node in two trees that contain all nodes except root. Node root is the
// parent of both trees' roots. Each tree is the search tree of the numbers 1 to p-1. The node that is v
// labels after root has the number v in tree 0 and v-1 in tree 1, or p-1 in tree 1 if v is 1. A node with an
// even number in one tree therefore has an odd number in the other and is a leaf there. Only root sends in
// both trees.
//
// at[0] belongs to the tree in which the node has children. halfOf[i] is the half of the message that travels
// through the tree of at[i].
func twoTrees(me, root, p int) (at [2]treeNeighbours, halfOf [2]int) {
	v, n := topo.Mod(me-root, p), p-1
	for k := range at {
		label := func(i int) int {
			if i == 0 {
				return comm.None
			}
			return topo.Mod(root+topo.Mod(i-1+k, n)+1, p)
		}
		if v == 0 {
			at[k] = treeNeighbours{comm.None, label(searchTreeRoot(n)), comm.None}
			continue
		}
		parent, left, right := searchTreeNeighbours(topo.Mod(v-1-k, n)+1, n)
		at[k] = treeNeighbours{label(parent), label(left), label(right)}
		if parent == 0 {
			at[k].parent = root
		}
	}
	if at[1].left != comm.None && at[0].left == comm.None {
		return [2]treeNeighbours{at[1], at[0]}, [2]int{1, 0}
	}
	return at, [2]int{0, 1}
}
