package topo

import "fmt"

// A Grid is the network of a k-dimensional mesh. Every node has two links per dimension, up and down;
// on an open mesh those at the edges lead nowhere.
type Grid struct {
	mesh    Mesh
	strides []int
	wrap    bool
}

// NewTorus is a mesh with wraparound. A message goes along the last dimension first (in 2-D: along the
// row, then the column), in each the shorter way round, and up where both ways are equally long.
func NewTorus(mesh Mesh) *Grid { return newGrid(mesh, true) }

// NewOpenMesh is a mesh without wraparound, routed along the last dimension first.
func NewOpenMesh(mesh Mesh) *Grid { return newGrid(mesh, false) }

// NewRing is a torus of one dimension.
func NewRing(p int) *Grid { return NewTorus(Mesh{p}) }

func newGrid(mesh Mesh, wrap bool) *Grid {
	g := &Grid{mesh: mesh, wrap: wrap}
	for k := range mesh {
		g.strides = append(g.strides, mesh.Stride(k))
	}
	return g
}

// Mesh returns the extents.
func (g *Grid) Mesh() Mesh { return g.mesh }

// Wraps reports whether the ends of each dimension are joined.
func (g *Grid) Wraps() bool { return g.wrap }

func (g *Grid) Nodes() int { return g.mesh.Size() }

func (g *Grid) Links() int { return g.Nodes() * 2 * len(g.mesh) }

func (g *Grid) Route(path []int32, from, to int) []int32 {
	degree := 2 * len(g.mesh)
	for k := len(g.mesh) - 1; k >= 0; k-- {
		extent, stride := g.mesh[k], g.strides[k]
		place := from / stride % extent
		by := g.way(to/stride%extent-place, extent)
		up := 0
		if by < 0 {
			up, by = 1, -by // link 2k is up, 2k+1 down
		}
		for range by {
			path = append(path, int32(from*degree+2*k+up))
			next := Mod(place+1-2*up, extent)
			from += (next - place) * stride
			place = next
		}
	}
	return path
}

// way turns the difference of two coordinates into signed steps.
func (g *Grid) way(difference, extent int) int {
	if !g.wrap {
		return difference
	}
	up := Mod(difference, extent)
	if 2*up > extent {
		return up - extent
	}
	return up
}

func (g *Grid) Ends(link int32) (from, to int) {
	degree := 2 * len(g.mesh)
	from = int(link) / degree
	k, up := int(link)%degree/2, int(link)%2
	return from, g.mesh.Neighbour(from, k, 1-2*up)
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
