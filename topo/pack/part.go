package pack

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"

	"topocoll/topo"
)

// A part is what one node needs of the trees and routes of a network: its own links, and the routes on which it lies.
type part struct {
	From, To        map[int]*Forest // by root
	FromAll, ToAll  *Forest
	Scatter, Gather map[int]*Routes // by root
	Between         *Routes
	Order           []int
}

// PartOf returns a network in which Add puts what one node needs. Procedures take it at that node only.
func PartOf(n topo.Network, node int) *Network {
	part := Into(n)
	part.node = node
	return part
}

// Serves reports whether n has what a node needs.
func (n *Network) Serves(node int) bool { return n.node == everyNode || n.node == node }

// Part returns what a node needs of all trees and routes that have been packed into n so far, for Add. So one process can
// pack for all.
func (n *Network) Part(node int) ([]byte, error) {
	if !n.Serves(node) || node < 0 || node >= n.Nodes() {
		return nil, fmt.Errorf("pack: Part: no part for node %d of %d", node, n.Nodes())
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(n.part(node))
	return text.Bytes(), err
}

// part returns what a node needs, or with everyNode all there is.
func (n *Network) part(node int) part {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	n.towards.mu.Lock()
	defer n.towards.mu.Unlock()
	p := part{FromAll: n.away.all.at(node), ToAll: n.towards.all.at(node), Between: n.routes.at(node), Order: n.order}
	p.From, p.Scatter = n.away.at(node)
	p.To, p.Gather = n.towards.at(node)
	return p
}

// Add puts the trees and routes of a part into n, which belongs to the same node. They need not be packed any more. What
// follows the part is ignored.
func (n *Network) Add(text []byte) error {
	var p part
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&p); err != nil {
		return fmt.Errorf("pack: Add: %w", err)
	}
	n.add(p)
	return nil
}

func (n *Network) add(p part) {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	n.towards.mu.Lock()
	defer n.towards.mu.Unlock()
	n.away.add(p.From, p.FromAll, p.Scatter)
	n.towards.add(p.To, p.ToAll, p.Gather)
	if p.Between != nil {
		n.routes = p.Between
	}
	if p.Order != nil {
		n.order = p.Order
	}
}

// at returns what a node needs; d.mu is locked.
func (d *direction) at(node int) (one map[int]*Forest, routes map[int]*Routes) {
	one, routes = map[int]*Forest{}, map[int]*Routes{}
	for root, f := range d.one {
		one[root] = f.at(node)
	}
	for root, r := range d.routes {
		routes[root] = r.at(node)
	}
	return one, routes
}

// add keeps what has been packed elsewhere; d.mu is locked.
func (d *direction) add(one map[int]*Forest, all *Forest, routes map[int]*Routes) {
	for root, f := range one {
		d.one[root] = f.whole(d.network.Nodes())
	}
	maps.Copy(d.routes, routes)
	if all != nil {
		d.all = all.whole(d.network.Nodes())
	}
}

// at returns the links of one node, and of the trees what does not depend on the node.
func (f *Forest) at(node int) *Forest {
	if f == nil {
		return nil
	}
	if f.Shifts != nil || node == everyNode { // the links are made from the trees
		of := &Forest{Shares: f.Shares, Excess: f.Excess, Shifts: f.Shifts}
		for _, t := range f.Trees {
			of.Trees = append(of.Trees, Tree{Root: t.Root, First: t.First, Share: t.Share, Parent: t.Parent})
		}
		return of
	}
	of := &Forest{Shares: f.Shares, Excess: f.Excess, Depth: f.Depth, In: make([][][]Link, len(f.In)), Out: make([][][]Link, len(f.Out))}
	of.In[node], of.Out[node] = f.In[node], f.Out[node]
	for _, t := range f.Trees {
		of.Trees = append(of.Trees, Tree{Root: t.Root, First: t.First, Share: t.Share})
	}
	return of
}

// whole completes a forest that has been sent.
func (f *Forest) whole(nodes int) *Forest {
	if f.Shifts != nil {
		return shifted(shifts(f.Shifts.Extents, f.Shifts.Node), f.Shares, f.Trees)
	}
	for i := range f.Trees {
		t := &f.Trees[i]
		t.shares = f.Shares
		if f.In == nil {
			t.Depth = depths(t.Parent)
			f.Depth = max(f.Depth, t.complete())
		}
	}
	if f.In == nil {
		f.order(nodes)
	}
	return f
}

// at returns the routes on which a node lies.
func (r *Routes) at(node int) *Routes {
	if r == nil || node == everyNode {
		return r
	}
	of := &Routes{Steps: r.Steps, Passing: make([]int, len(r.Passing))}
	of.Passing[node] = r.Passing[node]
	for i := range r.Of {
		if r.Of[i].passes(node) {
			of.Of = append(of.Of, r.Of[i])
		}
	}
	return of
}
