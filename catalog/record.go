package catalog

import (
	"topocoll/comm"
	"topocoll/plan"
)

// Record records the plans of all p nodes in a call of row with blocks of m words. Of the arguments it takes the operator's
// Commutative, and everything else but the words and Cut.
func Record(row Row[byte], p, m int, a Args[byte]) (plan.Job, error) {
	call := func(rank int) plan.Call {
		return plan.Call{Rank: rank, P: p, Commutative: a.Op.Commutative,
			In: row.Op.In(p, m, rank, a.Root), Out: row.Op.Out(p, m, rank, a.Root)}
	}
	return plan.RecordJob(p, call, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		a := a
		a.Op, a.In, a.Out = op, in, out
		return row.Run(c, a)
	})
}
