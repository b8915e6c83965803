package bench

import (
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// A recording is a call of one of our procedures whose plans can be recorded.
type recording struct {
	row  catalog.Row[byte]
	p, m int                // m in words
	args catalog.Args[byte] // without words
}

// node records the plan of one node.
func (r recording) node(rank int) (*plan.Plan, error) { return plan.Record(r.call(rank), r.body) }

// job records the plans of all nodes.
func (r recording) job() (plan.Job, error) { return plan.RecordJob(r.p, r.call, r.body) }

func (r recording) call(rank int) plan.Call {
	in, out := r.words(rank)
	return plan.Call{Rank: rank, P: r.p, In: in, Out: out, Commutative: true} // as a sum
}

// words returns the lengths of the input and the output of a node.
func (r recording) words(rank int) (in, out int) {
	return r.row.Op.In(r.p, r.m, rank, r.args.Root), r.row.Op.Out(r.p, r.m, rank, r.args.Root)
}

func (r recording) body(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
	a := r.args
	a.Op, a.In, a.Out = op, in, out
	return r.row.Run(c, a)
}

// countersOf counts what a plan sends, in words of some bytes.
func countersOf(node *plan.Plan, word int) (n results.Counters) {
	node.EachRound(func(first, end int) {
		if node.Steps[first].Message() {
			n.Rounds++
		}
		for _, s := range node.Steps[first:end] {
			if s.Kind == plan.Send {
				n.Messages++
				n.Bytes += s.Words() * word
			}
		}
	})
	return n
}
