package sim

import (
	"context"
	"sync/atomic"
	"time"

	"topocoll/comm"
)

// A machine runs the nodes. The bodies alone determine the transfers. Without contention, they also determine
// the times of the transfers. Nodes therefore need not run in order of time. The node that became ready last
// runs first, and a node is started when a different node first sends to it or receives from it. In a tree
// algorithm, therefore, only a few nodes are alive at the same time. Only requests for links under contention
// are served in order of time.
//
// A node consists of a list of steps and a position in this list. Its process fills the list. In an oblivious
// run, the process adds many calls at a time. Otherwise it adds one call at a time, because the body needs
// the received words before it continues.
type machine[T any] struct {
	config Config
	body   func(port comm.Port[T]) error
	label  func(x []T) string
	nodes  nodes[T]
	links  *links
	result Result

	ready     []int      // nodes to start or to resume, used as a stack
	unmatched []*port[T] // ports with sends or receives that match has not tried yet
	order     discipline
	arbiter   *arbiter // for messages that must request their links; nil without contention
	pool      pool[T]
	finished  int
	err       error

	ctx       context.Context
	cancelled atomic.Bool // set when ctx is done, because a flag is cheaper to check for every message
}

// A moment is a point in time, in µs and in rounds.
type moment struct {
	time  float64
	round int32 // number of rounds completed at this moment
}

// maxMoment returns a moment with the maximum time and the maximum round of a and b.
func maxMoment(a, b moment) moment { return moment{max(a.time, b.time), max(a.round, b.round)} }

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
		case m.arbiter != nil && len(m.arbiter.requests.heap) > 0:
			if f, end := m.arbiter.serve(); f != nil {
				m.land(f, end)
				m.settle()
			}
		case m.finished == len(m.nodes):
			return m.results(), nil
		case !m.relax():
			m.err = m.nodes.deadlock()
		}
	}
	return nil, m.err
}

// interrupted reports whether the context has ended the run. If it has, interrupted records the context's
// error.
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
