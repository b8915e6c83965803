package comm

import "fmt"

// hosted is the Port of a logical node.
type hosted[T any] struct {
	host    *host[T]
	label   int
	resume  func() (struct{}, bool)
	yield   func(struct{}) bool
	posted  []end[T] // sends and receives that are not yet matched
	pending int      // number of sends and receives of the current call that are not complete
	asleep  bool
}

// An end is a send or a receive of a message between two nodes of the same process.
type end[T any] struct {
	node, peer int
	send       bool
	x          []T
}

func (e end[T]) String() string {
	if e.send {
		return fmt.Sprintf("node %d sends %d words to node %d", e.node, len(e.x), e.peer)
	}
	return fmt.Sprintf("node %d receives %d words from node %d", e.node, len(e.x), e.peer)
}

func (n *hosted[T]) Rank() int { return n.label }
func (n *hosted[T]) Size() int { return len(n.host.process) }

func (n *hosted[T]) Send(to int, x []T) error {
	n.post("Send", to, true, x)
	return n.wait()
}

func (n *hosted[T]) Recv(from int, x []T) error {
	n.post("Recv", from, false, x)
	return n.wait()
}

func (n *hosted[T]) SendRecv(to int, out []T, from int, in []T) error {
	n.post("SendRecv", from, false, in)
	n.post("SendRecv", to, true, out)
	return n.wait()
}

func (n *hosted[T]) Round(sends, recvs []Message[T]) error {
	for _, msg := range recvs {
		n.post("Round", msg.Peer, false, msg.Data)
	}
	for _, msg := range sends {
		n.post("Round", msg.Peer, true, msg.Data)
	}
	return n.wait()
}

// post begins a send or a receive. On failure, it records the error that Host returns.
func (n *hosted[T]) post(call string, peer int, send bool, x []T) {
	h := n.host
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
		n.match(&h.nodes[peer-h.first], end[T]{n.label, peer, send, x})
		return
	}
	id, err := n.launch(h.process[peer], peer, send, x)
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

// launch starts a send to, or a receive from, a node in a different process. The tag identifies the two
// nodes.
func (n *hosted[T]) launch(process, peer int, send bool, x []T) (id int, err error) {
	if k := n.Size(); send {
		return n.host.port.StartSend(process, n.label*k+peer, x)
	} else {
		return n.host.port.StartRecv(process, peer*k+n.label, x)
	}
}

// match completes e and the oldest matching send or receive that the peer has posted. If there is none, it
// posts e.
func (n *hosted[T]) match(peer *hosted[T], e end[T]) {
	for i, other := range peer.posted {
		if other.peer != n.label || other.send == e.send {
			continue
		}
		if len(e.x) != len(other.x) {
			n.host.fail(fmt.Errorf("comm: Host: %v, but %v", e, other))
			return
		}
		if e.send {
			copy(other.x, e.x)
		} else {
			copy(e.x, other.x)
		}
		peer.posted = append(peer.posted[:i], peer.posted[i+1:]...)
		peer.complete()
		n.complete()
		return
	}
	n.posted = append(n.posted, e)
}

// complete records that a send or receive of n's current call is complete.
func (n *hosted[T]) complete() {
	if n.pending--; n.pending == 0 {
		n.host.wake(n)
	}
}

// wait lets other nodes run until all sends and receives of the current call are complete.
func (n *hosted[T]) wait() error {
	if n.pending > 0 && n.host.err == nil {
		n.asleep = true
		n.yield(struct{}{})
	}
	return n.host.err
}
