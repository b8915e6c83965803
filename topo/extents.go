package topo

import "slices"

// Extents returns those of the mesh whose neighbours are neighbours on the network too, for one rank in
// every slot; hosts[i] is the name of rank i's host. It is nil where the ranks do not fill the network, and
// where the network has no extents of its own: as square as can be is then as good as any.
//
// A torus has its own and a ring of P is 1 x P. More slots than one are a dimension more, the last one when
// the hosts are filled one after the other, so that a line of it stays inside a host: star:4 with 4 slots is
// hosts x slots, 4 x 4, and torus:2x2 with 4 slots is 2 x 2 x 4, which takes no message further than to the
// next host; 4 x 4 would. When ranks are dealt round, host by host comes first in the labels and the slots
// are the first dimension. Names that tell nothing count as filled one after the other.
func (f Fabric) Extents(hosts []string) Mesh {
	if len(hosts) != f.Ranks() {
		return nil
	}
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
	case f.Slots > 1 && f.dealtRound(hosts):
		return append(Mesh{f.Slots}, own...)
	case f.Slots > 1:
		return append(slices.Clone(own), f.Slots)
	case len(own) == 1:
		return Mesh{1, own[0]} // a row: the procedures that need two dimensions take it
	}
	return slices.Clone(own)
}

// dealtRound reports whether the hosts come one after the other, again and again.
func (f Fabric) dealtRound(hosts []string) bool {
	n := f.Network.Nodes()
	for i, host := range hosts {
		if host != hosts[i%n] || slices.Index(hosts, host) != i%n {
			return false
		}
	}
	return n > 1
}
