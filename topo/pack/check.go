package pack

import (
	"errors"
	"maps"
	"slices"

	"topocoll/topo"
)

var errPart = errors.New("trees or routes that are not of the network's nodes")

// check refuses trees and routes of a file that cannot be those of a network of so many nodes.
func (p part) check(nodes int) error {
	node := func(v int) bool { return 0 <= v && v < nodes }
	forests := slices.Concat(slices.Collect(maps.Values(p.From)), slices.Collect(maps.Values(p.To)), []*Forest{p.FromAll, p.ToAll})
	routes := slices.Concat(slices.Collect(maps.Values(p.Scatter)), slices.Collect(maps.Values(p.Gather)), []*Routes{p.Between})
	roots := slices.Concat(slices.Collect(maps.Keys(p.From)), slices.Collect(maps.Keys(p.To)), slices.Collect(maps.Keys(p.Scatter)), slices.Collect(maps.Keys(p.Gather)))
	switch {
	case slices.ContainsFunc(roots, func(root int) bool { return !node(root) }),
		slices.ContainsFunc(forests, func(f *Forest) bool { return f != nil && !f.spans(nodes) }),
		slices.ContainsFunc(routes, func(r *Routes) bool { return r != nil && !r.lie(nodes) }),
		p.Order != nil && !permutes(p.Order, nodes):
		return errPart
	}
	return nil
}

// sharesInFile limits the shares that are read; a block's words times it do not overflow.
const sharesInFile = 1 << 30

// spans reports whether a forest, of which the links are still to be made, has spanning trees of so many nodes alone.
func (f *Forest) spans(nodes int) bool {
	if f.In != nil || f.Out != nil || f.Shares < 1 || f.Shares > sharesInFile {
		return false
	}
	if s := f.Shifts; s != nil && (!fills(s.Extents, nodes) || s.Node != nil && !permutes(s.Node, nodes)) {
		return false
	}
	shares := 0
	for _, t := range f.Trees {
		if t.First < 0 || t.Share < 0 || t.First > f.Shares-t.Share || !t.spans(nodes) || f.Shifts != nil && t.Root != 0 {
			return false
		}
		shares += t.Share
	}
	return len(f.Trees) > 0 && (f.Shifts == nil || shares <= f.Shares)
}

// spans reports whether the parents are those of a spanning tree of so many nodes.
func (t *Tree) spans(nodes int) bool {
	if len(t.Parent) != nodes || t.Root < 0 || t.Root >= nodes {
		return false
	}
	leads := make([]bool, nodes) // to the root
	leads[t.Root] = t.Parent[t.Root] == -1
	for v := range t.Parent {
		at, steps := v, 0
		for ; !leads[at]; steps++ {
			if at = t.Parent[at]; at < 0 || at >= nodes || steps == nodes {
				return false
			}
		}
		for at := v; !leads[at]; at = t.Parent[at] {
			leads[at] = true
		}
	}
	return true
}

// lie reports whether the routes are over so many nodes, and their steps and blocks within those of all.
func (r *Routes) lie(nodes int) bool {
	if len(r.Passing) != nodes || slices.ContainsFunc(r.Passing, func(n int) bool { return n < 0 || n > len(r.Of) }) {
		return false
	}
	for _, one := range r.Of {
		last := len(one.Path) - 1
		if last < 0 || len(one.Passing) != last+1 || one.Path[0] != one.From || one.Path[last] != one.To || one.Start < 0 || one.Start > r.Steps-last {
			return false
		}
		for i, v := range one.Path {
			if v < 0 || v >= nodes || one.Passing[i] < 0 || one.Passing[i] >= max(1, r.Passing[v]) {
				return false
			}
		}
	}
	return true
}

// permutes reports whether a list has every node once.
func permutes(list []int, nodes int) bool {
	seen := make([]bool, nodes)
	for _, v := range list {
		if v < 0 || v >= nodes || seen[v] {
			return false
		}
		seen[v] = true
	}
	return len(list) == nodes
}

// fills reports whether a torus of these extents has so many places.
func fills(extents topo.Mesh, nodes int) bool {
	places := 1
	for _, extent := range extents {
		if extent < 1 || extent > nodes {
			return false
		}
		if places *= extent; places > nodes {
			return false
		}
	}
	return places == nodes
}
