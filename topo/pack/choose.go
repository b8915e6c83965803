package pack

// exactly is the number of nodes up to which the general construction is tried where there is a closed form.
const exactly = 64

// trees returns the trees of one root; d.mu is locked.
func (d *direction) trees(root int) *Forest {
	if d.one[root] == nil {
		d.one[root] = d.pack(root)
	}
	return d.one[root]
}

func (d *direction) pack(root int) *Forest {
	if t, is := torusOf(d.network); is {
		closed := t.fromOne(root)
		if d.network.Nodes() <= exactly {
			if grown := d.graph().fromOne(root); grown.Depth < closed.Depth {
				return grown
			}
		}
		return closed
	}
	if d.direct() {
		return star(d.network.Nodes(), []int{root})
	}
	return d.graph().fromOne(root)
}

func (d *direction) fromAll() *Forest {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		d.all = d.packAll()
	}
	return d.all
}

func (d *direction) packAll() *Forest {
	if t, is := torusOf(d.network); is {
		return t.fromAll()
	}
	if d.direct() {
		return star(d.network.Nodes(), upTo(d.network.Nodes()))
	}
	return d.graph().fromAll()
}
