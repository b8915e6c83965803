package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Machine is one on which Schedule counts the time of a job. Between two nodes there is always a free way; what messages
// wait for is the ports of their nodes. The times are in one unit, for example µs.
type Machine struct {
	Ts, Tw  float64                           // a message of m words takes Ts + Tw·m,
	Message func(from, to, words int) float64 // or this, if it is set: what was measured, or what its route takes, see sim.Config.Machine
	Tr      float64                           // a word of a Combine; a node does one Combine at a time. A Copy takes no time

	// AllPort lets a node have messages to and from all others under way. Only those from one node to the same other one
	// follow each other. With HalfDuplex a node has one message at a time. With neither it sends one at a time, and receives
	// one at a time.
	AllPort, HalfDuplex bool

	free bool // a message waits for no port
}

// A Schedule is when every step of a job begins and ends. Both ends of a message have the same times.
type Schedule struct {
	Begin, End [][]float64 // by node and step
	Finish     float64     // the end of the last step

	// Path is messages of which each begins when the one before ends, or a step after that, until Finish: because it waits
	// for it, or for a port of it. If Tr = 0, Finish is its time.
	Path Path

	turn [][]turn // by node and step
}

// Schedule carries out the job on a machine, by list scheduling: a step begins as soon as what it waits for is done, see
// Waits, and the ports of both nodes are free. Of several that could begin, the first one in program order does, within a
// round that of the lowest node and step. So the order of a plan matters although a step does not wait for all that are
// before it. The same job always has the same schedule.
//
// It is an error if a time of the machine is below 0 or infinite, or the nodes wait for each other for ever, see Check, which must have
// found no other error. For n steps it takes time O(n log n), if a message that waits does so for one port or a few in turn,
// besides that for Waits.
func (j Job) Schedule(m Machine) (*Schedule, error) { return j.schedule(m, program) }

// A priority puts the vertices of a job, which are given in program order, in the order in which they begin if they can.
type priority func(g *graph, length []float64, vertices []int) error

func program(*graph, []float64, []int) error { return nil }

func (j Job) schedule(m Machine, first priority) (*Schedule, error) {
	for _, time := range [...]float64{m.Ts, m.Tw, m.Tr} {
		if !finite(time) {
			return nil, fmt.Errorf("plan: a machine with ts = %v, tw = %v, tr = %v, want 0 or more", m.Ts, m.Tw, m.Tr)
		}
	}
	vertices, err := j.byRounds().inRounds()
	if err != nil {
		return nil, fmt.Errorf("plan: deadlock in program order: %w", err)
	}
	l, err := newList(j, m)
	if err != nil {
		return nil, err
	}
	if err := first(l.graph, l.length, vertices); err != nil {
		return nil, err
	}
	l.run(vertices)
	return l.schedule(), nil
}

func finite(time float64) bool { return time >= 0 && time <= math.MaxFloat64 }

// message is the time of a message.
func (m Machine) message(from, to, words int) float64 {
	if m.Message != nil {
		return m.Message(from, to, words)
	}
	return m.Ts + m.Tw*float64(words)
}

// inRounds returns the vertices of steps by the number of those that have to be done one after another before, then by node and step.
func (g *graph) inRounds() ([]int, error) {
	sorted, err := g.sort()
	if err != nil {
		return nil, err
	}
	before := make([]int, len(sorted))
	for _, v := range sorted {
		for _, w := range g.next[v] {
			length := 1
			if int(w) >= g.steps { // a gate is no step
				length = 0
			}
			before[w] = max(before[w], before[v]+length)
		}
	}
	sorted = slices.DeleteFunc(sorted, func(v int) bool { return v >= g.steps })
	slices.SortFunc(sorted, func(v, w int) int { return cmp.Or(before[v]-before[w], v-w) })
	return sorted, nil
}

// schedule is what has happened.
func (l *list) schedule() *Schedule {
	s := &Schedule{}
	for rank := range l.job {
		n := len(l.job[rank].Steps)
		s.Begin, s.End = append(s.Begin, make([]float64, n)), append(s.End, make([]float64, n))
		s.turn = append(s.turn, make([]turn, n))
	}
	l.each(func(at place) {
		v := l.vertex(at)
		s.Begin[at.rank][at.step], s.End[at.rank][at.step] = l.begin[v], l.end[v]
		s.turn[at.rank][at.step] = l.turn[v]
		if path := l.path[v]; l.end[v] > s.Finish || l.end[v] == s.Finish && path.Messages > s.Path.Messages {
			s.Finish, s.Path = l.end[v], path
		}
	})
	return s
}

// sooner reports whether s finishes before a time, by more than sums of the same terms in another order differ.
func (s *Schedule) sooner(than float64) bool { return s.Finish < than*(1-1e-9) }
