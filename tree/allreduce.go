package tree

import (
	"cmp"

	"topocoll/comm"
)

// AllreduceTwoTree combines the vectors x of all nodes at node 0 with ReduceTwoTree, and broadcasts the sums
// with BcastTwoTree.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Any p. op must
// commute. 2(1 + floor(log(p-1))) rounds of m/2 words: T is twice the time of BcastTwoTree.
//
// Sanders, Speck, Träff 2009; cf. MPI_Allreduce, UCC's dbt, NCCL's tree.
func AllreduceTwoTree[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("tree: AllreduceTwoTree"),
		comm.CheckAllreduce("tree: AllreduceTwoTree", op, x, result)); err != nil {
		return err
	}
	if err := ReduceTwoTree(c, 0, op, x, result); err != nil {
		return err
	}
	return BcastTwoTree(c, 0, result)
}
