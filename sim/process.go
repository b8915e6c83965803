package sim

import (
	"fmt"

	"topocoll/comm"
)

// A process runs the bodies of nodes, one after the other, in a coroutine. It is the port that a body sees. With data,
// each call is carried out before it returns. Without (Config.Oblivious), a call is only added to the list of its node,
// and the body goes on; so a process is free for the next node as soon as the list is complete, before any message.
type process[T any] struct {
	m     *machine[T]
	co    coroutine
	node  *port[T] // whose body runs
	steps []step   // that its list gets next
	data  [][]T    // their words, unless the run is oblivious
	call  string   // the call in progress
	first int      // its first step
}

// ahead is the length of a list at which a body has to wait until the machine has carried the list out. It limits the
// memory of a node whose body makes many calls.
const ahead = 64

func (b *process[T]) Rank() int { return b.node.rank }
func (b *process[T]) Size() int { return len(b.m.nodes) }

func (b *process[T]) Send(to int, x []T) error {
	b.begin("Send")
	b.add(sends, to, x)
	return b.finish(1, 0)
}

func (b *process[T]) Recv(from int, x []T) error {
	b.begin("Recv")
	b.add(recvs, from, x)
	return b.finish(0, 1)
}

func (b *process[T]) SendRecv(to int, out []T, from int, in []T) error {
	b.begin("SendRecv")
	b.add(sends, to, out)
	b.add(recvs, from, in)
	return b.finish(1, 1)
}

func (b *process[T]) Round(out, in []comm.Message[T]) error {
	b.begin("Round")
	for _, msg := range out {
		b.add(sends, msg.Peer, msg.Data)
	}
	for _, msg := range in {
		b.add(recvs, msg.Peer, msg.Data)
	}
	return b.finish(len(out), len(in))
}

func (b *process[T]) begin(call string) {
	b.call, b.first = call, len(b.steps)
}

func (b *process[T]) add(kind kind, peer int, x []T) {
	if w := b.node; w.err == nil && (peer < 0 || peer >= b.Size()) {
		w.err = fmt.Errorf("sim: node %d: %s: no node %d, want 0..%d", w.rank, b.call, peer, b.Size()-1)
	}
	b.steps = append(b.steps, step{kind: kind, peer: int32(peer), words: len(x), begins: len(b.steps) == b.first})
	if !b.m.config.Oblivious {
		b.data = append(b.data, x)
	}
}

// finish carries out the call whose ends were added, or leaves it in the list.
func (b *process[T]) finish(out, in int) error {
	m, w := b.m, b.node
	if c := &m.config; w.err == nil && c.Strict && (c.Ports == OnePort && max(out, in) > 1 || c.Ports == HalfDuplex && out+in > 1) {
		w.err = fmt.Errorf("sim: node %d: %s of %d sends and %d receives at once, more than ports=%v allows", w.rank, b.call, out, in, c.Ports)
	}
	switch {
	case m.err != nil:
		return m.err
	case w.err != nil: // the calls before it are carried out first
		b.steps = b.steps[:b.first]
		if !m.config.Oblivious {
			m.err = w.err
		}
		return w.err
	case !m.config.Oblivious:
		b.handOver()
		if !m.proceed(w) {
			b.co.suspend()
		}
	case len(b.steps) >= ahead:
		b.handOver()
		b.co.suspend()
	}
	return m.err
}

// handOver makes the steps so far the list of the node.
func (b *process[T]) handOver() {
	w := b.node
	w.steps, w.data, w.next = append(w.steps[:0], b.steps...), append(w.data[:0], b.data...), 0
	b.steps, b.data = b.steps[:0], b.data[:0]
}

// work keeps the node busy for the time of a local step.
func (b *process[T]) work(kind kind, words int) {
	if b.m.config.Oblivious {
		b.steps = append(b.steps, step{kind: kind, words: words, begins: true})
	} else {
		b.m.work(b.node, kind, words)
	}
}

// live runs the body of one node after the other.
func (b *process[T]) live() {
	m := b.m
	for m.err == nil {
		err := m.body(b)
		w := b.node
		if err != nil && w.err == nil {
			w.err = fmt.Errorf("sim: node %d: %w", w.rank, err)
		}
		b.handOver()
		w.body, b.node = nil, nil
		m.processes = append(m.processes, b)
		b.co.suspend()
	}
}
