package coll

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// Deterministic makes every reduction combine its operands in an order that depends on nothing but the number of ranks, so that a
// sum of floating point numbers always has the same bits: for every table and machine, at every size, root and place in the vector,
// and wherever a label runs.
//
// The result of Reduce and Allreduce, and that of Scan and Exscan on each rank, is that of the tree over their n operands in label
// order whose left part has the first 2^k, for the greatest 2^k < n, and whose two parts are such trees: ((0 1)(2 3))((4 5) 6) for
// 7. So the four agree with each other to the last bit. ReduceScatter has another tree, which is the same for every block but
// neither that of Allreduce nor in label order; its operator has to commute, as always.
//
// The operator has to work on each word by itself, as those of packages comm and mpi do, and always in the same way: a C library may
// add in another order than Go only if it works on several words together. Moves, such as a Bcast, have the same result with every
// algorithm, and are chosen as without this option.
func Deterministic() Option { return func(o *options) { o.deterministic = true } }

// fixed returns those of some algorithms of one operation that combine by the tree of Deterministic on p ranks.
func fixed(rows []catalog.Row[byte], p int) (kept []catalog.Row[byte]) {
	for _, row := range rows {
		if !row.Op.Reduces() || slices.Contains(trees(row.Op, p), row.ID) {
			kept = append(kept, row)
		}
	}
	return kept
}

// trees names the algorithms that combine by the tree.
func trees(op catalog.Collective, p int) []string {
	switch op {
	case catalog.Reduce:
		return []string{"hcube/reduce"}
	case catalog.Allreduce:
		if foldsInOrder(p) {
			return []string{"hcube/allreduce", "hcube/allreduce-reduce-bcast"}
		}
		return []string{"hcube/allreduce-reduce-bcast"}
	case catalog.ReduceScatter:
		return []string{"hcube/reducescatter"}
	case catalog.Scan:
		return []string{"hcube/scan"}
	case catalog.Exscan:
		return []string{"hcube/exscan"}
	}
	return nil
}

// foldsInOrder reports whether folding p nodes into the next smaller cube pairs those that the tree pairs. It folds the first ones; the
// others, which stay alone, then have to be whole subtrees: p is 2^i - 2^j or 2^i.
func foldsInOrder(p int) bool { return topo.IsPowerOfTwo(p) || topo.IsPowerOfTwo(p+p&-p) }
