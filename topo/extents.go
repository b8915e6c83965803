package topo

import "slices"

// Extents returns the extents of the mesh whose neighbours are also neighbours on the network, with one rank in
// every slot; hosts[i] is the name of rank i's host. It returns nil if the ranks do not fill the network, or if
// the network has no extents of its own; a near-square mesh is then as good as any.
//
// A torus has its own extents; a ring of P is 1 x P. If a host has several slots, they are one dimension more.
// Where the hosts are filled one after the other, it is the last dimension, so a line along it stays inside a
// host: star:4 with 4 slots is hosts x slots, 4 x 4. torus:2x2 with 4 slots is 2 x 2 x 4, where neighbours are on
// the same host or on neighbouring hosts; on 4 x 4 they would not be. Where the ranks are placed round-robin, the
// slots are the first dimension. Other orders of host names are treated as filled one after the other.
func (f Fabric) Extents(hosts []string) Mesh {
	if len(hosts) != f.Ranks() {
		return nil
	}
	return f.extents(f.roundRobin(hosts))
}

// FilledExtents returns the Extents for one rank in every slot, if one host is filled after the other.
func (f Fabric) FilledExtents() Mesh { return f.extents(false) }

func (f Fabric) extents(roundRobin bool) Mesh {
	var own Mesh
	switch grid, isGrid := f.Network.(*Grid); {
	case isGrid:
		own = grid.Mesh()
	case f.Slots > 1:
		own = Mesh{f.Network.Nodes()}
	default:
		return nil
	}
	switch {
	case f.Slots > 1 && roundRobin:
		return append(Mesh{f.Slots}, own...)
	case f.Slots > 1:
		return append(slices.Clone(own), f.Slots)
	case len(own) == 1:
		return Mesh{1, own[0]} // for the procedures that need two dimensions
	}
	return slices.Clone(own)
}

// roundRobin reports whether successive ranks are on successive hosts, cyclically.
func (f Fabric) roundRobin(hosts []string) bool {
	n := f.Network.Nodes()
	for i, host := range hosts {
		if host != hosts[i%n] || slices.Index(hosts, host) != i%n {
			return false
		}
	}
	return n > 1
}
