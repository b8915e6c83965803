package sim

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"topocoll/comm"
)

// A machine runs the bodies of all nodes in virtual time. The bodies alone determine the transfers and,
// without contention, their times. Nodes therefore need not run in order of time. The node that became ready
// last runs first, and a node is started when another node first sends to it or receives from it. In a tree
// algorithm, therefore, only a few nodes are alive at the same time. Only requests for links under contention
// are served in order of time.
//
// Every live node has a list of steps, which its process fills. In an oblivious run, the process adds many
// calls at a time. In any other run, it adds one call at a time, because the body needs the received words.
type machine[T any] struct {
	config Config
	body   func(port comm.Port[T]) error
	label  func(x []T) string
	nodes  nodes[T]
	links  *links
	result Result

	ready     []int      // nodes to start or to resume, used as a stack
	unmatched []*port[T] // ports with sends or receives that matchAll must try
	rules     startRules
	arbiter   *arbiter // for messages that must request their links; nil without contention
	pool      pool[T]
	finished  int
	err       error

	ctx       context.Context
	cancelled atomic.Bool // set when ctx is done; a flag is cheaper to check for every message than ctx
}

// A moment is a point in time, in µs and in rounds.
type moment struct {
	time  float64
	round int32 // number of rounds completed at this moment
}

// maxMoment returns a moment with the maximum time and the maximum round of `a` and `b`.
func maxMoment(a, b moment) moment { return moment{max(a.time, b.time), max(a.round, b.round)} }

func (m *machine[T]) run(ctx context.Context) (*Result, error) {
	m.ctx = ctx
	m.cancelled.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { m.cancelled.Store(true) })()
	defer m.stopCoroutines()
	next, shown := 0, time.Now()
	for turn := 1; m.err == nil && !m.interrupted(); turn++ {
		if turn%1024 == 0 {
			shown = m.reportProgress(shown)
		}
		switch {
		case len(m.ready) > 0:
			last := len(m.ready) - 1
			rank := m.ready[last]
			m.ready = m.ready[:last]
			m.resumeNode(rank)
		case next < len(m.nodes):
			m.queueStart(next)
			next++
		case m.arbiter != nil && len(m.arbiter.requests.heap) > 0:
			if f, end := m.arbiter.serve(); f != nil {
				m.endTransfer(f, end)
				m.matchAll()
			}
		case m.finished == len(m.nodes):
			return m.results(), nil
		case !m.startOutOfOrder():
			m.err = m.nodes.deadlock()
		}
	}
	return nil, m.err
}

// interrupted reports whether the context has ended the run. If so, it records the error of the context.
func (m *machine[T]) interrupted() bool {
	if !m.cancelled.Load() {
		return false
	}
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	return true
}

func (m *machine[T]) reportProgress(shown time.Time) time.Time {
	reports := m.config.Progress
	if reports.Report == nil || time.Since(shown) < cmp.Or(reports.Interval, time.Second) {
		return shown
	}
	reports.Report(Progress{Messages: m.result.Messages, Finished: m.finished, Nodes: len(m.nodes)})
	return time.Now()
}

func (m *machine[T]) results() *Result {
	for rank := range m.nodes {
		now := m.nodes[rank].now
		m.result.Nodes[rank].Time, m.result.Nodes[rank].Rounds = now.time, int(now.round)
	}
	m.result.summarise(m.links.words)
	if m.result.Trace != nil || !m.config.Oblivious {
		m.result.LinkWords = m.links.wordsPerLink()
	}
	if m.result.Trace != nil {
		m.result.Trace.sort()
	}
	return &m.result
}
