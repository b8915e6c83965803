// This file is not built into the interactive book (docs/reference/book.md), whose WebAssembly program must
// be small. Package gob would make the program larger.
//go:build !js

package pack

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"

	"topocoll/topo"
)

// A part is the data that one node needs: the tree links at this node, and the routes that contain it.
type part struct {
	From, To        map[int]*Forest // keyed by root
	FromAll, ToAll  *Forest
	Scatter, Gather map[int]*Routes // keyed by root
	Between         *Routes
	Order           []int
}

// PartOf returns a Network for one node. Add stores the trees and routes of this node in it. Procedures
// accept it only on that node.
func PartOf(n topo.Network, node int) *Network {
	part := Into(n)
	part.node = node
	return part
}

// Part returns the data that a node needs from n, in the form that Add reads. One process can thus pack the
// trees and routes for all processes.
func (n *Network) Part(node int) ([]byte, error) {
	if !n.Serves(node) || node < 0 || node >= n.Nodes() {
		return nil, fmt.Errorf("pack: Part: there is no part for node %d in this network of %d nodes", node,
			n.Nodes())
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(n.part(node))
	return text.Bytes(), err
}

// part returns the data that a node needs, or all data for everyNode.
func (n *Network) part(node int) part {
	n.away.mu.Lock()
	defer n.away.mu.Unlock()
	n.towards.mu.Lock()
	defer n.towards.mu.Unlock()
	p := part{FromAll: n.away.allTrees.partOf(node), ToAll: n.towards.allTrees.partOf(node),
		Between: n.routes.partOf(node),
		Order:   n.order}
	p.From, p.Scatter = n.away.partOf(node)
	p.To, p.Gather = n.towards.partOf(node)
	return p
}

// Add adds the trees and routes of a part for the node of n, so that they need not be packed again. Bytes
// after the part are ignored.
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

// partOf returns the trees and routes that a node needs. The caller must hold d.mu.
func (d *directedPacking) partOf(node int) (one map[int]*Forest, routes map[int]*Routes) {
	one, routes = map[int]*Forest{}, map[int]*Routes{}
	for root, f := range d.treesByRoot {
		one[root] = f.partOf(node)
	}
	for root, r := range d.routesByRoot {
		routes[root] = r.partOf(node)
	}
	return one, routes
}

// add stores trees and routes that were packed elsewhere. The caller must hold d.mu.
func (d *directedPacking) add(one map[int]*Forest, all *Forest, routes map[int]*Routes) {
	for root, f := range one {
		d.treesByRoot[root] = f.completePart()
	}
	maps.Copy(d.routesByRoot, routes)
	if all != nil {
		d.allTrees = all.completePart()
	}
}

// partOf returns a forest with only the links of one node. With Shifts or for everyNode, it has the trees
// instead, from which completePart computes the links.
func (f *Forest) partOf(node int) *Forest {
	if f == nil {
		return nil
	}
	withTrees := f.Shifts != nil || node == everyNode
	of := &Forest{Shares: f.Shares, Excess: f.Excess, Shifts: f.Shifts}
	for _, t := range f.Trees {
		part := Tree{Root: t.Root, First: t.First, Share: t.Share}
		if withTrees {
			part.Parent = t.Parent
		}
		of.Trees = append(of.Trees, part)
	}
	if !withTrees {
		of.Depth, of.In, of.Out = f.Depth, make([][][]Link, len(f.In)), make([][][]Link, len(f.Out))
		of.In[node], of.Out[node] = f.In[node], f.Out[node]
	}
	return of
}

// completePart computes the fields that partOf leaves empty.
func (f *Forest) completePart() *Forest {
	if f.In != nil { // partOf kept the links of the node, so nothing is missing
		return f
	}
	var shifts *Shifts
	if f.Shifts != nil {
		shifts = newShifts(f.Shifts.Extents, f.Shifts.Node)
	}
	whole := newForest(f.Shares, f.Trees, shifts)
	whole.Excess = f.Excess
	return whole
}

// partOf returns the routes that contain a node, at an end or in between.
func (r *Routes) partOf(node int) *Routes {
	if r == nil || node == everyNode {
		return r
	}
	of := &Routes{Steps: r.Steps, Passing: make([]int, len(r.Passing))}
	of.Passing[node] = r.Passing[node]
	for i := range r.Of {
		if r.Of[i].passesNode(node) {
			of.Of = append(of.Of, r.Of[i])
		}
	}
	return of
}
