package sim

import (
	"errors"
	"fmt"
	"math"

	"topocoll/comm"
)

// An asyncPort is the port of a node.
type asyncPort[T any] struct {
	m            *asyncMachine[T]
	rank         int
	co           coroutine
	ids, started int   // ids given so far; messages that were not reported
	done         []int // complete messages that were not reported
}

func (w *asyncPort[T]) Rank() int   { return w.rank }
func (w *asyncPort[T]) Size() int   { return len(w.m.nodes) }
func (w *asyncPort[T]) MaxTag() int { return math.MaxInt }

func (w *asyncPort[T]) StartSend(to, tag int, x []T) (int, error) {
	return w.start(to, asyncName{w.rank, to, tag}, asyncEnd[T]{w: w, sends: true, x: x})
}

func (w *asyncPort[T]) StartRecv(from, tag int, x []T) (int, error) {
	return w.start(from, asyncName{from, w.rank, tag}, asyncEnd[T]{w: w, x: x})
}

// start matches an end with the first other one of its name that is open, or leaves it open.
func (w *asyncPort[T]) start(peer int, name asyncName, e asyncEnd[T]) (int, error) {
	m := w.m
	if peer < 0 || peer >= len(m.nodes) {
		return 0, fmt.Errorf("no node %d, want 0..%d", peer, len(m.nodes)-1)
	}
	e.id = w.ids
	w.ids++
	w.started++
	open := m.open[name]
	if len(open) == 0 || open[0].sends == e.sends {
		m.open[name] = append(open, e)
		return e.id, nil
	}
	ends := [2]asyncEnd[T]{open[0], e}
	if e.sends {
		ends = [2]asyncEnd[T]{e, open[0]}
	}
	if sent, received := len(ends[0].x), len(ends[1].x); sent != received {
		return 0, fmt.Errorf("at t=%v %d sends %d words to %d, which receives %d", m.now, name.from, sent, name.to, received)
	}
	m.open[name] = open[1:]
	m.waiting = append(m.waiting, asyncMessage[T]{asyncName: name, ends: ends, ready: m.now})
	return e.id, nil
}

func (w *asyncPort[T]) WaitSome(done []int) ([]int, error) {
	if w.started == 0 {
		return done, errors.New("WaitSome: nothing was started")
	}
	if len(w.done) == 0 && w.m.err == nil {
		w.co.suspend()
	}
	if w.m.err != nil {
		return done, w.m.err
	}
	w.started -= len(w.done)
	done = append(done, w.done...)
	w.done = w.done[:0]
	return done, nil
}

func (w *asyncPort[T]) Send(to int, x []T) error {
	return w.Round([]comm.Message[T]{{Peer: to, Data: x}}, nil)
}

func (w *asyncPort[T]) Recv(from int, x []T) error {
	return w.Round(nil, []comm.Message[T]{{Peer: from, Data: x}})
}

func (w *asyncPort[T]) SendRecv(to int, out []T, from int, in []T) error {
	return w.Round([]comm.Message[T]{{Peer: to, Data: out}}, []comm.Message[T]{{Peer: from, Data: in}})
}

// Round starts all messages and waits for them.
func (w *asyncPort[T]) Round(sends, recvs []comm.Message[T]) error {
	if w.started > 0 {
		return fmt.Errorf("a step of messages while %d others are under way, want 0", w.started)
	}
	for _, msg := range sends {
		if _, err := w.StartSend(msg.Peer, -1, msg.Data); err != nil {
			return err
		}
	}
	for _, msg := range recvs {
		if _, err := w.StartRecv(msg.Peer, -1, msg.Data); err != nil {
			return err
		}
	}
	for left := len(sends) + len(recvs); left > 0; {
		done, err := w.WaitSome(nil)
		if err != nil {
			return err
		}
		left -= len(done)
	}
	return nil
}
