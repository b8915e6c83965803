package topo

import "fmt"

// A Grid is the network of a k-dimensional mesh. Every node has two links per dimension, one in each
// direction. On an open mesh, a link that would leave the mesh leads back to its own node, and no route uses
// it.
type Grid struct {
	mesh    Mesh
	strides []int
	wrap    bool
}

// NewTorus returns a mesh with wraparound. A message goes along the last dimension first (in 2-D: along the
// row, then the column). In each dimension it takes the shorter way. If both ways are equally long, it goes
// in the direction of increasing coordinates.
func NewTorus(mesh Mesh) *Grid { return newGrid(mesh, true) }

// NewOpenMesh returns a mesh without wraparound. A message goes along the last dimension first.
func NewOpenMesh(mesh Mesh) *Grid { return newGrid(mesh, false) }

// NewRing returns a torus of one dimension.
func NewRing(p int) *Grid { return NewTorus(Mesh{p}) }

func newGrid(mesh Mesh, wrap bool) *Grid {
	g := &Grid{mesh: mesh, wrap: wrap}
	for k := range mesh {
		g.strides = append(g.strides, mesh.Stride(k))
	}
	return g
}

// Mesh returns the mesh whose nodes g connects.
func (g *Grid) Mesh() Mesh { return g.mesh }

// Wraps reports whether the mesh has wraparound.
func (g *Grid) Wraps() bool { return g.wrap }

func (g *Grid) Nodes() int { return g.mesh.Size() }

func (g *Grid) Links() int { return g.Nodes() * 2 * len(g.mesh) }

func (g *Grid) Route(path []int32, from, to int) []int32 {
	degree := 2 * len(g.mesh)
	for k := len(g.mesh) - 1; k >= 0; k-- {
		extent, stride := g.mesh[k], g.strides[k]
		coord := from / stride % extent
		by := g.signedSteps(to/stride%extent-coord, extent)
		for ; by > 0; by-- {
			path = append(path, int32(from*degree+2*k)) // up
			from += stride
			if coord++; coord == extent {
				coord, from = 0, from-extent*stride
			}
		}
		for ; by < 0; by++ {
			path = append(path, int32(from*degree+2*k+1)) // down
			from -= stride
			if coord--; coord < 0 {
				coord, from = extent-1, from+extent*stride
			}
		}
	}
	return path
}

// signedSteps returns the number of steps along a dimension for a difference of coordinates. The result is
// negative if the steps lead towards lower coordinates.
func (g *Grid) signedSteps(difference, extent int) int {
	if !g.wrap {
		return difference
	}
	switch {
	case 2*difference > extent:
		return difference - extent
	case 2*difference <= -extent:
		return difference + extent
	default:
		return difference
	}
}

func (g *Grid) Ends(link int32) (from, to int) {
	degree := 2 * len(g.mesh)
	from = int(link) / degree
	k, by := int(link)%degree/2, 1-int(link)%2*2
	if edge := g.mesh.Coord(from, k) + by; !g.wrap && (edge < 0 || edge == g.mesh[k]) {
		return from, from
	}
	return from, g.mesh.Neighbour(from, k, by)
}

func (g *Grid) String() string {
	switch {
	case !g.wrap:
		return fmt.Sprintf("mesh:%v", g.mesh)
	case len(g.mesh) == 1:
		return fmt.Sprintf("ring:%v", g.mesh)
	default:
		return fmt.Sprintf("torus:%v", g.mesh)
	}
}
