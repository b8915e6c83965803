package plan

import (
	"cmp"
	"slices"

	"topocoll/topo"
)

// Order orders the steps of each node by critical-path list scheduling. It returns the new job if its
// Schedule on m finishes sooner, and otherwise j.
//
// Of the steps that could begin, the one with the longest path to the end of the job goes first. A path leads
// through messages and steps of all nodes, and its length is the time that it takes on m. The new order of a
// node is the order in which its steps begin. Messages that begin together form one round. The result of the
// job does not change, and if the job passes Check, the new job passes it too. Order costs as much as three
// schedules.
func (j Job) Order(m Machine) (Job, error) {
	original, err := j.Schedule(m)
	if err != nil {
		return nil, err
	}
	ahead, err := j.schedule(m, criticalPath)
	if err != nil {
		return nil, err
	}
	ordered := j.reorder(ahead)
	after, err := ordered.Schedule(m)
	if err != nil {
		return nil, err
	}
	if after.finishesBefore(original.Finish) {
		return ordered, nil
	}
	return j, nil
}

// criticalPath sorts the vertices by the length of their longest path to the end of the job, longest first.
func criticalPath(l *listScheduler, vertices []int) error {
	sorted, err := l.topologicalOrder()
	if err != nil {
		return err
	}
	path := make([]float64, len(l.tasks))
	for _, v := range slices.Backward(sorted) {
		path[v] = l.tasks[v].length
		for _, w := range l.next[v] {
			path[v] = max(path[v], l.tasks[v].length+path[w])
		}
	}
	slices.SortStableFunc(vertices, func(v, w int) int { return cmp.Compare(path[w], path[v]) })
	return nil
}

// reorder returns a copy of the job in which each node's steps have the order of a schedule.
//
// All messages that begin at the same moment of the schedule (see startOrder) form one round at both nodes.
// Among the local steps that begin at that moment, those without duration precede the round, because its
// messages may depend on them. Local steps with a duration follow the round, because its messages do not
// depend on them. Therefore no two nodes have the same two messages in opposite orders. If a Recv of a round
// writes a word, no other message of the round sends or receives that word, because one of the two messages
// would then have begun at a later moment.
func (j Job) reorder(s *Schedule) Job {
	ordered := make(Job, len(j))
	for rank := range j {
		p := &j[rank]
		sequence := topo.Integers(len(p.Steps))
		class := func(i int) int {
			switch {
			case p.Steps[i].Kind == Send:
				return 1
			case p.Steps[i].Kind == Recv:
				return 2
			case s.End[rank][i] > s.Begin[rank][i]:
				return 3
			}
			return 0
		}
		slices.SortFunc(sequence, func(i, k int) int {
			a, b := s.startOrder[rank][i], s.startOrder[rank][k]
			return cmp.Or(a.moment-b.moment, class(i)-class(k), a.number-b.number)
		})
		ordered[rank] = p.reorder(sequence, func(i int) int { return s.startOrder[rank][i].moment })
	}
	return ordered
}

// reorder returns the plan with its steps in the given order. Consecutive messages that begin at the same
// moment form a round.
func (p *Plan) reorder(sequence []int, moment func(step int) int) Plan {
	ordered := Plan{In: p.In, Out: p.Out, Scratch: p.Scratch, Steps: make([]Step, 0, len(sequence))}
	numbers := messageCounter{}
	round, last := 0, -1
	for _, i := range sequence {
		s := p.Steps[i]
		if s.Message() {
			if moment(i) != last {
				round, last = round+1, moment(i)
			}
			s.Round, s.Number = round, numbers.next(s)
		}
		ordered.Steps = append(ordered.Steps, s)
	}
	return ordered
}
