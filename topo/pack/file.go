// This file is not built into the interactive book (docs/reference/book.md), whose WebAssembly program must
// be small. The program reads no files.
//go:build !js

package pack

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"

	"topocoll/topo"
)

// schema is the version of the file format.
const schema = 1

// A head is the header of a file. Trees and routes follow it.
type head struct {
	Schema int
	Title  string // title of the network, for error messages
	Digest [sha256.Size]byte
}

// Write writes a digest of the network, and all trees and routes that n has so far, in the format that Read
// reads.
func (n *Network) Write(w io.Writer) error {
	if n.node != everyNode {
		return fmt.Errorf("pack: Write: this network has only the part for node %d; use a whole network", n.node)
	}
	zipped := gzip.NewWriter(w)
	to := gob.NewEncoder(zipped)
	if err := to.Encode(head{schema, topo.Title(n.Network), digest(n.Network)}); err != nil {
		return fmt.Errorf("pack: Write: %w", err)
	}
	if err := to.Encode(n.part(everyNode)); err != nil {
		return fmt.Errorf("pack: Write: %w", err)
	}
	return zipped.Close()
}

// Read adds trees and routes that Write has written for the same network, so that they need not be packed
// again. If the file is damaged or is for a different network, Read returns an error and leaves n unchanged.
func (n *Network) Read(r io.Reader) error {
	zipped, err := gzip.NewReader(r)
	if err != nil {
		return damagedError(err)
	}
	from := gob.NewDecoder(zipped)
	var h head
	if err := from.Decode(&h); err != nil {
		return damagedError(err)
	}
	switch {
	case h.Schema != schema:
		return fmt.Errorf("pack: Read: schema %d, want %d", h.Schema, schema)
	case h.Digest != digest(n.Network):
		return fmt.Errorf("pack: Read: the file has trees for %.60s, want trees for %.60s with the same links "+
			"and routes", h.Title, topo.Title(n.Network))
	}
	var p part
	if err := from.Decode(&p); err != nil {
		return damagedError(err)
	}
	if _, err := io.Copy(io.Discard, zipped); err != nil { // read to the end to verify the checksum
		return damagedError(err)
	}
	if err := p.check(n.Nodes()); err != nil {
		return damagedError(err)
	}
	n.add(p)
	return nil
}

func damagedError(err error) error { return fmt.Errorf("pack: Read: damaged file: %w", err) }

// digest returns a hash of everything that trees and routes depend on: the links, their ends and capacities,
// and the routes between all nodes.
func digest(n topo.Network) [sha256.Size]byte {
	sum := sha256.New()
	hashNumbers(sum, n.Nodes(), n.Links())
	for link := range int32(n.Links()) {
		from, to := n.Ends(link)
		hashNumbers(sum, from, to, topo.Capacity(n, link))
	}
	var path []int32
	for from := range n.Nodes() {
		for to := range n.Nodes() {
			if from != to {
				path = n.Route(path[:0], from, to)
				hashNumbers(sum, len(path))
				binary.Write(sum, binary.LittleEndian, path)
			}
		}
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

func hashNumbers(sum hash.Hash, numbers ...int) {
	for _, number := range numbers {
		binary.Write(sum, binary.LittleEndian, int64(number))
	}
}

var errPart = errors.New("some trees or routes do not fit the network's nodes")

// check returns an error if a tree or route is impossible on a network of the given number of nodes.
func (p part) check(nodes int) error {
	node := func(v int) bool { return 0 <= v && v < nodes }
	forests := slices.Concat(slices.Collect(maps.Values(p.From)), slices.Collect(maps.Values(p.To)),
		[]*Forest{p.FromAll, p.ToAll})
	routes := slices.Concat(slices.Collect(maps.Values(p.Scatter)), slices.Collect(maps.Values(p.Gather)),
		[]*Routes{p.Between})
	roots := slices.Concat(slices.Collect(maps.Keys(p.From)), slices.Collect(maps.Keys(p.To)),
		slices.Collect(maps.Keys(p.Scatter)), slices.Collect(maps.Keys(p.Gather)))
	switch {
	case slices.ContainsFunc(roots, func(root int) bool { return !node(root) }),
		slices.ContainsFunc(forests, func(f *Forest) bool { return f != nil && !f.spans(nodes) }),
		slices.ContainsFunc(routes, func(r *Routes) bool { return r != nil && !r.areValid(nodes) }),
		p.Order != nil && !isPermutation(p.Order, nodes):
		return errPart
	}
	return nil
}

// maxFileShares limits the shares in a file, so that their product with the words of a block does not
// overflow.
const maxFileShares = 1 << 30

// spans reports whether a forest from a file, without links yet, consists of spanning trees of the nodes.
func (f *Forest) spans(nodes int) bool {
	if f.In != nil || f.Out != nil || f.Shares < 1 || f.Shares > maxFileShares {
		return false
	}
	if s := f.Shifts; s != nil &&
		(!hasNodes(s.Extents, nodes) || s.Node != nil && !isPermutation(s.Node, nodes)) {
		return false
	}
	shares := map[int]int{} // by root
	for _, t := range f.Trees {
		if t.Share < 0 || t.Share > f.Shares-shares[t.Root] || !t.spans(nodes) || f.Shifts != nil && t.Root != 0 {
			return false
		}
		shares[t.Root] += t.Share
	}
	return len(f.Trees) > 0
}

// spans reports whether the parents form a spanning tree of the nodes.
func (t *Tree) spans(nodes int) bool {
	if len(t.Parent) != nodes || t.Root < 0 || t.Root >= nodes {
		return false
	}
	leads := make([]bool, nodes) // indexed by node: whether the path from the node to the root has been checked
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

// areValid reports whether the routes fit a network of the given number of nodes. It also checks that their
// steps and block numbers are within the totals.
func (r *Routes) areValid(nodes int) bool {
	if len(r.Passing) != nodes ||
		slices.ContainsFunc(r.Passing, func(n int) bool { return n < 0 || n > len(r.Of) }) {
		return false
	}
	for _, one := range r.Of {
		last := len(one.Path) - 1
		if last < 0 || len(one.Passing) != last+1 || one.Path[0] != one.From || one.Path[last] != one.To ||
			one.Start < 0 || one.Start > r.Steps-last {
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

func isPermutation(list []int, nodes int) bool {
	seen := make([]bool, nodes)
	for _, v := range list {
		if v < 0 || v >= nodes || seen[v] {
			return false
		}
		seen[v] = true
	}
	return len(list) == nodes
}

// hasNodes reports whether the product of the extents is the given number of nodes.
func hasNodes(extents topo.Mesh, nodes int) bool {
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
