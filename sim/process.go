package sim

import (
	"fmt"

	"topocoll/comm"
)

// A process is a coroutine that runs the bodies of nodes one after the other. The bodies use it as their
// comm.Port. With data, each call is executed before it returns. Without data (Config.Oblivious), a call is
// only added to the list of its node, and the body continues. When the body returns, the process is free for
// the next node, even before the messages in the list are processed.
type process[T any] struct {
	m     *machine[T]
	co    coroutine
	port  *port[T] // node whose body is running
	steps []step   // recorded steps not yet in the node's list
	data  [][]T    // data of the steps, unless the run is oblivious
}

// maxRecordedSteps is the length of a node's list at which the body waits for the machine to process the
// list. It limits the memory of a node whose body makes many calls.
const maxRecordedSteps = 64

func (b *process[T]) Rank() int { return b.port.rank }
func (b *process[T]) Size() int { return len(b.m.nodes) }

func (b *process[T]) Send(to int, x []T) error {
	return b.call("Send", []comm.Message[T]{{Peer: to, Data: x}}, nil)
}

func (b *process[T]) Recv(from int, x []T) error {
	return b.call("Recv", nil, []comm.Message[T]{{Peer: from, Data: x}})
}

func (b *process[T]) SendRecv(to int, out []T, from int, in []T) error {
	return b.call("SendRecv", []comm.Message[T]{{Peer: to, Data: out}},
		[]comm.Message[T]{{Peer: from, Data: in}})
}

func (b *process[T]) Round(out, in []comm.Message[T]) error { return b.call("Round", out, in) }

// call executes a call. In an oblivious run, it only adds the call to the list.
func (b *process[T]) call(name string, out, in []comm.Message[T]) error {
	m, w, first := b.m, b.port, len(b.steps)
	if m.interrupted() {
		b.co.suspend() // after an interruption, the coroutine is never resumed
	}
	b.addMessages(name, sends, out, first)
	b.addMessages(name, recvs, in, first)
	if c := &m.config; w.err == nil && c.Strict &&
		(c.Ports == OnePort && max(len(out), len(in)) > 1 || c.Ports == HalfDuplex && len(out)+len(in) > 1) {
		w.err = fmt.Errorf("sim: node %d: %s has %d sends and %d receives at once, more than ports=%v allows",
			w.rank, name, len(out), len(in), c.Ports)
	}
	switch {
	case m.err != nil:
		return m.err
	case w.err != nil: // drop this call; the earlier calls are still processed
		b.steps = b.steps[:first]
		if !m.config.Oblivious {
			m.err = w.err
		}
		return w.err
	case !m.config.Oblivious:
		b.moveStepsToNode()
		if !m.proceed(w) {
			b.co.suspend()
		}
	case len(b.steps) >= maxRecordedSteps:
		b.moveStepsToNode()
		b.co.suspend()
	}
	return m.err
}

// addMessages adds the sends or receives of a call to the list. `first` is the index of the call's first
// step.
func (b *process[T]) addMessages(call string, kind kind, ends []comm.Message[T], first int) {
	for _, msg := range ends {
		if w := b.port; w.err == nil && (msg.Peer < 0 || msg.Peer >= b.Size()) {
			w.err = fmt.Errorf("sim: node %d: %s: no node %d, want 0..%d", w.rank, call, msg.Peer, b.Size()-1)
		}
		b.steps = append(b.steps,
			step{kind: kind, peer: int32(msg.Peer), words: len(msg.Data), startsCall: len(b.steps) == first})
		if !b.m.config.Oblivious {
			b.data = append(b.data, msg.Data)
		}
	}
}

func (b *process[T]) moveStepsToNode() {
	w := b.port
	w.steps, w.data, w.nextStep = append(w.steps[:0], b.steps...), append(w.data[:0], b.data...), 0
	b.steps, b.data = b.steps[:0], b.data[:0]
}

// addCombineTime keeps this node busy for the time of combining the given number of words.
func (b *process[T]) addCombineTime(words int) {
	if b.m.config.Oblivious {
		b.steps = append(b.steps, step{kind: reduces, words: words, startsCall: true})
	} else {
		b.m.addCombineTime(b.port, words)
	}
}

// runBodies runs the bodies of nodes one after the other.
func (b *process[T]) runBodies() {
	m := b.m
	for m.err == nil {
		err := m.body(b)
		w := b.port
		if err != nil && w.err == nil {
			w.err = fmt.Errorf("sim: node %d: %w", w.rank, err)
		}
		b.moveStepsToNode()
		w.process, b.port = nil, nil
		m.pool.processes = append(m.pool.processes, b)
		b.co.suspend()
	}
}

// Timed returns op with a simulated cost. Each use of the operator keeps the node of p busy for Tr per word
// of an operand. If p is not a port of the simulator, Timed returns op unchanged, because op then takes real
// time.
func Timed[T any](p comm.Port[T], op comm.Op[T]) comm.Op[T] {
	node, ok := p.(*process[T])
	if !ok || node.m.config.Tr == 0 {
		return op
	}
	apply := op.Apply
	op.Apply = func(dst, a, b []T) {
		apply(dst, a, b)
		node.addCombineTime(len(dst))
	}
	return op
}
