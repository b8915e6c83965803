package comm

import (
	"fmt"
	"slices"
)

// A nodeScheduler runs the logical nodes of one process during one call of Host.
type nodeScheduler[T any] struct {
	port         AsyncPort[T]
	process      []int // for each logical node, the rank of the process that runs it
	first        int   // lowest label of the nodes of this process
	nodes        []logicalNode[T]
	ready        []*logicalNode[T] // nodes that can proceed
	unfinished   int               // number of nodes whose body has not returned
	owners       []*logicalNode[T] // for each id of an AsyncPort message, the node that started it
	started      int               // number of AsyncPort messages that are not complete
	completedIDs []int
	err          error
}

// fail records the first error and wakes all waiting nodes. Their calls then return the error.
func (h *nodeScheduler[T]) fail(err error) {
	if h.err != nil {
		return
	}
	h.err = err
	for i := range h.nodes {
		h.wake(&h.nodes[i])
	}
}

func (h *nodeScheduler[T]) wake(n *logicalNode[T]) {
	if n.asleep {
		n.asleep = false
		h.ready = append(h.ready, n)
	}
}

// A logicalNode is the Port of a node that Host runs as a coroutine.
type logicalNode[T any] struct {
	scheduler *nodeScheduler[T]
	label     int
	resume    func() (struct{}, bool)
	yield     func(struct{}) bool
	unmatched []transfer[T] // sends and receives that are not yet matched
	pending   int           // number of sends and receives of the current call that are not complete
	asleep    bool
}

// A transfer is a send or a receive of a message between two nodes of the same process.
type transfer[T any] struct {
	node, peer int
	send       bool
	x          []T
}

func (e transfer[T]) String() string {
	if e.send {
		return fmt.Sprintf("node %d sends %d words to node %d", e.node, len(e.x), e.peer)
	}
	return fmt.Sprintf("node %d receives %d words from node %d", e.node, len(e.x), e.peer)
}

func (n *logicalNode[T]) Rank() int { return n.label }
func (n *logicalNode[T]) Size() int { return len(n.scheduler.process) }

func (n *logicalNode[T]) Send(to int, x []T) error {
	n.post("Send", to, true, x)
	return n.wait()
}

func (n *logicalNode[T]) Recv(from int, x []T) error {
	n.post("Recv", from, false, x)
	return n.wait()
}

func (n *logicalNode[T]) SendRecv(to int, out []T, from int, in []T) error {
	n.post("SendRecv", from, false, in)
	n.post("SendRecv", to, true, out)
	return n.wait()
}

func (n *logicalNode[T]) Round(sends, recvs []Message[T]) error {
	for _, msg := range recvs {
		n.post("Round", msg.Peer, false, msg.Data)
	}
	for _, msg := range sends {
		n.post("Round", msg.Peer, true, msg.Data)
	}
	return n.wait()
}

// post begins a send or a receive. On failure, it records the error that Host returns.
func (n *logicalNode[T]) post(call string, peer int, send bool, x []T) {
	h := n.scheduler
	if h.err != nil {
		return
	}
	if peer < 0 || peer >= n.Size() {
		h.fail(fmt.Errorf("comm: Host: logical node %d: %s: no node %d, want 0..%d", n.label, call, peer,
			n.Size()-1))
		return
	}
	n.pending++
	if h.process[peer] == h.process[n.label] {
		n.match(&h.nodes[peer-h.first], transfer[T]{n.label, peer, send, x})
		return
	}
	id, err := n.startMessage(h.process[peer], peer, send, x)
	if err != nil {
		h.fail(fmt.Errorf("comm: Host: logical node %d: %s: %w", n.label, call, err))
		return
	}
	for id >= len(h.owners) {
		h.owners = append(h.owners, nil)
	}
	h.owners[id] = n
	h.started++
}

// startMessage begins a message to or from a node in another process. The tag identifies the two nodes.
func (n *logicalNode[T]) startMessage(process, peer int, send bool, x []T) (id int, err error) {
	if k := n.Size(); send {
		return n.scheduler.port.StartSend(process, n.label*k+peer, x)
	} else {
		return n.scheduler.port.StartRecv(process, peer*k+n.label, x)
	}
}

// match completes e and the oldest matching transfer of the peer. If no transfer matches, e stays unmatched.
func (n *logicalNode[T]) match(peer *logicalNode[T], e transfer[T]) {
	for i, other := range peer.unmatched {
		if other.peer != n.label || other.send == e.send {
			continue
		}
		if len(e.x) != len(other.x) {
			n.scheduler.fail(fmt.Errorf("comm: Host: %v, but %v", e, other))
			return
		}
		if e.send {
			copy(other.x, e.x)
		} else {
			copy(e.x, other.x)
		}
		peer.unmatched = slices.Delete(peer.unmatched, i, i+1)
		peer.complete()
		n.complete()
		return
	}
	n.unmatched = append(n.unmatched, e)
}

// complete records that a send or receive of the node's current call is complete.
func (n *logicalNode[T]) complete() {
	if n.pending--; n.pending == 0 {
		n.scheduler.wake(n)
	}
}

// wait lets other nodes run until all sends and receives of the current call are complete.
func (n *logicalNode[T]) wait() error {
	if n.pending > 0 && n.scheduler.err == nil {
		n.asleep = true
		n.yield(struct{}{})
	}
	return n.scheduler.err
}
