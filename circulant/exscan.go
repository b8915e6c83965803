package circulant

import (
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// Exscan combines the vectors x of the nodes 0 to i-1 on node i (exclusive prefix sums). After every round, a
// node has the sum of the n nodes before it. In an inclusive round it adds its own x to that sum and sends
// the result over the distance n+1, so n becomes 2n+1. In an exclusive round it sends the sum without its x
// over the distance n, so n becomes 2n and one application of op is saved. The inclusive rounds come first.
// Their number is the smallest for which ceil(log p) rounds reach n = p-1.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i-1; len(result) = len(x) = m; node 0's result
// is unchanged. Any p. Operands are combined in label order.
// ceil(log p) rounds of m words, all to higher labels: T = (ts + tw·m) ceil(log p), if every pair of nodes is
// one link apart. After the first round, op is applied twice in an inclusive round and once in an exclusive
// one; hcube.Exscan applies it up to twice in every round.
//
// Träff 2026; with two inclusive rounds it is the 123-doubling of Träff 2025; cf. MPI_Exscan.
func Exscan[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("circulant: Exscan", op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	scratch := c.Scratch(3 * m)
	defer c.Release(scratch)
	sum, number := scratch[:m], scratch[m:2*m]
	if comm.Same(x, result) {
		x = scratch[2*m:]
		c.Copy(x, result)
	}

	c.SendRecv(existingLabel(p, me+1), x, me-1, result) // on node 0, me-1 is comm.None
	inclusive := inclusiveRounds(p)
	for n, k := 1, 1; n < p-1; k++ {
		distance, first, out := n, 1, result // node 0 has received no sum
		if k < inclusive {
			distance, first, out = n+1, 0, x
			if me > 0 && me+distance < p {
				out = sum
				op.Apply(sum, result, x)
			}
		}
		to, from := existingLabel(p, me+distance), comm.None
		if me < first {
			to = comm.None
		}
		if me-distance >= first {
			from = me - distance
		}
		c.SendRecv(to, out, from, number)
		if from != comm.None {
			op.Apply(result, number, result)
		}
		n += distance
	}
	return c.Err()
}

// inclusiveRounds returns the smallest number i of inclusive rounds for which d = ceil(log p) rounds reach n
// = p-1. n is 2^i - 1 after the inclusive rounds, and 2^d - 2^(d-i) at the end.
func inclusiveRounds(p int) int {
	d := topo.CubeDim(p)
	return d + 1 - bits.Len(uint(1<<d-p+1))
}

// existingLabel returns the label if it is below p, and otherwise comm.None.
func existingLabel(p, label int) int {
	if label < p {
		return label
	}
	return comm.None
}
