package scene

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
)

// These limits apply to a run with divided messages. Within them, a page gets its answer in about a second.
const (
	mostSteps     = 1 << 15 // steps of the divided plans
	mostTried     = 1 << 13 // steps of the plans that are tried for the best segment size
	mostPlanWords = 1 << 24 // words of a node's input or output; recording needs one byte per word
	mostSymbols   = 1 << 20 // words of a node times number of messages, if the data are named
)

// cuts reports whether to divide messages of an algorithm that does not divide them itself.
func (s *setup) cuts() bool { return (s.Segment > 0 || s.Auto) && s.model.Parts == nil }

// job returns the plans of the nodes for m words. Messages of more than `segment` words are divided. If
// `segment` is 0, no message is divided.
func (s *setup) job(m, segment int) (plan.Job, error) {
	row, _ := catalog.Find[byte](s.Row)
	return catalog.Plans(row, s.P, m,
		catalog.Args[byte]{Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed, Cut: segment,
			Op: comm.Op[byte]{Commutative: true}})
}

// cut returns the plans of a view whose messages are divided as by the command simulate --segment. It returns
// nil if whole messages are the fastest. If Auto is set, it chooses Segment.
func (s *setup) cut(machine plan.Machine) (plan.Job, error) {
	if most := mostPlanWords / s.P; s.M > most {
		return nil, fmt.Errorf("m %d with segments, want at most %d words on %d nodes", s.M, most, s.P)
	}
	whole, err := s.job(s.M, 0)
	if err != nil {
		return nil, err
	}
	if s.Auto {
		if s.Segment, err = whole.Cut(machine, mostTried); err != nil || s.Segment == 0 {
			return nil, err
		}
	}
	if steps := whole.Pieces(s.Segment); steps > mostSteps {
		return nil, fmt.Errorf(
			"segment %d gives %d steps on all nodes, more than the limit of %d; use a larger segment",
			s.Segment, steps, mostSteps)
	}
	return whole.Improve(plan.Passes{Segment: s.Segment}), nil
}

// playCut simulates the plans of a view whose messages are divided. Every node executes each step as soon as
// its dependencies are complete, and messages do not wait for links. It returns nil if whole messages are the
// fastest.
func (s *setup) playCut(machine sim.Config, calls [][]call) (*run, error) {
	machine.Contention = false
	clock, err := machine.Machine(s.P)
	if err != nil {
		return nil, err
	}
	job, err := s.cut(clock)
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
	rounds, err := job.Schedule(clock) // every message takes the time 1, so its end is the number of its step
	if err != nil {
		return nil, err
	}
	r := &run{job: job, machine: machine, time: schedule.Finish, rounds: int(rounds.Finish),
		nodes: make([]Node, s.P)}
	for me := range job {
		r.nodes[me].Combines = []float64{}
		ends := make([]float64, 1+len(calls[me])) // by round
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
		r.nodes[me].follow(calls[me], ends[1:])
	}
	return r, nil
}

// transfer returns the transfer of a message that a plan sends. The message does not wait for links.
func transfer(machine sim.Config, from int, step plan.Step, begin, end float64, round int) sim.Transfer {
	t := sim.Transfer{From: from, To: step.Peer, Words: step.Words(), Start: begin, End: end, Round: round}
	t.Path = machine.Network.Route(nil, placeOf(machine, t.From), placeOf(machine, t.To))
	at := begin + machine.Ts
	for hop := range t.Path {
		if t.Taken = append(t.Taken, at); machine.Routing == sim.SF {
			at += linkTime(machine, t, hop)
		}
	}
	return t
}
