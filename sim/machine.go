package sim

import (
	"context"
	"sync/atomic"

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

// queueStart queues a node for starting unless it has been queued before.
func (m *machine[T]) queueStart(rank int) {
	if n := &m.nodes[rank]; !n.queued {
		n.queued = true
		m.ready = append(m.ready, rank)
	}
}
