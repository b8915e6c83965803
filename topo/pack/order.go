package pack

import "slices"

// Order returns an order of the nodes in which neighbours are near: that of the places of a torus, that of a walk over the switches where
// the network knows one, and else from each node to a nearest one.
func (n *Network) Order() []int {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	if n.order == nil {
		n.order = n.away.inOrder()
	}
	return n.order
}

func (d *direction) inOrder() []int {
	switch t, is := torusOf(d.network); {
	case is && t.node != nil:
		return slices.Clone(t.node)
	case is || oneSwitch(d.network):
		return upTo(d.network.Nodes())
	}
	if w, knows := d.network.(walker); knows {
		return w.Walk()
	}
	return nearest(d.network)
}
