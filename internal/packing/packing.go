// Package packing packs trees and routes into a network. This takes seconds, so only one process of a job
// does it and sends every other process the trees and routes of its node, which are small.
package packing

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// All packs all trees and routes that the given algorithms need on n. If an operation has a root, All does so
// for every root. Before each root, it calls the function `next` with the algorithm and the root as text.
func All(rows []catalog.Info, n *pack.Network, next func(doing string)) error {
	for i, info := range rows {
		row, _ := catalog.FindByteRow(info.ID)
		roots := 1
		if info.Op.Rooted() {
			roots = n.Nodes()
		}
		for root := range roots {
			next(fmt.Sprintf("%s (%d of %d), root %d of %d", info.ID, i+1, len(rows), root+1, roots))
			// Recording the algorithm with messages of 0 words packs the trees and routes that it needs.
			args := catalog.Args[byte]{Root: root, Network: n, Op: comm.Op[byte]{Commutative: true}}
			if _, err := catalog.Plan(row, 0, n.Nodes(), 0, args); err != nil {
				return fmt.Errorf("%s: %w", info.ID, err)
			}
		}
	}
	return nil
}

// MostAny is the maximum number of nodes for which trees and routes are packed on any network. For more
// nodes, up to MostQuick, only trees are packed, and only if packing is quick or a file contains the trees.
// The trees of all 256 roots take 1 to 3 s and up to 230 MB for each direction. The routes of scatter, gather
// and all-to-all take longer, because they are found one by one (docs/explanation/packed-trees.md).
const MostAny, MostQuick = 64, 256

// Needed reports whether an algorithm uses packed trees or routes. An algorithm with two levels does not: it
// uses only the hosts of the network.
func Needed(info catalog.Info) bool { return info.Topology() == "network" && info.Between == "" }

// TooLarge reports whether an algorithm needs packed trees or routes, but p is too large to pack them. An
// algorithm with a radix needs only an order of the nodes.
func TooLarge(info catalog.Info, p int, quick bool) bool {
	most := MostAny
	switch {
	case info.Topology() != "network" || info.Radix > 0:
		return false
	case quick &&
		!slices.Contains([]catalog.Collective{catalog.Scatter, catalog.Gather, catalog.Alltoall}, info.Op):
		most = MostQuick
	}
	return p > most
}

// Rows returns the algorithms that use packed trees or routes and whose trees and routes can be packed on a
// network of p nodes.
func Rows(p int) (rows []catalog.Info) {
	for _, row := range catalog.ByteRows() {
		if Needed(row.Info) && row.Takes(p) && !TooLarge(row.Info, p, true) {
			rows = append(rows, row.Info)
		}
	}
	return rows
}
