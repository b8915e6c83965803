package topo

import (
	"fmt"
	"math/bits"
)

// A Hypercube is a network of 2^Dim nodes. Link i of a node leads to the node whose label differs in bit i.
type Hypercube struct{ Dim int }

// NewHypercube returns the smallest hypercube with p nodes or more.
func NewHypercube(p int) Hypercube { return Hypercube{CubeDim(p)} }

func (h Hypercube) Nodes() int { return 1 << h.Dim }

func (h Hypercube) Links() int { return h.Nodes() * h.Dim }

// Route uses E-cube routing: it crosses the lowest differing dimension first.
func (h Hypercube) Route(path []int32, from, to int) []int32 {
	for from != to {
		i := bits.TrailingZeros(uint(from ^ to))
		path = append(path, int32(from*h.Dim+i))
		from ^= 1 << i
	}
	return path
}

func (h Hypercube) Ends(link int32) (from, to int) {
	from = int(link) / h.Dim
	return from, from ^ 1<<(int(link)%h.Dim)
}

func (h Hypercube) String() string { return fmt.Sprintf("hypercube:%d", h.Nodes()) }
