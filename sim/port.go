package sim

import (
	"fmt"

	"topocoll/comm"
)

// A port is the port of one live process. When that process has returned, the port is reused for another one.
type port[T any] struct {
	m     *machine[T]
	rank  int
	co    coroutine
	lanes [2]lane[T] // of the current call: its sends, its receives
	done  moment     // completion of the latest end of the call so far
	left  int        // ends that are not complete
	waits bool       // suspended in the call
}

// A lane is the ends of a call in one direction. Under one-port and half duplex they take turns.
type lane[T any] struct {
	ends   []end[T]
	head   int       // the ends before it are complete
	flying int       // transfers in progress
	free   moment    // when the port was last free
	single [1]end[T] // room for the ends of the usual call
}

// An end is a send or a receive that waits for its peer or has been matched with it.
type end[T any] struct {
	peer int
	x    []T
	met  bool
}

// The two directions of a port.
const (
	sends = iota
	recvs
)

func (w *port[T]) Rank() int { return w.rank }
func (w *port[T]) Size() int { return len(w.m.nodes) }

func (w *port[T]) Send(to int, x []T) error {
	w.begin()
	w.add(sends, to, x)
	return w.finish("Send")
}

func (w *port[T]) Recv(from int, x []T) error {
	w.begin()
	w.add(recvs, from, x)
	return w.finish("Recv")
}

func (w *port[T]) SendRecv(to int, out []T, from int, in []T) error {
	w.begin()
	w.add(sends, to, out)
	w.add(recvs, from, in)
	return w.finish("SendRecv")
}

func (w *port[T]) Round(out, in []comm.Message[T]) error {
	w.begin()
	for _, msg := range out {
		w.add(sends, msg.Peer, msg.Data)
	}
	for _, msg := range in {
		w.add(recvs, msg.Peer, msg.Data)
	}
	return w.finish("Round")
}

func (w *port[T]) begin() {
	now := w.m.nodes[w.rank].now
	for dir := range w.lanes {
		lane := &w.lanes[dir]
		lane.ends, lane.head, lane.free = lane.ends[:0], 0, now
	}
	w.done, w.left = now, 0
}

func (w *port[T]) add(dir, peer int, x []T) {
	w.lanes[dir].ends = append(w.lanes[dir].ends, end[T]{peer: peer, x: x})
	w.left++
}

// finish performs the call whose ends were added.
func (w *port[T]) finish(call string) error {
	m := w.m
	if m.err == nil {
		m.err = w.check(call)
	}
	if m.err != nil {
		return m.err
	}
	m.unmatched = append(m.unmatched, w)
	m.settle()
	if w.left > 0 && m.err == nil {
		w.waits = true
		w.co.suspend()
		w.waits = false
	}
	m.nodes[w.rank].now = w.done
	return m.err
}

// check refuses peers that do not exist and, on a strict machine, more messages than ports.
func (w *port[T]) check(call string) error {
	for dir := range w.lanes {
		for _, e := range w.lanes[dir].ends {
			if e.peer < 0 || e.peer >= w.Size() {
				return fmt.Errorf("sim: node %d: %s: no node %d, want 0..%d", w.rank, call, e.peer, w.Size()-1)
			}
		}
	}
	out, in := len(w.lanes[sends].ends), len(w.lanes[recvs].ends)
	if c := &w.m.config; c.Strict && (c.Ports == OnePort && max(out, in) > 1 || c.Ports == HalfDuplex && out+in > 1) {
		return fmt.Errorf("sim: node %d: %s of %d sends and %d receives at once, more than ports=%v allows", w.rank, call, out, in, c.Ports)
	}
	return nil
}
