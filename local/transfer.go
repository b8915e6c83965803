package local

import (
	"fmt"
	"slices"

	"topocoll/internal/check"
)

// A transfer is a send or a receive of a node. It is complete when it matches a transfer of its peer.
type transfer[T any] struct {
	node *node[T]
	peer int
	tag  int // 0 for blocking calls; 1 + the caller's tag for non-blocking messages
	send bool
	x    []T
	id   int
}

func (t *transfer[T]) String() string {
	words := check.FormatCount(len(t.x), "word")
	if t.send {
		return fmt.Sprintf("rank %d sends %s to rank %d", t.node.rank, words, t.peer)
	}
	return fmt.Sprintf("rank %d receives %s from rank %d", t.node.rank, words, t.peer)
}

// describeWaiting returns a description of an unmatched transfer. The caller must hold the lock.
func (t *transfer[T]) describeWaiting() string {
	if t.node.ports.nodes[t.peer].hasReturned() {
		return t.String() + ", which has returned"
	}
	return t.String()
}

// matches reports whether t and u are the send and the receive of one message.
func (t *transfer[T]) matches(u *transfer[T]) bool {
	return t.send != u.send && t.tag == u.tag && t.peer == u.node.rank && u.peer == t.node.rank
}

// post completes t and the oldest matching transfer of its peer. If no transfer matches, t stays unmatched.
func (p *Ports[T]) post(t *transfer[T]) {
	peer := p.nodes[t.peer]
	for i, u := range peer.posted {
		if t.matches(u) {
			peer.posted = slices.Delete(peer.posted, i, i+1)
			complete(t, u)
			return
		}
	}
	t.node.posted = append(t.node.posted, t)
}

func complete[T any](t, u *transfer[T]) {
	from, to := t, u
	if u.send {
		from, to = u, t
	}
	var err error
	if len(from.x) != len(to.x) {
		err = &check.LengthError{Call: "local", Fact: fmt.Sprintf("%v, but %v", from, to)}
	} else {
		copy(to.x, from.x)
	}
	t.node.recordMatch(t, err)
	u.node.recordMatch(u, err)
}
