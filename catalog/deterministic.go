package catalog

import "topocoll/topo"

// Deterministic returns the algorithms that combine the operands of p ranks in an order that does not depend
// on the length, the root or the labels. The tree that coll.Deterministic describes gives the order. An
// operation without an operator has no such algorithm.
func Deterministic(op Collective, p int) []string {
	switch op {
	case Reduce:
		return []string{"hcube/reduce"}
	case Allreduce:
		if foldsInOrder(p) {
			return []string{"hcube/allreduce", "hcube/allreduce-reduce-bcast"}
		}
		return []string{"hcube/allreduce-reduce-bcast"}
	case ReduceScatter:
		return []string{"hcube/reducescatter"}
	case Scan:
		return []string{"hcube/scan"}
	case Exscan:
		return []string{"hcube/exscan"}
	}
	return nil
}

// foldsInOrder reports whether folding p nodes into the next smaller hypercube combines the pairs of the
// tree. Folding pairs the first nodes. The remaining nodes must form complete subtrees, so p is 2^i - 2^j or
// 2^i.
func foldsInOrder(p int) bool { return topo.IsPowerOfTwo(p) || topo.IsPowerOfTwo(p+p&-p) }
