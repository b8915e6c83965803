package catalog

import (
	"topocoll/comm"
	"topocoll/plan"
)

// Plan returns the plan of node rank for a call of row with p nodes and blocks of m words. The row that
// Compiled returns executes the same plan. Plan does not use the fields In and Out of the arguments. It uses
// only the field Commutative of the operator.
func Plan(row Row[byte], rank, p, m int, a Args[byte]) (*plan.Plan, error) {
	return plan.Prepare(planCall(row, rank, p, m, a), a.PlanSegment, planBody(row, a))
}

// Plans returns the plans of all p nodes.
func Plans(row Row[byte], p, m int, a Args[byte]) (plan.Job, error) {
	job := make(plan.Job, p)
	for rank := range job {
		node, err := Plan(row, rank, p, m, a)
		if err != nil {
			return nil, err
		}
		job[rank] = *node
	}
	return job, nil
}

// Record returns the plans of all p nodes as recorded, without the optimizations of plan.Prepare. They have
// the steps of the procedure, and their messages are not divided into segments. Record takes less time than
// Plans.
func Record(row Row[byte], p, m int, a Args[byte]) (plan.Job, error) {
	return plan.RecordJob(p, func(rank int) plan.Call { return planCall(row, rank, p, m, a) }, planBody(row, a))
}

func planCall(row Row[byte], rank, p, m int, a Args[byte]) plan.Call {
	return plan.Call{Rank: rank, P: p, Commutative: a.Op.Commutative,
		In: a.Counts.In(row.Op, p, m, rank, a.Root), Out: a.Counts.Out(row.Op, p, m, rank, a.Root)}
}

func planBody(row Row[byte], a Args[byte]) plan.Body {
	return func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		a := a
		a.Op, a.In, a.Out = op, in, out
		return row.Run(c, a)
	}
}
