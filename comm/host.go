package comm

import (
	"fmt"
	"iter"
	"strings"
)

// Host runs body on k logical nodes, shared out over the p processes of port in nearly equal runs of
// labels: the first k mod p processes have one more. Every process calls it with the same k; where
// k < p some have no node and return at once.
//
// The nodes of a process are coroutines on its thread. A message between two of them is a copy when both
// ends have been called; any other is a started message of port with the logical pair as its tag. So
// messages match in order between every pair, sends may wait, and a process waits only when none of its
// nodes can go on.
//
// The first error, of a body or of the machine, ends every later call of the nodes here and is
// returned; port must not be used after it, and other processes learn of it from the machine (local
// reports a deadlock, under MPI the job is aborted). Nodes that wait for each other for ever are an error
// that names them. k² tags are needed when p > 1.
//
// Logical and physical processors, between sections 3.2 and 3.4 of the notes (1st ed.): n = 100 000 words on
// k = 500 logical processors on p = 10 physical ones.
func Host[T any](port AsyncPort[T], k int, body func(port Port[T]) error) error {
	p, me := port.Size(), port.Rank()
	if k < 1 {
		return Refuse("comm: Host: %d logical nodes, want 1 or more", k)
	}
	if p > 1 && k*k-1 > port.MaxTag() {
		return Refuse("comm: Host: %d logical nodes need the tags 0..%d, the machine has 0..%d", k, k*k-1, port.MaxTag())
	}
	h := &host[T]{port: port, process: make([]int, k)}
	shares := SplitBlocks(p, k)
	for rank := range p {
		for v := shares.Start(rank); v < shares.Start(rank+1); v++ {
			h.process[v] = rank
		}
	}
	h.first = shares.Start(me)
	h.nodes = make([]hosted[T], shares.Len(me))
	for i := range h.nodes {
		h.start(&h.nodes[i], h.first+i, body)
	}
	return h.run()
}

// host is one process of Host with its nodes.
type host[T any] struct {
	port    AsyncPort[T]
	process []int // of each logical node
	first   int   // the lowest label here
	nodes   []hosted[T]
	ready   []*hosted[T] // can go on
	live    int          // nodes whose body has not returned
	flights []*hosted[T] // whose message each started id is
	started int
	done    []int
	err     error
}

func (h *host[T]) start(n *hosted[T], label int, body func(port Port[T]) error) {
	n.host, n.label = h, label
	n.resume, _ = iter.Pull(func(yield func(struct{}) bool) {
		n.yield = yield
		err := body(n)
		h.live--
		if err != nil {
			h.fail(fmt.Errorf("comm: Host: logical node %d: %w", label, err))
		}
	})
	h.live++
	h.ready = append(h.ready, n)
}

func (h *host[T]) run() error {
	for h.live > 0 {
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

// wait lets started messages complete: no node can go on without.
func (h *host[T]) wait() {
	if h.started == 0 {
		h.fail(fmt.Errorf("comm: Host: deadlock: %s", h.waiting()))
		return
	}
	done, err := h.port.WaitSome(h.done[:0])
	h.done = done
	h.started -= len(done)
	for _, id := range done {
		h.flights[id].complete()
	}
	if err != nil {
		h.fail(fmt.Errorf("comm: Host: process %d: %w", h.port.Rank(), err))
	}
}

// fail keeps the first error and lets every waiting node have it.
func (h *host[T]) fail(err error) {
	if h.err != nil {
		return
	}
	h.err = err
	for i := range h.nodes {
		h.rouse(&h.nodes[i])
	}
}

// rouse puts a node that waits among those that can go on.
func (h *host[T]) rouse(n *hosted[T]) {
	if n.asleep {
		n.asleep = false
		h.ready = append(h.ready, n)
	}
}

// waiting tells who waits for whom.
func (h *host[T]) waiting() string {
	var who []string
	for i := range h.nodes {
		for _, e := range h.nodes[i].posted {
			who = append(who, e.String())
		}
	}
	return strings.Join(who, "; ")
}
