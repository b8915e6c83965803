package local

import (
	"fmt"

	"topocoll/comm"
)

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

// runTransfers posts the sends and receives of one call, and waits until all of them are complete. Meanwhile
// it makes progress on the active calls of the node.
func (n *node[T]) runTransfers(call string, transfers ...*transfer[T]) error {
	n.ports.job.lock.Lock()
	defer n.ports.job.lock.Unlock()
	for _, t := range transfers {
		if err := n.check(call, t); err != nil {
			return err
		}
	}
	n.pending = len(transfers)
	for _, t := range transfers {
		n.post(t)
	}
	for n.calls.Len() > 0 && n.pending > 0 {
		if err := n.await(func() bool { return n.pending == 0 || len(n.ids.done) > 0 }); err != nil {
			return err
		}
		if len(n.ids.done) > 0 {
			n.ports.job.lock.Unlock() // Advance acquires it
			n.calls.Advance(n.WaitSome)
			n.ports.job.lock.Lock()
		}
	}
	return n.await(func() bool { return n.pending == 0 })
}

// check returns an error if the peer of a transfer does not exist.
func (n *node[T]) check(call string, t *transfer[T]) error {
	if t.peer < 0 || t.peer >= n.Size() {
		return fmt.Errorf("local: %s: no process %d, want 0..%d", call, t.peer, n.Size()-1)
	}
	return nil
}

func (n *node[T]) post(t *transfer[T]) {
	if t.tag > 0 { // a non-blocking message
		t.id = n.ids.take()
	}
	t.node = n
	n.ports.post(t)
}
