package topo

import (
	"fmt"
	"math/bits"
)

// A Tree is the network of a balanced binary tree of height Height. The nodes are its leaves; all other
// vertices are switches. Every edge has a link up and a link down.
type Tree struct{ Height int }

// NewTree returns the lowest balanced binary tree with p leaves or more.
func NewTree(p int) Tree { return Tree{CubeDim(p)} }

func (t Tree) Nodes() int { return 1 << t.Height }

// Links returns the number of links, two for every vertex except the top one.
func (t Tree) Links() int { return 2 * (2*t.Nodes() - 2) }

// Route goes up to the lowest switch above both leaves and down again. It has 2h links, where h is the
// position of the highest bit in which the labels differ, counted from 1.
func (t Tree) Route(path []int32, from, to int) []int32 {
	h := bits.Len(uint(from ^ to))
	for i := range h {
		path = append(path, t.linkUp(from, i))
	}
	for i := h - 1; i >= 0; i-- {
		path = append(path, t.linkUp(to, i)+1)
	}
	return path
}

// linkUp returns the link upwards from the vertex that is i levels above a leaf. The link down to that vertex
// has the next number. Vertices are numbered as in a heap: 1 is the top, and 2v and 2v+1 are the children of
// v.
func (t Tree) linkUp(leaf, i int) int32 { return int32(2 * ((t.Nodes()+leaf)>>i - 2)) }

// Ends returns the places that a link joins: leaves are 0..Nodes()-1, and switches are Nodes() and above, the
// top first.
func (t Tree) Ends(link int32) (from, to int) {
	v := int(link)/2 + 2
	lower, upper := t.placeNumber(v), t.placeNumber(v/2)
	if link%2 == 0 {
		return lower, upper
	}
	return upper, lower
}

// placeNumber converts the heap number of a vertex to the number of a leaf or switch.
func (t Tree) placeNumber(v int) int {
	if v >= t.Nodes() {
		return v - t.Nodes()
	}
	return t.Nodes() + v - 1
}

func (t Tree) String() string { return fmt.Sprintf("tree:%d", t.Nodes()) }
