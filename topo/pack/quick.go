package pack

// Quick reports whether all trees are made in a time that grows with the nodes and the depth only: those of a torus, and those along a
// walk through hosts with one link.
func (n *Network) Quick() bool { return n.away.quick() && n.towards.quick() }

func (d *direction) quick() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, is := torusOf(d.network); is {
		return true
	}
	return d.walkedAll() != nil && d.walkedOne(0) != nil
}
