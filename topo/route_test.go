package topo

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

func networks() []Network {
	return []Network{NewRing(1), NewRing(2), NewRing(7), NewRing(8), NewTorus(Mesh{3, 4}),
		NewTorus(Mesh{1, 5}), NewTorus(Mesh{4, 4, 4}),
		NewOpenMesh(Mesh{3, 4}), NewOpenMesh(Mesh{2, 3, 4}), NewHypercube(1), NewHypercube(16),
		NewHypercube(11), NewTree(1), NewTree(2),
		NewTree(16), Crossbar{5}}
}

// Every route follows existing links from one node to the other. Its length agrees with the definition of the
// network.
func TestRoutesLeadThere(t *testing.T) {
	for _, n := range networks() {
		for from := range n.Nodes() {
			for to := range n.Nodes() {
				path := n.Route(nil, from, to)
				at := from
				for i, link := range path {
					assert.True(t, link >= 0 && int(link) < n.Links(), "%v: link %d", n, link)
					a, b := n.Ends(link)
					// A crossbar has no link from a node to the switch.
					if _, one := n.(Crossbar); !one || i > 0 {
						assert.Equal(t, at, a, "%v: %d to %d", n, from, to)
					}
					at = b
				}
				assert.Equal(t, to, at, "%v: %d to %d", n, from, to)
				assert.Len(t, path, distance(n, from, to), "%v: %d to %d", n, from, to)
			}
		}
	}
}

// distance returns the number of links between two nodes, by the definition of each network.
func distance(n Network, a, b int) int {
	switch n := n.(type) {
	case *Grid:
		sum := 0
		for k, extent := range n.Mesh() {
			along := max(n.Mesh().Coord(a, k)-n.Mesh().Coord(b, k), n.Mesh().Coord(b, k)-n.Mesh().Coord(a, k))
			if n.wrap {
				along = min(along, extent-along)
			}
			sum += along
		}
		return sum
	case Hypercube:
		return bits.OnesCount(uint(a ^ b))
	case Tree:
		up := 0
		for a>>up != b>>up {
			up++
		}
		return 2 * up
	default:
		return min(1, a^b)
	}
}

// ends returns the places that a route visits after its first place.
func ends(n Network, from, to int) []int {
	var places []int
	for _, link := range n.Route(nil, from, to) {
		_, at := n.Ends(link)
		places = append(places, at)
	}
	return places
}

func TestRoutesOfTheBook(t *testing.T) {
	assert.Equal(t, []int{7, 6}, ends(NewRing(8), 0, 6), "the shorter way")
	assert.Equal(t, []int{1, 2, 3, 4}, ends(NewRing(8), 0, 4), "up where both are as long")
	assert.Equal(t, []int{7, 0, 1, 2}, ends(NewRing(8), 6, 2), "up also around the end")
	assert.Equal(t, []int{3, 15}, ends(NewTorus(Mesh{4, 4}), 0, 15), "along the row, then the column")
	assert.Equal(t, []int{1, 2, 3, 7, 11, 15}, ends(NewOpenMesh(Mesh{4, 4}), 0, 15), "no wraparound")
	assert.Equal(t, []int{1, 3, 7}, ends(NewHypercube(8), 0, 7), "lowest dimension first")
	assert.Equal(t, []int{4, 6, 2}, ends(NewHypercube(8), 5, 2), "E-cube, through labels in between")
	assert.Equal(t, []int{5, 7, 3}, ends(NewHypercube(8), 4, 3), "fig. 3.21: 4>5>7>3; F4 prints 4>5>7>6")
	assert.Equal(t, []int{11, 9, 8, 10, 14, 7}, ends(NewTree(8), 0, 7), "up to switch 8, the top, and down")
}

func TestRouteDoesNotAllocate(t *testing.T) {
	path := make([]int32, 0, 64)
	for _, n := range networks() {
		assert.Zero(t, testing.AllocsPerRun(10, func() { path = n.Route(path[:0], 0, n.Nodes()-1) }), "%v", n)
	}
}
