package plan

// Passes says how to improve plans. The zero value changes nothing.
type Passes struct {
	Fuse    bool // see Plan.Fuse
	Segment int  // the longest message, in words; 0 is any length; see Plan.Segment
}

// Improve returns a plan that does the same after the given passes. Fuse comes first: it has less to look at before
// the plan is cut, and a local step that is gone needs no cut.
//
// All nodes of a job need the same Segment; Fuse is each node's own affair.
func (p *Plan) Improve(with Passes) *Plan {
	if with.Fuse {
		p = p.Fuse()
	}
	return p.Segment(with.Segment)
}

// Improve returns the job with every plan improved.
func (j Job) Improve(with Passes) Job {
	improved := make(Job, len(j))
	for rank := range j {
		improved[rank] = *j[rank].Improve(with)
	}
	return improved
}

// Prepare records body and returns the plan that a call of a compiled procedure carries out: fused and, unless cut is 0, with
// the messages of more words than that cut. What is shown, scheduled or written to a file as the plan of a call comes from here too.
func Prepare(call Call, cut int, body Body) (*Plan, error) {
	node, err := Record(call, body)
	if err != nil {
		return nil, err
	}
	return node.Improve(Passes{Fuse: true, Segment: cut}), nil
}
