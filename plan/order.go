package plan

import (
	"cmp"
	"slices"
)

// Order applies critical-path list scheduling. It changes the order of the steps of each node. It returns the
// new job if its Schedule on m finishes sooner, and otherwise j.
//
// Of the steps that could begin, the one with the longest path to the end of the job goes first. A path leads
// through messages and steps of all nodes, and its length is its time on m. The new order of a node is the
// order in which its steps begin. Messages that begin together form one round. The result of the job does not
// change, and if the job passes Check, the new job passes it too. Order costs as much as three schedules.
func (j Job) Order(m Machine) (Job, error) {
	given, err := j.Schedule(m)
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
	if after.finishesBefore(given.Finish) {
		return ordered, nil
	}
	return j, nil
}

// criticalPath is the priority that prefers the vertex with the longest path to the end of the job.
func criticalPath(l *list, vertices []int) error {
	sorted, err := l.sort()
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
// All messages that begin at the same moment of the schedule (see turn) form one round at both nodes. Among
// the local steps that begin at this moment, those without duration precede the round, because its messages
// may depend on them. The other local steps follow the round, because it does not depend on them. Therefore,
// no two nodes have the same two messages in opposite orders. If a Recv of a round writes a word, no other
// message of the round sends or receives that word. Otherwise one of the two would have waited for the other
// and begun at a later moment.
func (j Job) reorder(s *Schedule) Job {
	ordered := make(Job, len(j))
	for rank := range j {
		p := &j[rank]
		by := make([]int, len(p.Steps))
		for i := range by {
			by[i] = i
		}
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
		slices.SortFunc(by, func(i, k int) int {
			a, b := s.turn[rank][i], s.turn[rank][k]
			return cmp.Or(a.moment-b.moment, class(i)-class(k), a.number-b.number)
		})
		ordered[rank] = p.reorder(by, func(i int) int { return s.turn[rank][i].moment })
	}
	return ordered
}

// reorder returns the plan with its steps in the given order. Consecutive messages that begin at the same
// moment form a round.
func (p *Plan) reorder(by []int, moment func(step int) int) Plan {
	ordered := Plan{In: p.In, Out: p.Out, Scratch: p.Scratch, Steps: make([]Step, 0, len(by))}
	numbers := map[[2]int]int{}
	round, last := 0, -1
	for _, i := range by {
		s := p.Steps[i]
		if s.Message() {
			if moment(i) != last {
				round, last = round+1, moment(i)
			}
			key := [2]int{int(s.Kind), s.Peer}
			s.Round, s.Number = round, numbers[key]
			numbers[key]++
		}
		ordered.Steps = append(ordered.Steps, s)
	}
	return ordered
}
