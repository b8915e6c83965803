package sim

import (
	"context"
	"time"

	"topocoll/comm"
)

// A machine runs the nodes. The bodies alone determine which transfers take place, and, without contention, at
// what times. So nodes need not run in the order of time: the node that became ready last runs first, and a node is
// started when another one first sends to it or receives from it. In a tree, few nodes are then alive at once. Only
// requests for links under contention are served in the order of time.
type machine[T any] struct {
	config Config
	body   func(port comm.Port[T]) error
	label  func(x []T) string
	nodes  []node[T]
	links  *links
	result Result

	contention bool // messages request their links

	ready     []int         // nodes to start or to resume, the last one first
	ports     []*port[T]    // for reuse, of nodes that have finished
	processes []*process[T] // that run no body
	alive     int           // number of ports, in use or not
	suspended int           // number of processes, in use or not
	unmatched []*port[T]    // ports whose ends have not been tried yet
	requests  requests      // transfers that request their next link, by time
	flights   []flight[T]
	spare     []int // flights free for reuse
	anyOrder  bool  // a later message of a call may go first, see relax
	finished  int
	err       error
}

// A node is the state of a process that the machine keeps, whether the process is alive or not.
type node[T any] struct {
	port  *port[T] // while it is alive
	now   moment
	known bool // started, or in the queue to be started
}

// A moment is a point in the life of a node.
type moment struct {
	time  float64
	round int32 // the same in steps
	after int32 // the transfer of the trace that led to it, plus one
}

// later merges two moments: time and rounds are kept apart, each its maximum.
func later(a, b moment) moment {
	if a.time < b.time {
		a.time, a.after = b.time, b.after
	}
	a.round = max(a.round, b.round)
	return a
}

func (m *machine[T]) run(ctx context.Context) (*Result, error) {
	defer m.stop()
	next, shown := 0, time.Now()
	for turn := 1; m.err == nil; turn++ {
		if turn%1024 == 0 {
			m.err = ctx.Err()
			shown = m.progress(shown)
		}
		switch {
		case len(m.ready) > 0:
			last := len(m.ready) - 1
			rank := m.ready[last]
			m.ready = m.ready[:last]
			m.resume(rank)
		case next < len(m.nodes):
			m.contact(next)
			next++
		case len(m.requests) > 0:
			m.fly(m.requests.pop())
		case m.finished == len(m.nodes):
			return m.results(), nil
		case !m.relax():
			m.err = m.deadlock()
		}
	}
	return nil, m.err
}

// contact queues a node to be started if it has not been started.
func (m *machine[T]) contact(rank int) {
	if n := &m.nodes[rank]; !n.known {
		n.known = true
		m.ready = append(m.ready, rank)
	}
}

// resume lets a node go on until it waits or has finished.
func (m *machine[T]) resume(rank int) {
	n := &m.nodes[rank]
	if n.port == nil {
		n.port = m.newPort(rank)
	}
	w := n.port
	if w.waits {
		w.waits, n.now = false, w.done
	}
	for m.proceed(w) && m.err == nil {
		if w.body == nil {
			m.finish(w)
			return
		}
		w.body.co.resume()
		if w.waits {
			return
		}
	}
}

// finish ends a node whose body has returned.
func (m *machine[T]) finish(w *port[T]) {
	m.err = w.err
	m.nodes[w.rank].port = nil
	m.finished++
	m.ports = append(m.ports, w)
}

func (m *machine[T]) newPort(rank int) *port[T] {
	var w *port[T]
	if last := len(m.ports) - 1; last >= 0 {
		w, m.ports = m.ports[last], m.ports[:last]
	} else {
		w = &port[T]{}
		m.alive++
	}
	if last := len(m.processes) - 1; last >= 0 {
		w.body, m.processes = m.processes[last], m.processes[:last]
	} else {
		w.body = &process[T]{m: m}
		w.body.co.start(w.body.live)
		m.suspended++
	}
	if !m.fits() && m.err == nil {
		m.err = ErrMemory
	}
	w.rank, w.body.node = rank, w
	return w
}

// stop ends the remaining coroutines.
func (m *machine[T]) stop() {
	if m.err == nil {
		m.err = errEnded
	}
	for rank := range m.nodes {
		if w := m.nodes[rank].port; w != nil && w.body != nil {
			w.body.co.stop()
		}
	}
	for _, b := range m.processes {
		b.co.stop()
	}
}

func (m *machine[T]) progress(shown time.Time) time.Time {
	every := m.config.ProgressEvery
	if every == 0 {
		every = time.Second
	}
	if m.config.Progress == nil || time.Since(shown) < every {
		return shown
	}
	m.config.Progress(Progress{Messages: m.result.Messages, Finished: m.finished, Nodes: len(m.nodes)})
	return time.Now()
}

func (m *machine[T]) results() *Result {
	for rank := range m.nodes {
		now := m.nodes[rank].now
		m.result.Nodes[rank].Time, m.result.Nodes[rank].Rounds = now.time, int(now.round)
	}
	m.result.summarise(m.links.words)
	if m.result.Trace != nil || !m.config.Oblivious {
		m.result.LinkWords = m.links.load()
	}
	if m.result.Trace != nil {
		m.result.Trace.sort()
	}
	return &m.result
}

func (m *machine[T]) deadlock() error {
	e := &DeadlockError{}
	for rank := range m.nodes {
		w := m.nodes[rank].port
		if w == nil {
			continue
		}
		e.Time = max(e.Time, m.nodes[rank].now.time, w.done.time)
		for _, lane := range w.lanes {
			for _, end := range lane.ends {
				if !end.met {
					e.Waiting = append(e.Waiting, Wait{rank, int(end.peer), end.words, end.kind == sends, m.nodes[end.peer].port == nil})
				}
			}
		}
	}
	return e
}
