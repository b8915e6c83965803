package topo

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Mesh is a k-dimensional mesh with wraparound (a torus), given by its extents. Labels are in row-major
// order: the last coordinate varies fastest, so in an R x C mesh, node (r, c) has label r·C + c.
type Mesh []int

// Size returns the number of nodes.
func (g Mesh) Size() int {
	p := 1
	for _, extent := range g {
		p *= extent
	}
	return p
}

// Stride returns the difference between the labels of neighbours along dimension k.
func (g Mesh) Stride(k int) int { return g[k+1:].Size() }

// Coord returns the coordinate of a label along dimension k.
func (g Mesh) Coord(label, k int) int { return label / g.Stride(k) % g[k] }

// Line returns the line through a label along dimension k. The g[k] nodes of the line are `first`,
// `first`+stride, ...
func (g Mesh) Line(label, k int) (first, stride int) {
	stride = g.Stride(k)
	return label - g.Coord(label, k)*stride, stride
}

// Neighbour returns the label of the neighbour of a node along dimension k, with wraparound. `by` is +1 for
// the neighbour with the next coordinate, and -1 for the neighbour with the previous coordinate.
func (g Mesh) Neighbour(label, k, by int) int {
	first, stride := g.Line(label, k)
	return first + Mod(g.Coord(label, k)+by, g[k])*stride
}

// String returns the extents separated by x, such as "2x4".
func (g Mesh) String() string { return joinNumbers(g, "x") }

func joinNumbers(numbers []int, between string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", between)
}

// Check returns an error if the number of nodes is not p. The error message begins with proc.
func (g Mesh) Check(proc string, p int) error {
	if len(g) > 0 && slices.Min(g) > 0 && g.hasAtMost(p) && g.Size() == p {
		return nil
	}
	if len(g) == 0 {
		return fmt.Errorf("%s: the mesh has no extents, want extents with a product of %d", proc, p)
	}
	return fmt.Errorf("%s: %d processes do not form a %v mesh", proc, p, g)
}

// hasAtMost reports whether g has at most p nodes, even if its Size would overflow.
func (g Mesh) hasAtMost(p int) bool {
	size := 1
	for _, extent := range g {
		if extent > p/size {
			return false
		}
		size *= extent
	}
	return true
}

// NearSquare returns a k-dimensional mesh of p nodes. For k = 2, its extents are as close to each other as
// the divisors of p allow, and the smaller extent comes first: 12 nodes are 3x4, and a prime number of nodes
// is 1xp. For a larger k, the first extent is the largest divisor of p that is at most the k-th root of p,
// and the other nodes are divided in the same way. Another mesh may then be closer to a cube.
func NearSquare(p, k int) Mesh {
	if k <= 1 {
		return Mesh{p}
	}
	extent := 1
	for e := 1; power(e, k) <= p; e++ {
		if p%e == 0 {
			extent = e
		}
	}
	return append(Mesh{extent}, NearSquare(p/extent, k-1)...)
}

func power(e, k int) int {
	n := 1
	for range k {
		n *= e
	}
	return n
}

// MaxNodes is the largest number of nodes of a mesh in user input. Products of MaxNodes with small numbers do
// not overflow.
const MaxNodes = math.MaxInt32

// ErrNodes is the error for extents with more than MaxNodes nodes.
var ErrNodes = fmt.Errorf("want at most %d nodes", MaxNodes)

// ParseMesh parses extents in the form that Mesh.String returns, such as "2x4".
func ParseMesh(text string) (Mesh, error) {
	var g Mesh
	for _, digits := range strings.Split(text, "x") {
		extent, err := strconv.ParseUint(digits, 10, 31)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return nil, fmt.Errorf("mesh extents %.60q, %w", text, ErrNodes)
		case err != nil || extent < 1:
			return nil, fmt.Errorf("mesh extents %.60q, want positive numbers with x between them, such as 2x4",
				text)
		}
		g = append(g, int(extent))
	}
	if !g.hasAtMost(MaxNodes) {
		return nil, fmt.Errorf("mesh extents %.60q, %w", text, ErrNodes)
	}
	return g, nil
}
