package tree

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// A place is the neighbours of a node in a binary tree; comm.None stands for none.
type place struct{ parent, left, right int }

// complete returns the place of a node in the complete binary tree: the levels, from left to right, have the labels root, root+1,
// root+2, ..., mod p. So v labels after root there are 2v+1 and 2v+2 below.
func complete(me, root, p int) place {
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

// inOrder returns the place of a node in a tree in which every node has the lower labels of its subtree on the left and the higher
// ones on the right. Below root there is one such tree of all lower labels, and one of all higher labels.
func inOrder(me, root, p int) place {
	first, n := -1, root // of the labels on this node's side of root; place i there is label first+i
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
		return place{comm.None, label(-1, top(root)), label(root, top(p-1-root))}
	}
	parent, left, right := search(me-first, n)
	if parent == 0 {
		return place{root, label(first, left), label(first, right)}
	}
	return place{first + parent, label(first, left), label(first, right)}
}

// search returns the neighbours of i in the search tree of the numbers 1 to n, or 0 for none. The lowest bit of i gives its height:
// odd numbers are leaves, and below i with the lowest bit b are i - b/2 and i + b/2. If one is above n, its left subtree takes its
// place.
func search(i, n int) (parent, left, right int) {
	b := i & -i
	if b > 1 {
		left = i - b/2
	}
	for below := b / 2; below > 0 && right == 0; below /= 2 {
		if i+below <= n {
			right = i + below
		}
	}
	if i == top(n) {
		return 0, left, right
	}
	for parent = above(i); parent > n; {
		parent = above(parent)
	}
	return parent, left, right
}

// above returns the number above i in the search tree of all numbers.
func above(i int) int {
	b := i & -i
	return i - b | 2*b
}

// top returns the number at the top of the search tree of 1 to n, the greatest power of two that is at most n; 0 for n = 0.
func top(n int) int {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len(uint(n)) - 1)
}
