package sim

import (
	"context"
	"sync/atomic"
	"time"

	"topocoll/comm"
)

// A machine runs the nodes. The bodies alone determine which transfers take place, and, without contention, at
// what times. So nodes need not run in the order of time: the node that became ready last runs first, and a node is
// started when another one first sends to it or receives from it. In a tree, few nodes are then alive at once. Only
// requests for links under contention are served in the order of time.
//
// A node is a list of steps and a place in it. Its process fills the list: with one call at a time, whose words the body
// then gets, or, if the run is oblivious, with all of them at once.
type machine[T any] struct {
	config Config
	body   func(port comm.Port[T]) error
	label  func(x []T) string
	nodes  []node[T]
	links  *links
	result Result

	contention bool // messages request their links

	ready     []int         // nodes to start or to resume, the last one first
	ports     []*port[T]    // for reuse, of nodes that have finished
	processes []*process[T] // that run no body
	alive     int           // ports made: the most nodes that have been alive at once
	stacks    int           // processes made, each with a stack
	unmatched []*port[T]    // ports whose ends have not been tried yet
	requests  requests      // transfers that request links, by time; of those in the queue of a link its first
	flights   []flight
	paths     [][]int32 // of the flights, under SF
	spare     []int32   // flights free for reuse
	anyOrder  bool      // a later message of a call may go first, see relax
	finished  int
	err       error

	ctx       context.Context
	cancelled atomic.Bool // ctx is; the flag is cheap enough to be read for every message
}

// A moment is a point in the life of a node.
type moment struct {
	time  float64
	round int32 // the same in rounds
}

// later merges two moments: time and rounds are kept apart, each its maximum.
func later(a, b moment) moment { return moment{max(a.time, b.time), max(a.round, b.round)} }

func (m *machine[T]) run(ctx context.Context) (*Result, error) {
	m.ctx = ctx
	m.cancelled.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { m.cancelled.Store(true) })()
	defer m.stop()
	next, shown := 0, time.Now()
	for turn := 1; m.err == nil && !m.interrupted(); turn++ {
		if turn%1024 == 0 {
			shown = m.progress(shown)
		}
		switch {
		case len(m.ready) > 0:
			last := len(m.ready) - 1
			rank := m.ready[last]
			m.ready = m.ready[:last]
			m.resume(rank)
		case next < len(m.nodes):
			m.contact(next)
			next++
		case len(m.requests.heap) > 0:
			m.serve(m.requests.pop())
		case m.finished == len(m.nodes):
			return m.results(), nil
		case !m.relax():
			m.err = m.deadlock()
		}
	}
	return nil, m.err
}

// interrupted reports whether the context has ended the run, and makes that its error.
func (m *machine[T]) interrupted() bool {
	if !m.cancelled.Load() {
		return false
	}
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	return true
}

func (m *machine[T]) progress(shown time.Time) time.Time {
	every := m.config.ProgressEvery
	if every == 0 {
		every = time.Second
	}
	if m.config.Progress == nil || time.Since(shown) < every {
		return shown
	}
	m.config.Progress(Progress{Messages: m.result.Messages, Finished: m.finished, Nodes: len(m.nodes)})
	return time.Now()
}

func (m *machine[T]) results() *Result {
	for rank := range m.nodes {
		now := m.nodes[rank].now
		m.result.Nodes[rank].Time, m.result.Nodes[rank].Rounds = now.time, int(now.round)
	}
	m.result.summarise(m.links.words)
	if m.result.Trace != nil || !m.config.Oblivious {
		m.result.LinkWords = m.links.load()
	}
	if m.result.Trace != nil {
		m.result.Trace.sort()
	}
	return &m.result
}

func (m *machine[T]) deadlock() error {
	e := &DeadlockError{}
	for rank := range m.nodes {
		w := m.nodes[rank].port
		if w == nil {
			continue
		}
		e.Time = max(e.Time, m.nodes[rank].now.time, w.done.time)
		for _, lane := range w.lanes {
			for _, end := range lane.ends {
				if !end.met {
					e.Waiting = append(e.Waiting, Wait{rank, int(end.peer), end.words, end.kind == sends, m.nodes[end.peer].port == nil})
				}
			}
		}
	}
	return e
}
