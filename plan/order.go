package plan

import (
	"cmp"
	"slices"
)

// Order returns the job with the steps of each node in another order, if its Schedule on m then finishes sooner, else the
// job itself: critical-path list scheduling. Of the steps that could begin, the one goes first from which the longest path leads to
// the end of the job, counted in time on m, through messages and steps of all nodes. The steps of a node are then in the order in
// which they begin; messages that begin together are one round. The result of the job is the same, and if Check found
// nothing in it, Check finds nothing in the result. Its cost is that of three schedules.
func (j Job) Order(m Machine) (Job, error) {
	given, err := j.Schedule(m)
	if err != nil {
		return nil, err
	}
	ahead, err := j.schedule(m, criticalPath)
	if err != nil {
		return nil, err
	}
	ordered := j.in(ahead)
	after, err := ordered.Schedule(m)
	if err != nil {
		return nil, err
	}
	if after.sooner(given.Finish) {
		return ordered, nil
	}
	return j, nil
}

// criticalPath is the priority of Order.
func criticalPath(g *graph, length []float64, vertices []int) error {
	sorted, err := g.sort()
	if err != nil {
		return err
	}
	path := slices.Clone(length)
	for _, v := range slices.Backward(sorted) {
		for _, w := range g.next[v] {
			path[v] = max(path[v], length[v]+path[w])
		}
	}
	slices.SortStableFunc(vertices, func(v, w int) int { return cmp.Compare(path[w], path[v]) })
	return nil
}

// in returns the job with the steps of each node in the order of a schedule.
//
// Messages of a moment are one round at both ends, after the local steps of no length, which they may wait for, and before
// the other local steps, which do not wait for them. So no two nodes have two messages in opposite order. They share no word
// that one of them writes: otherwise one would wait for the other.
func (j Job) in(s *Schedule) Job {
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
		ordered[rank] = p.inOrderOf(by, func(i int) int { return s.turn[rank][i].moment })
	}
	return ordered
}

// inOrderOf returns the plan with its steps in another order. The messages of a moment are one round.
func (p *Plan) inOrderOf(by []int, moment func(step int) int) Plan {
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
