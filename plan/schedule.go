package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"topocoll/comm"
)

// A Machine describes the times and ports for Schedule. Messages wait only for the ports of their nodes,
// never for links. All times have the same unit, for example µs.
type Machine struct {
	Ts, Tw float64 // a message of m words takes Ts + Tw·m
	// Message, if set, returns the time of a message in place of Ts + Tw·m. It may be measured, or computed
	// from the route: see sim.Config.Machine.
	Message func(from, to, words int) float64
	// Busy, if set, returns how long a message occupies its ports. It is at most the time of the message. If
	// Busy is nil, a message occupies its ports until it ends.
	Busy func(from, to, words int) float64
	Tr   float64 // time per word of a Combine; a node executes one Combine at a time; a Copy takes no time

	// With AllPort, a node sends and receives any number of messages at the same time. Only messages with the
	// same sender and the same receiver are sent one after another. With HalfDuplex, a node sends or receives
	// one message at a time. If both fields are false, a node sends one message and receives another at the
	// same time.
	AllPort, HalfDuplex bool

	unlimitedPorts bool // no message waits for a port
}

// A Schedule holds the start and end times of every step of a job. The send and the receive of a message have
// the same times.
type Schedule struct {
	Begin, End [][]float64 // indexed by node and step
	Finish     float64     // the end of the last step

	// Path is the number of messages and words on the critical path, which ends at Finish. Each message of that
	// path waits for the previous message, for a local step after the previous message, or for a port. If Tr =
	// 0 and Machine.Busy is nil, Finish is the time of Path.
	Path Path

	startOrder [][]startOrder // when each step begins, indexed by node and step
}

// Schedule executes the job on a machine by list scheduling. A step begins as soon as the steps that it waits
// for (see Waits) are complete and the ports of both nodes are free. If several steps could begin, Schedule
// begins the step with the shortest chain of earlier steps in program order. If several of these chains have
// the same length, the step of the lowest rank begins first, and of that rank the step with the lowest index.
// The schedule therefore depends on the order of the steps, and is the same in every run.
//
// Schedule returns an error if a time of the machine is negative or infinite, or if the nodes deadlock. Apart
// from deadlocks, the job must satisfy Check. If each waiting message waits for only a few ports, one after
// the other, Schedule takes time O(n log n) for n steps. This does not include the time that Waits takes.
func (j Job) Schedule(m Machine) (*Schedule, error) { return j.schedule(m, programOrder) }

// A priorityFunc sorts the vertices of a job, which it receives in program order, by descending priority.
type priorityFunc func(l *listScheduler, vertices []int) error

func programOrder(*listScheduler, []int) error { return nil }

func (j Job) schedule(m Machine, first priorityFunc) (*Schedule, error) {
	for _, time := range [...]float64{m.Ts, m.Tw, m.Tr} {
		if !validTime(time) {
			return nil, fmt.Errorf("plan: the machine has ts = %v, tw = %v and tr = %v, want finite times of at "+
				"least 0", m.Ts, m.Tw, m.Tr)
		}
	}
	vertices, err := j.programOrderGraph().sortByDepth()
	if err != nil {
		return nil, fmt.Errorf("plan: deadlock in program order: %w", err)
	}
	l, err := newListScheduler(j, m)
	if err != nil {
		return nil, err
	}
	if err := first(l, vertices); err != nil {
		return nil, err
	}
	l.run(vertices)
	return l.schedule(), nil
}

func validTime(time float64) bool { return time >= 0 && time <= math.MaxFloat64 }

func (m Machine) messageTime(from, to, words int) float64 {
	if m.Message != nil {
		return m.Message(from, to, words)
	}
	return m.Ts + m.Tw*float64(words)
}

// sortByDepth returns the vertices without the gates, sorted by the length of the longest chain of steps
// before them. Vertices with equal lengths are ordered by node and step.
func (g *graph) sortByDepth() ([]int, error) {
	sorted, err := g.topologicalOrder()
	if err != nil {
		return nil, err
	}
	before := make([]int, len(sorted))
	for _, v := range sorted {
		for _, w := range g.next[v] {
			length := 1
			if int(w) >= g.steps { // gates do not count as steps
				length = 0
			}
			before[w] = max(before[w], before[v]+length)
		}
	}
	sorted = slices.DeleteFunc(sorted, func(v int) bool { return v >= g.steps })
	slices.SortFunc(sorted, func(v, w int) int { return cmp.Or(before[v]-before[w], v-w) })
	return sorted, nil
}

// schedule returns the times of all steps. Call run first.
func (l *listScheduler) schedule() *Schedule {
	s := &Schedule{}
	for rank := range l.job {
		n := len(l.job[rank].Steps)
		s.Begin, s.End = append(s.Begin, make([]float64, n)), append(s.End, make([]float64, n))
		s.startOrder = append(s.startOrder, make([]startOrder, n))
	}
	l.eachStep(func(at stepRef) {
		t := &l.tasks[l.vertex(at)]
		s.Begin[at.rank][at.step], s.End[at.rank][at.step] = t.begin, t.end
		s.startOrder[at.rank][at.step] = t.startOrder
		if t.end > s.Finish || t.end == s.Finish && t.path.Messages > s.Path.Messages {
			s.Finish, s.Path = t.end, t.path
		}
	})
	return s
}

// finishesBefore reports whether s finishes before a time by more than rounding errors.
func (s *Schedule) finishesBefore(than float64) bool { return s.Finish < than*(1-1e-9) }

// A Path holds the number of messages on a path and the sum of their lengths in words.
type Path struct {
	Messages int `json:"messages"`
	Words    int `json:"words"`
}

func (p Path) String() string { return fmt.Sprintf("%d ts + %d tw", p.Messages, p.Words) }

// Longest returns the critical path: the sequence of dependent messages with the longest time. A message
// takes ts + tw·m with ts = 1000 tw (comm.StartupWords). It begins as soon as its dependencies at both nodes
// are complete, without waiting for ports or links. Local steps take no time. The job must have passed Check.
func (j Job) Longest() (Path, error) {
	s, err := j.Schedule(Machine{Ts: comm.StartupWords, Tw: 1, unlimitedPorts: true})
	if err != nil {
		return Path{}, err
	}
	return s.Path, nil
}
