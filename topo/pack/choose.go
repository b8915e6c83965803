package pack

// quickly is the number of nodes up to which the general construction takes no time that matters, whatever the network, and is taken
// for tori too: results/networks.md has measured its trees, and with one port they take fewer steps. exactly is that up to which it is used
// where no closed form and no walk serves, and for one root of a torus where its trees are less deep.
const quickly, exactly = 16, 64

// trees returns the trees of one root; d.mu is locked.
func (d *direction) trees(root int) *Forest {
	if d.one[root] == nil {
		d.one[root] = d.pack(root)
	}
	return d.one[root]
}

func (d *direction) pack(root int) *Forest {
	p := d.network.Nodes()
	if t, is := torusOf(d.network); is && p > quickly {
		closed := t.fromOne(root)
		if p <= exactly {
			if grown := d.graph().fromOne(root); grown.Depth < closed.Depth {
				return grown
			}
		}
		return closed
	}
	if oneSwitch(d.network) && p <= exactly {
		return star(p, []int{root})
	}
	if p > quickly {
		if f := d.walkedOne(root); f != nil {
			return f
		}
	}
	if d.direct() {
		return star(p, []int{root})
	}
	if g := d.graph(); p > exactly && g.switched {
		return g.near([]int{root}, 1/float64(g.cut(root)))
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
	p := d.network.Nodes()
	if t, is := torusOf(d.network); is && p > quickly {
		return t.fromAll()
	}
	if oneSwitch(d.network) && p <= exactly {
		return star(p, upTo(p))
	}
	if p > quickly {
		if f := d.walkedAll(); f != nil {
			return f
		}
	}
	if d.direct() {
		return star(p, upTo(p))
	}
	if g := d.graph(); p > exactly {
		return g.near(upTo(p), g.worst().time())
	}
	return d.graph().fromAll()
}
