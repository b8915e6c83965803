package scene

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
)

// Limits for a run whose messages are divided into segments. Within these limits, a run takes about a second.
const (
	maxSteps       = 1 << 15 // steps of all nodes' plans after division
	maxSearchSteps = 1 << 13 // steps of the plans that are tried in the search for the best segment size
	maxPlanWords   = 1 << 24 // words of one node's input or output; recording needs one byte per word
	// input and output words of the root, times the number of messages, if the figure names the data
	maxSymbols = 1 << 20
)

// dividesMessages reports whether the run must divide messages into segments. A pipelined algorithm divides
// its messages itself.
func (s *setup) dividesMessages() bool { return (s.Segment > 0 || s.Auto) && s.model.Parts == nil }

// recordPlans returns the plans of all nodes for m words. Messages longer than `segment` words are divided,
// unless `segment` is 0.
func (s *setup) recordPlans(m, segment int) (plan.Job, error) {
	row, _ := catalog.FindByteRow(s.Row)
	return catalog.Plans(row, s.P, m,
		catalog.Args[byte]{Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed, PlanSegment: segment,
			Op: comm.Op[byte]{Commutative: true}})
}

// dividedPlans returns the plans of all nodes, with messages divided as by topocoll simulate --segment. If
// Auto is set, it sets Segment to the best segment size, and returns nil if undivided messages are the
// fastest.
func (s *setup) dividedPlans(machine plan.Machine) (plan.Job, error) {
	if most := maxPlanWords / s.P; s.M > most {
		return nil, fmt.Errorf("m %d with segments, want at most %d words on %d nodes", s.M, most, s.P)
	}
	whole, err := s.recordPlans(s.M, 0)
	if err != nil {
		return nil, err
	}
	if s.Auto {
		if s.Segment, err = whole.FastestSegment(machine, maxSearchSteps); err != nil || s.Segment == 0 {
			return nil, err
		}
	}
	if steps := whole.CountSegments(s.Segment); steps > maxSteps {
		return nil, fmt.Errorf(
			"segment %d gives %d steps on all nodes, more than the limit of %d; use a larger segment",
			s.Segment, steps, maxSteps)
	}
	return whole.Improve(plan.Passes{Segment: s.Segment}), nil
}

// simulateDivided simulates the plans with divided messages. Every node executes each step as soon as the
// step's dependencies are complete, and messages do not wait for links. It returns nil if undivided messages
// are the fastest.
func (s *setup) simulateDivided(machine sim.Config, calls [][]portCall) (*run, error) {
	machine.Contention = false
	clock, err := machine.Machine(s.P)
	if err != nil {
		return nil, err
	}
	job, err := s.dividedPlans(clock)
	if job == nil {
		return nil, err
	}
	schedule, err := job.Schedule(clock)
	if err != nil {
		return nil, err
	}
	unit := machine
	unit.Ts, unit.Tw, unit.Th = 1, 0, 0
	if clock, err = unit.Machine(s.P); err != nil {
		return nil, err
	}
	rounds, err := job.Schedule(clock) // every message takes 1 unit of time, so its end time is its step number
	if err != nil {
		return nil, err
	}
	r := &run{plans: job, machine: machine, time: schedule.Finish, rounds: int(rounds.Finish),
		nodes: make([]Node, s.P)}
	for me := range job {
		r.nodes[me].Combines = []float64{}
		ends := make([]float64, 1+len(calls[me])) // end time of each round
		for i, step := range job[me].Steps {
			begin, end := schedule.Begin[me][i], schedule.End[me][i]
			switch {
			case step.Kind == plan.Combine:
				r.nodes[me].addCombine(end)
			case step.Message():
				ends[step.Round] = max(ends[step.Round], end)
			}
			if step.Kind == plan.Send && step.Peer != me {
				r.trace = append(r.trace, transfer(machine, me, step, begin, end, int(rounds.End[me][i])))
			}
		}
		r.nodes[me].recordCalls(calls[me], ends[1:])
	}
	return r, nil
}

// transfer describes the message of a plan's Send step. The message does not wait for links.
func transfer(machine sim.Config, from int, step plan.Step, begin, end float64, round int) sim.Transfer {
	t := sim.Transfer{From: from, To: step.Peer, Words: step.Words(), Start: begin, End: end, Round: round}
	t.Path = machine.Network.Route(nil, networkNode(machine, t.From), networkNode(machine, t.To))
	at := begin + machine.Ts
	for hop := range t.Path {
		if t.Taken = append(t.Taken, at); machine.Routing == sim.SF {
			at += linkTime(machine, t, hop)
		}
	}
	return t
}
