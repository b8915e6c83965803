package tree

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// treeNeighbours are the neighbours of a node in a binary tree. A missing neighbour is comm.None.
type treeNeighbours struct{ parent, left, right int }

// completeTreeNeighbours returns the neighbours of node `me` in a complete binary tree. The tree's nodes,
// level by level and from left to right, are root, root+1, ..., root+p-1 (mod p). The children of node root+v
// are root+2v+1 and root+2v+2 (mod p), if 2v+1 and 2v+2 are less than p.
func completeTreeNeighbours(me, root, p int) treeNeighbours {
	v := topo.Mod(me-root, p)
	label := func(v int) int {
		if v >= p {
			return comm.None
		}
		return topo.Mod(root+v, p)
	}
	at := treeNeighbours{comm.None, label(2*v + 1), label(2*v + 2)}
	if v > 0 {
		at.parent = label((v - 1) / 2)
	}
	return at
}

// inOrderTreeNeighbours returns the neighbours of node `me` in a tree in label order. At every node,
// including root, the labels in the left subtree are lower than the node's label, and the labels in the right
// subtree are higher.
func inOrderTreeNeighbours(me, root, p int) treeNeighbours {
	first, n := -1, root // on this node's side of root are the n labels first+1, first+2, ...
	if me > root {
		first, n = root, p-1-root
	}
	label := func(first, i int) int {
		if i == 0 {
			return comm.None
		}
		return first + i
	}
	if me == root {
		return treeNeighbours{comm.None, label(-1, searchTreeRoot(root)), label(root, searchTreeRoot(p-1-root))}
	}
	parent, left, right := searchTreeNeighbours(me-first, n)
	if parent == 0 {
		return treeNeighbours{root, label(first, left), label(first, right)}
	}
	return treeNeighbours{first + parent, label(first, left), label(first, right)}
}

// searchTreeNeighbours returns the parent and the children of i in the search tree of the numbers 1 to n; 0
// means none. The children of i are i - b/2 and i + b/2, where b is the lowest set bit of i; odd numbers are
// leaves. If a child is greater than n, its left subtree replaces it.
func searchTreeNeighbours(i, n int) (parent, left, right int) {
	b := i & -i
	if b > 1 {
		left = i - b/2
	}
	for below := b / 2; below > 0 && right == 0; below /= 2 {
		if i+below <= n {
			right = i + below
		}
	}
	if i == searchTreeRoot(n) {
		return 0, left, right
	}
	for parent = infiniteTreeParent(i); parent > n; {
		parent = infiniteTreeParent(parent)
	}
	return parent, left, right
}

// infiniteTreeParent returns the parent of i in the infinite search tree of all positive numbers.
func infiniteTreeParent(i int) int {
	b := i & -i
	return i - b | 2*b
}

// searchTreeRoot returns the root of the search tree of the numbers 1 to n: the greatest power of two that is
// at most n, or 0 for n = 0.
func searchTreeRoot(n int) int {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len(uint(n)) - 1)
}
