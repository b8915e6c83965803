package coll

import (
	"slices"

	"topocoll/catalog"
)

// Deterministic returns the option that makes every reduction combine its operands in an order that depends
// only on the number of ranks. A sum of floating-point numbers then always has the same bits. The table,
// machine, size, root, position in the vector, and mapping of labels to ranks do not matter.
//
// The result of Reduce and Allreduce, and of Scan and Exscan on each rank, is computed by a tree over its n
// operands in label order. The left subtree has the first 2^k operands, for the greatest 2^k < n, and both
// subtrees are divided in the same way. For 7 operands, the tree is ((0 1)(2 3))((4 5) 6). The results of the
// four operations therefore agree in every bit. ReduceScatter uses a different tree, which is the same for
// every block but not in label order; its operator must commute, as always.
//
// The operator must work on each word separately, as the operators of packages comm and mpi do, and always in
// the same way. The option does not affect operations without an operator, such as Bcast.
func Deterministic() Option { return func(o *options) { o.deterministic = true } }

// deterministicRows returns the algorithms that the option Deterministic allows on p ranks. These are the
// algorithms that combine operands in the order of the option's tree, and all algorithms without an operator.
func deterministicRows(rows []catalog.Row[byte], p int) []catalog.Row[byte] {
	return slices.DeleteFunc(rows, func(row catalog.Row[byte]) bool {
		return row.Op.Reduces() && !slices.Contains(catalog.Deterministic(row.Op, p), row.ID)
	})
}
