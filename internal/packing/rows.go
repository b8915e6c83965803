package packing

import (
	"slices"

	"topocoll/catalog"
)

// MostAny is the number of nodes up to which trees and routes are packed into every network, and MostQuick that up to which trees are
// where that is quick, or has been done before: those of all 256 roots take 1 to 3 s and up to 230 MB in a direction. The routes of
// scatter, gather and all-to-all are found one by one (docs/explanation/packed-trees.md).
const MostAny, MostQuick = 64, 256

// TooLarge reports whether an algorithm needs trees or routes among too many nodes; those of a radix have only an order of them.
func TooLarge(info catalog.Info, p int, quick bool) bool {
	most := MostAny
	switch {
	case info.Topology() != "network" || info.Radix > 0:
		return false
	case quick && !slices.Contains([]catalog.Collective{catalog.Scatter, catalog.Gather, catalog.Alltoall}, info.Op):
		most = MostQuick
	}
	return p > most
}

// Rows returns the algorithms for any network whose trees and routes can be packed among p nodes.
func Rows(p int) (rows []catalog.Info) {
	for _, row := range catalog.Rows[byte]() {
		if row.Topology() == "network" && row.Takes(p) && !TooLarge(row.Info, p, true) {
			rows = append(rows, row.Info)
		}
	}
	return rows
}
