package sim

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"topocoll/comm"
)

// RunAsync runs bodies that start messages and wait for some of them, and returns the time in µs at which all have
// returned. A message begins when both ends were started and their ports are free; of those that wait for a port the one
// goes first whose ends were ready first, and of these the one that its sender started first. A node's sends share one port
// and its receives another one; under HalfDuplex all share one; under AllPort the messages from one node to another one share
// one. Contention is refused. Local work takes no time.
func RunAsync[T any](p int, config Config, body func(port comm.AsyncPort[T]) error) (time float64, err error) {
	base, err := newMachine[T](p, config, nil)
	if err != nil {
		return 0, err
	}
	if config.Contention {
		return 0, errors.New("sim: RunAsync: contention, want none")
	}
	m := &asyncMachine[T]{config: base.config, links: base.links, open: map[asyncName][]asyncEnd[T]{}, busy: map[[2]int]bool{}}
	for rank := range p {
		w := &asyncPort[T]{m: m, rank: rank}
		w.co.start(func() {
			if err := body(w); err != nil && m.err == nil {
				m.err = fmt.Errorf("sim: node %d: %w", rank, err)
			}
			m.over++
		})
		m.nodes, m.ready = append(m.nodes, w), append(m.ready, w)
	}
	m.run()
	err, m.err = m.err, errEnded
	for _, w := range m.nodes {
		w.co.stop()
	}
	return m.now, err
}

// An asyncMachine handles what happens in the order of time.
type asyncMachine[T any] struct {
	config  Config
	links   *links
	nodes   []*asyncPort[T]
	ready   []*asyncPort[T] // nodes to be resumed
	over    int             // nodes that have returned
	open    map[asyncName][]asyncEnd[T]
	waiting []asyncMessage[T] // have both ends
	flying  []asyncMessage[T]
	busy    map[[2]int]bool // see ports
	now     float64
	err     error
}

// An asyncName is what the two ends of a message have in common. The tag of Send, Recv and so on is -1.
type asyncName struct{ from, to, tag int }

type asyncEnd[T any] struct {
	w     *asyncPort[T]
	sends bool
	id    int
	x     []T
}

type asyncMessage[T any] struct {
	asyncName
	ends       [2]asyncEnd[T] // of the sender and of the receiver
	ready, end float64
}

// before says which of two messages that wait for a port goes first.
func (msg asyncMessage[T]) before(other asyncMessage[T]) int {
	return cmp.Or(cmp.Compare(msg.ready, other.ready), msg.ends[0].id-other.ends[0].id)
}

func (m *asyncMachine[T]) run() {
	for {
		for _, w := range m.ready {
			w.co.resume()
		}
		m.ready = m.ready[:0]
		slices.SortStableFunc(m.waiting, asyncMessage[T].before)
		m.waiting = slices.DeleteFunc(m.waiting, m.departs)
		if len(m.flying) == 0 && m.over < len(m.nodes) && m.err == nil {
			m.err = fmt.Errorf("sim: RunAsync: deadlock of %d nodes at t=%v", len(m.nodes)-m.over, m.now)
		}
		if len(m.flying) == 0 || m.err != nil {
			return
		}
		m.now = slices.MinFunc(m.flying, func(a, b asyncMessage[T]) int { return cmp.Compare(a.end, b.end) }).end
		m.flying = slices.DeleteFunc(m.flying, m.arrives)
	}
}

// ports returns the two ports of a message, which may be the same.
func (m *asyncMachine[T]) ports(n asyncName) [2][2]int {
	switch m.config.Ports {
	case OnePort:
		return [2][2]int{{n.from, -1}, {-1, n.to}}
	case HalfDuplex:
		return [2][2]int{{n.from, -1}, {n.to, -1}}
	}
	return [2][2]int{{n.from, n.to}, {n.from, n.to}}
}

// departs begins a message if its ports are free.
func (m *asyncMachine[T]) departs(msg asyncMessage[T]) bool {
	ports := m.ports(msg.asyncName)
	if m.busy[ports[0]] || m.busy[ports[1]] {
		return false
	}
	m.busy[ports[0]], m.busy[ports[1]] = true, true
	msg.end = m.now
	if words := copy(msg.ends[1].x, msg.ends[0].x); msg.from != msg.to {
		msg.end += m.config.Ts + m.config.hold(words, m.links.route(msg.from, msg.to, words))
	}
	m.flying = append(m.flying, msg)
	return true
}

// arrives completes a message if it ends now.
func (m *asyncMachine[T]) arrives(msg asyncMessage[T]) bool {
	if msg.end > m.now {
		return false
	}
	for _, port := range m.ports(msg.asyncName) {
		delete(m.busy, port)
	}
	for _, e := range msg.ends {
		if len(e.w.done) == 0 {
			m.ready = append(m.ready, e.w)
		}
		e.w.done = append(e.w.done, e.id)
	}
	return true
}
