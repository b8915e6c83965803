package topo

import (
	"fmt"
	"math/bits"
)

// A Tree is the network of a balanced binary tree of height Height. The nodes are its leaves; all other
// vertices are switches. Every edge has a link up and a link down.
type Tree struct{ Height int }

// NewTree is the lowest balanced binary tree with p leaves or more.
func NewTree(p int) Tree { return Tree{CubeDim(p)} }

func (t Tree) Nodes() int { return 1 << t.Height }

// Links returns two for every vertex but the top one.
func (t Tree) Links() int { return 2 * (2*t.Nodes() - 2) }

// Route goes up to the lowest switch above both leaves and down again: 2h links, where h is the position
// of the highest bit in which the labels differ, counted from 1.
func (t Tree) Route(path []int32, from, to int) []int32 {
	h := bits.Len(uint(from ^ to))
	for i := range h {
		path = append(path, t.up(from, i))
	}
	for i := h - 1; i >= 0; i-- {
		path = append(path, t.up(to, i)+1)
	}
	return path
}

// up returns the link upwards from the vertex i levels above a leaf. The next link is the one down to that vertex.
// Vertices are numbered as in a heap: the top is 1, the two below v are 2v and 2v+1.
func (t Tree) up(leaf, i int) int32 { return int32(2 * ((t.Nodes()+leaf)>>i - 2)) }

// Ends numbers the leaves 0..Nodes-1 and the switches from Nodes on, the top one first.
func (t Tree) Ends(link int32) (from, to int) {
	v := int(link)/2 + 2
	lower, upper := t.place(v), t.place(v/2)
	if link%2 == 0 {
		return lower, upper
	}
	return upper, lower
}

// place turns a heap number into the number of a leaf or switch.
func (t Tree) place(v int) int {
	if v >= t.Nodes() {
		return v - t.Nodes()
	}
	return t.Nodes() + v - 1
}

func (t Tree) String() string { return fmt.Sprintf("tree:%d", t.Nodes()) }

// A Crossbar is the network of Size nodes on one switch. Its only links are those from the switch to each node:
// messages to the same node take turns, and nothing else is shared.
type Crossbar struct{ Size int }

func (x Crossbar) Nodes() int { return x.Size }

func (x Crossbar) Links() int { return x.Size }

// Route is one link, the one into the receiver.
func (x Crossbar) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	return append(path, int32(to))
}

// Ends gives every link from the switch, which is place Size, to its node.
func (x Crossbar) Ends(link int32) (from, to int) { return x.Size, int(link) }

func (x Crossbar) String() string { return fmt.Sprintf("crossbar:%d", x.Size) }
