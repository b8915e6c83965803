package local

import (
	"errors"
	"fmt"
	"runtime"

	"topocoll/internal/check"
	"topocoll/plan"
)

func (n *node[T]) MaxTag() int { return 1<<62 - 1 }

func (n *node[T]) StartSend(to, tag int, x []T) (int, error) {
	return n.start("StartSend", tag, &transfer[T]{peer: to, send: true, x: x})
}

func (n *node[T]) StartRecv(from, tag int, x []T) (int, error) {
	return n.start("StartRecv", tag, &transfer[T]{peer: from, x: x})
}

func (n *node[T]) start(call string, tag int, t *transfer[T]) (int, error) {
	if tag < 0 || tag > n.MaxTag() {
		return 0, fmt.Errorf("local: %s: tag %d, want 0..%d", call, tag, n.MaxTag())
	}
	if err := n.check(call, t); err != nil {
		return 0, err
	}
	n.ports.job.lock.Lock()
	defer n.ports.job.lock.Unlock()
	t.tag = 1 + tag
	n.post(t)
	return t.id, nil
}

func (n *node[T]) WaitSome(done []int) ([]int, error) {
	n.ports.job.lock.Lock()
	defer n.ports.job.lock.Unlock()
	if n.ids.started == 0 {
		return done, errors.New("local: WaitSome: no message is in flight")
	}
	if err := n.await(func() bool { return len(n.ids.done) > 0 }); err != nil {
		return done, err
	}
	return n.ids.reportDone(done), nil
}

// TestSome implements plan.Async. It first yields, so that other nodes can run. It fails if the peer of an
// incomplete message has returned, because the message can then never complete.
func (n *node[T]) TestSome(done []int) ([]int, error) {
	runtime.Gosched()
	n.ports.job.lock.Lock()
	defer n.ports.job.lock.Unlock()
	if len(n.ids.done) > 0 {
		return n.ids.reportDone(done), errors.Join(n.err, n.ports.job.deadlock)
	}
	return done, errors.Join(n.err, n.ports.job.deadlock, n.checkPeers())
}

// checkPeers fails if an unmatched message of n has a peer that has returned. The caller must hold the lock.
func (n *node[T]) checkPeers() error {
	for _, t := range n.posted {
		if n.ports.nodes[t.peer].hasReturned() {
			return fmt.Errorf("local: deadlock: %s", t.describeWaiting())
		}
	}
	return nil
}

func (n *node[T]) ActiveCalls() *plan.ActiveCalls[T] { return &n.calls }

// describeUnawaited returns a description of the non-blocking calls that a returned node has not completed,
// or "" if there are none.
func (n *node[T]) describeUnawaited() string {
	if calls := n.calls.Len(); n.hasReturned() && calls > 0 {
		return fmt.Sprintf("rank %d has returned without calling Wait for %s", n.rank,
			check.FormatCount(calls, "non-blocking call"))
	}
	return ""
}

var _ plan.Async[int] = (*node[int])(nil)
