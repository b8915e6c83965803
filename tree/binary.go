package tree

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// A place holds the neighbours of a node in a binary tree. A missing neighbour is comm.None.
type place struct{ parent, left, right int }

// completePlace returns the place of a node in the complete binary tree whose nodes, level by level and from
// left to right, are root, root+1, root+2, ..., mod p. The node that is v labels after root has the children
// that are 2v+1 and 2v+2 labels after root.
func completePlace(me, root, p int) place {
	v := topo.Mod(me-root, p)
	label := func(v int) int {
		if v >= p {
			return comm.None
		}
		return topo.Mod(root+v, p)
	}
	at := place{comm.None, label(2*v + 1), label(2*v + 2)}
	if v > 0 {
		at.parent = label((v - 1) / 2)
	}
	return at
}

// inOrderPlace returns the place of a node in a tree in label order: the left subtree of every node has lower
// labels, and the right subtree has higher labels. The left subtree of root has all lower labels, and its
// right subtree has all higher labels.
func inOrderPlace(me, root, p int) place {
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
		return place{comm.None, label(-1, topNumber(root)), label(root, topNumber(p-1-root))}
	}
	parent, left, right := searchPlace(me-first, n)
	if parent == 0 {
		return place{root, label(first, left), label(first, right)}
	}
	return place{first + parent, label(first, left), label(first, right)}
}

// searchPlace returns the parent and the children of i in the search tree of the numbers 1 to n; 0 means
// none. The children of i are i - b/2 and i + b/2, where b is the lowest set bit of i; odd numbers are
// leaves. If a child is greater than n, its left subtree replaces it.
func searchPlace(i, n int) (parent, left, right int) {
	b := i & -i
	if b > 1 {
		left = i - b/2
	}
	for below := b / 2; below > 0 && right == 0; below /= 2 {
		if i+below <= n {
			right = i + below
		}
	}
	if i == topNumber(n) {
		return 0, left, right
	}
	for parent = parentNumber(i); parent > n; {
		parent = parentNumber(parent)
	}
	return parent, left, right
}

// parentNumber returns the parent of i in the infinite search tree of all positive numbers.
func parentNumber(i int) int {
	b := i & -i
	return i - b | 2*b
}

// topNumber returns the root of the search tree of the numbers 1 to n: the greatest power of two that is at
// most n, or 0 if n is 0.
func topNumber(n int) int {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len(uint(n)) - 1)
}
