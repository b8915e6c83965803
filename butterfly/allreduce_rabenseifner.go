package butterfly

import (
	"cmp"

	"topocoll/comm"
)

// AllreduceRabenseifner combines the x of every node on every node: ReduceScatter of the p parts of x, and Allgather of the sums.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. p need not divide m. op must commute. Any
// p, any radix r >= 2; other nodes are folded as in ReduceScatter and Allgather.
// 2 log_r p rounds of r-1 messages: T = 2((r-1) log_r p·ts + tw(m/p)(p-1)) with one port, where every node is one link away. With
// r = 2 it is hcube.AllreduceRabenseifner.
//
// Rabenseifner 2004 in base r; cf. MPI_Allreduce, MPICH's k_reduce_scatter_allgather, UCC's sra_knomial.
func AllreduceRabenseifner[T any](c *comm.Comm[T], op comm.Op[T], radix int, x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("butterfly: AllreduceRabenseifner"),
		comm.CheckAllreduce("butterfly: AllreduceRabenseifner", op, x, result),
		comm.CheckRadix("butterfly: AllreduceRabenseifner", radix)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	if err := ReduceScatterv(c, op, radix, blocks, x, comm.Block(blocks, result, c.Label())); err != nil {
		return err
	}
	return Allgatherv(c, radix, blocks, result)
}
