package coll

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// Deterministic makes every reduction combine its operands in an order that depends only on the number of
// ranks. A sum of floating-point numbers then always has the same bits: for every table and machine, at every
// size, root and position in the vector, and for every mapping of labels to ranks.
//
// The result of Reduce and Allreduce, and of Scan and Exscan on each rank, is computed by a tree over its n
// operands in label order: the left part has the first 2^k operands, for the greatest 2^k < n, and both parts
// are such trees: ((0 1)(2 3))((4 5) 6) for 7. So the four operations agree in every bit. ReduceScatter has
// another tree, which is the same for every block but not in label order; its operator must commute, as
// always.
//
// The operator must work on each word separately, as those of packages comm and mpi do, and always in the
// same way. A C library may add in another order than Go only if it works on several words together.
// Operations without an operator, such as Bcast, are chosen as without this option.
func Deterministic() Option { return func(o *options) { o.deterministic = true } }

// fixed returns the algorithms that combine by the tree of Deterministic on p ranks.
func fixed(rows []catalog.Row[byte], p int) (kept []catalog.Row[byte]) {
	for _, row := range rows {
		if !row.Op.Reduces() || slices.Contains(trees(row.Op, p), row.ID) {
			kept = append(kept, row)
		}
	}
	return kept
}

// trees returns the names of the algorithms that combine by the tree.
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

// foldsInOrder reports whether folding p nodes into the next smaller cube makes the pairs of the tree.
// Folding pairs the first nodes; the others must then form whole subtrees, so p is 2^i - 2^j or 2^i.
func foldsInOrder(p int) bool { return topo.IsPowerOfTwo(p) || topo.IsPowerOfTwo(p+p&-p) }
