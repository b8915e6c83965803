package packing

import (
	"slices"

	"topocoll/catalog"
)

// On up to MostAny nodes, trees and routes are packed into every network. On up to MostQuick nodes, only
// trees are packed, and only if packing is quick or a file has them. The trees of all 256 roots take 1 to 3 s
// and up to 230 MB for each direction. The routes of scatter, gather and all-to-all take longer, because they
// are found one by one (docs/explanation/packed-trees.md).
const MostAny, MostQuick = 64, 256

// TooLarge reports whether an algorithm needs trees or routes among too many nodes. An algorithm with a radix
// needs only an order of the nodes.
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

// Rows returns the algorithms of package network whose trees and routes can be packed among p nodes.
func Rows(p int) (rows []catalog.Info) {
	for _, row := range catalog.Rows[byte]() {
		if row.Topology() == "network" && row.Takes(p) && !TooLarge(row.Info, p, true) {
			rows = append(rows, row.Info)
		}
	}
	return rows
}
