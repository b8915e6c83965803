package comm

import (
	"fmt"
	"iter"
	"strings"
)

// Host runs body on k logical nodes. They are distributed over the p processes of port in contiguous ranges
// of labels. The first k mod p processes have one node more than the other processes. Every process must call
// Host with the same k. If k < p, Host returns immediately on processes without a node.
//
// The nodes of a process are coroutines on its thread. A message between two nodes of a process is copied as
// soon as both nodes have made their calls. Any other message is started on port, with a tag that identifies
// the pair of nodes. Messages between any two nodes therefore match in order. A send may wait for its
// receive, and a process waits only if none of its nodes can proceed.
//
// Host returns the first error of a body or of the machine. Every later call of the nodes of this process
// returns the same error, and port must not be used any more. The other processes fail too: package local
// reports a deadlock, and under MPI the job is aborted. If the nodes of a process deadlock, the error names
// the nodes. If p > 1, Host needs k² tags.
//
// Source: logical and physical processors, between sections 3.2 and 3.4 (1st ed.). The example there has
// n = 100 000 words, k = 500 logical processors and p = 10 physical processors.
func Host[T any](port AsyncPort[T], k int, body func(port Port[T]) error) error {
	p, me := port.Size(), port.Rank()
	if k < 1 {
		return Refuse("comm: Host: %d logical nodes, want 1 or more", k)
	}
	if p > 1 && k*k-1 > port.MaxTag() {
		return Refuse("comm: Host: %d logical nodes need the tags 0..%d, but the machine has only 0..%d", k,
			k*k-1, port.MaxTag())
	}
	h := &nodeScheduler[T]{port: port, process: make([]int, k)}
	ranges := SplitBlocks(p, k)
	for rank := range p {
		for v := ranges.Start(rank); v < ranges.Start(rank+1); v++ {
			h.process[v] = rank
		}
	}
	h.first = ranges.Start(me)
	h.nodes = make([]logicalNode[T], ranges.Len(me))
	for i := range h.nodes {
		h.start(&h.nodes[i], h.first+i, body)
	}
	return h.run()
}

func (h *nodeScheduler[T]) start(n *logicalNode[T], label int, body func(port Port[T]) error) {
	n.scheduler, n.label = h, label
	n.resume, _ = iter.Pull(func(yield func(struct{}) bool) {
		n.yield = yield
		err := body(n)
		h.unfinished--
		if err != nil {
			h.fail(fmt.Errorf("comm: Host: logical node %d: %w", label, err))
		}
	})
	h.unfinished++
	h.ready = append(h.ready, n)
}

func (h *nodeScheduler[T]) run() error {
	for h.unfinished > 0 {
		last := len(h.ready) - 1
		if last < 0 {
			h.wait()
			continue
		}
		n := h.ready[last]
		h.ready = h.ready[:last]
		n.resume()
	}
	return h.err
}

// wait waits for messages of the AsyncPort when no node can proceed.
func (h *nodeScheduler[T]) wait() {
	if h.started == 0 {
		h.fail(fmt.Errorf("comm: Host: deadlock: %s", h.describeWaiting()))
		return
	}
	done, err := h.port.WaitSome(h.completedIDs[:0])
	h.completedIDs = done
	h.started -= len(done)
	for _, id := range done {
		h.owners[id].complete()
	}
	if err != nil {
		h.fail(fmt.Errorf("comm: Host: process %d: %w", h.port.Rank(), err))
	}
}

func (h *nodeScheduler[T]) describeWaiting() string {
	var waits []string
	for i := range h.nodes {
		for _, e := range h.nodes[i].unmatched {
			waits = append(waits, e.String())
		}
	}
	return strings.Join(waits, "; ")
}
