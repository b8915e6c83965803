package local

import (
	"errors"

	"topocoll/plan"
)

// Ports holds the ports of some nodes of a job, for words of type T. Messages match only within one Ports
// value.
type Ports[T any] struct {
	job   *Job
	nodes []*node[T]
}

// A node is the port of one goroutine.
type node[T any] struct {
	ports   *Ports[T]
	rank    int            // rank in Ports
	jobRank int            // rank in the job
	posted  []*transfer[T] // sends and receives that are not yet matched
	sleeper
	err error

	pending int        // number of sends and receives of the current call that are not complete
	ids     messageIDs // ids of the non-blocking messages
	calls   plan.ActiveCalls[T]
}

func (n *node[T]) Rank() int { return n.rank }
func (n *node[T]) Size() int { return len(n.ports.nodes) }

// hasReturned reports whether the body function has returned on node n. The caller must hold the lock.
func (n *node[T]) hasReturned() bool { return n.ports.job.hasReturned[n.jobRank] }

// recordMatch records that a send or receive of n has been matched. The caller must hold the lock.
func (n *node[T]) recordMatch(t *transfer[T], err error) {
	n.err = errors.Join(n.err, err)
	if t.tag == 0 {
		n.pending--
	} else {
		n.ids.done = append(n.ids.done, t.id)
	}
	if n.asleep && (t.tag > 0 || n.pending == 0) {
		n.wakeUp(n.ports.job)
	}
}

// await suspends the node until done() is true, a message of n fails, or the job has a deadlock. The caller
// must hold the lock.
func (n *node[T]) await(done func() bool) error {
	j := n.ports.job
	for !done() && n.err == nil && j.deadlock == nil {
		n.sleep(j)
	}
	if n.err != nil {
		return n.err
	}
	if !done() {
		return j.deadlock
	}
	return nil
}

// messageIDs assigns ids to the non-blocking messages of a node. When WaitSome or TestSome reports an id, the
// id becomes free. Free ids are reused, so the ids stay small.
type messageIDs struct {
	started int   // number of non-blocking messages that are not yet reported
	free    []int // ids that can be reused
	done    []int // ids of completed messages that are not yet reported
}

// take returns a free id and marks it as used.
func (s *messageIDs) take() int {
	if len(s.free) == 0 {
		s.free = append(s.free, s.started)
	}
	id := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.started++
	return id
}

// reportDone appends the ids of the completed messages to `done`, and makes these ids free.
func (s *messageIDs) reportDone(done []int) []int {
	done = append(done, s.done...)
	s.free = append(s.free, s.done...)
	s.started -= len(s.done)
	s.done = s.done[:0]
	return done
}
