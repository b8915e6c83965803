// The page of the living book is to be small, and reads no files.
//go:build !js

package pack

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"hash"
	"io"

	"topocoll/topo"
)

// schema is the version of what Write writes.
const schema = 1

// A head is before the trees and routes of a file.
type head struct {
	Schema int
	Title  string // of the network, for messages
	Digest [sha256.Size]byte
}

// Write writes all trees and routes that have been packed into n so far, with a digest of the network, for Read.
func (n *Network) Write(w io.Writer) error {
	if n.node != everyNode {
		return fmt.Errorf("pack: Write: the part of node %d, want a whole network", n.node)
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

// Read puts the trees and routes that Write has written of the same network into n. They need not be packed any more. What is of
// another network, or damaged, is refused, and leaves n as it is.
func (n *Network) Read(r io.Reader) error {
	zipped, err := gzip.NewReader(r)
	if err != nil {
		return damaged(err)
	}
	from := gob.NewDecoder(zipped)
	var h head
	if err := from.Decode(&h); err != nil {
		return damaged(err)
	}
	switch {
	case h.Schema != schema:
		return fmt.Errorf("pack: Read: schema %d, want %d", h.Schema, schema)
	case h.Digest != digest(n.Network):
		return fmt.Errorf("pack: Read: packed into %.60s, want trees of %.60s with the same links and routes", h.Title, topo.Title(n.Network))
	}
	var p part
	if err := from.Decode(&p); err != nil {
		return damaged(err)
	}
	if _, err := io.Copy(io.Discard, zipped); err != nil { // the sum is at the end
		return damaged(err)
	}
	if err := p.check(n.Nodes()); err != nil {
		return damaged(err)
	}
	n.add(p)
	return nil
}

func damaged(err error) error { return fmt.Errorf("pack: Read: damaged: %w", err) }

// digest is a hash of what trees and routes are made of: the links, with their ends and capacities, and the routes between all nodes.
func digest(n topo.Network) [sha256.Size]byte {
	sum := sha256.New()
	put(sum, n.Nodes(), n.Links())
	for link := range int32(n.Links()) {
		from, to := n.Ends(link)
		put(sum, from, to, topo.Capacity(n, link))
	}
	var path []int32
	for from := range n.Nodes() {
		for to := range n.Nodes() {
			if from != to {
				path = n.Route(path[:0], from, to)
				put(sum, len(path))
				binary.Write(sum, binary.LittleEndian, path)
			}
		}
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

func put(sum hash.Hash, numbers ...int) {
	for _, number := range numbers {
		binary.Write(sum, binary.LittleEndian, int64(number))
	}
}
