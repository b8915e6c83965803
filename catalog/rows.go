package catalog

import "slices"

// What an algorithm does with a p it is not made for.
const (
	truncates = "the tree stops at p, ceil(log p) steps"
	folds     = "the p - 2^d spare nodes are folded in and out"
	oneRow    = "a prime p is the 1 x p mesh"
)

// Rows is the table, ordered by operation; a topology has its rows in a file of its own.
func Rows[T any]() []Row[T] {
	all := slices.Concat(ringRows[T](), meshRows[T](), hcubeRows[T]())
	var rows []Row[T]
	for _, kind := range Kinds() {
		for _, row := range all {
			if row.Op == kind {
				rows = append(rows, row)
			}
		}
	}
	return rows
}
