package topo

import "fmt"

// MeshToCube embeds a mesh with wraparound in a hypercube. It returns the node of the cube for every label
// of g: the concatenated Gray codes of its coordinates. Neighbours on the mesh are neighbours on the cube.
// Every extent must be a power of two; a mesh of one dimension is the ring.
func MeshToCube(g Mesh) ([]int, error) {
	for _, extent := range g {
		if extent < 1 || !IsPowerOfTwo(extent) {
			return nil, fmt.Errorf("topo: MeshToCube: a %v mesh, want extents that are powers of two", g)
		}
	}
	nodes := make([]int, g.Size())
	for label := range nodes {
		for k, extent := range g {
			nodes[label] = nodes[label]<<CubeDim(extent) | Gray(g.Coord(label, k))
		}
	}
	return nodes, nil
}
