package local

import (
	"errors"
	"fmt"

	"topocoll/comm"
	"topocoll/plan"
)

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

func (n *node[T]) Send(to int, x []T) error {
	return n.runTransfers("Send", &transfer[T]{peer: to, send: true, x: x})
}

func (n *node[T]) Recv(from int, x []T) error {
	return n.runTransfers("Recv", &transfer[T]{peer: from, x: x})
}

func (n *node[T]) SendRecv(to int, out []T, from int, in []T) error {
	return n.runTransfers("SendRecv", &transfer[T]{peer: to, send: true, x: out},
		&transfer[T]{peer: from, x: in})
}

func (n *node[T]) Round(sends, recvs []comm.Message[T]) error {
	transfers := make([]*transfer[T], 0, len(sends)+len(recvs))
	for _, msg := range recvs {
		transfers = append(transfers, &transfer[T]{peer: msg.Peer, x: msg.Data})
	}
	for _, msg := range sends {
		transfers = append(transfers, &transfer[T]{peer: msg.Peer, send: true, x: msg.Data})
	}
	return n.runTransfers("Round", transfers...)
}

// runTransfers posts the sends and receives of one call, and waits until all of them are complete.
func (n *node[T]) runTransfers(call string, transfers ...*transfer[T]) error {
	n.ports.job.lock.Lock()
	defer n.ports.job.lock.Unlock()
	n.pending = len(transfers)
	for _, t := range transfers {
		if err := n.post(call, t); err != nil {
			return err
		}
	}
	return n.await(func() bool { return n.pending == 0 })
}

func (n *node[T]) post(call string, t *transfer[T]) error {
	if t.peer < 0 || t.peer >= n.Size() {
		return fmt.Errorf("local: %s: no process %d, want 0..%d", call, t.peer, n.Size()-1)
	}
	if t.tag > 0 { // a non-blocking message
		t.id = n.ids.take()
	}
	t.node = n
	n.ports.post(t)
	return nil
}

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
