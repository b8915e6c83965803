package tree

import (
	"topocoll/comm"
	"topocoll/topo"
)

// twoTrees returns the places of a node in two trees that have all nodes but root, which is above both. Each is the search tree of 1
// to p-1; node v labels after root is v in tree 0, and v-1 in tree 1, where the first one is p-1. So an even number in one tree is
// odd in the other one, a leaf, and no node but root sends in both.
//
// The tree in which this node has children is first; of tells which half of the message goes through each.
func twoTrees(me, root, p int) (at [2]place, of [2]int) {
	v, n := topo.Mod(me-root, p), p-1
	for k := range at {
		label := func(i int) int {
			if i == 0 {
				return comm.None
			}
			return topo.Mod(root+topo.Mod(i-1+k, n)+1, p)
		}
		if v == 0 {
			at[k] = place{comm.None, label(top(n)), comm.None}
			continue
		}
		parent, left, right := search(topo.Mod(v-1-k, n)+1, n)
		at[k] = place{label(parent), label(left), label(right)}
		if parent == 0 {
			at[k].parent = root
		}
	}
	if at[1].left != comm.None && at[0].left == comm.None {
		return [2]place{at[1], at[0]}, [2]int{1, 0}
	}
	return at, [2]int{0, 1}
}
