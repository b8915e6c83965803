package sim

// A node is the state of a process that is retained even while the process is not alive.
type node[T any] struct {
	port  *port[T] // nil unless the node is alive
	now   moment
	known bool // started or queued for starting
}

// nodes is the list of the nodes of a run, indexed by rank.
type nodes[T any] []node[T]

// ends returns the ports of the sender and the receiver of a message.
func (n nodes[T]) ends(f *flight) (from, to *port[T]) { return n[f.from].port, n[f.to].port }

// deadlock returns the error that lists all waiting sends and receives.
func (n nodes[T]) deadlock() error {
	e := &DeadlockError{}
	for rank := range n {
		w := n[rank].port
		if w == nil {
			continue
		}
		e.Time = max(e.Time, n[rank].now.time, w.done.time)
		for _, lane := range w.lanes {
			for _, end := range lane.ends {
				if !end.met {
					e.Waiting = append(e.Waiting, Wait{rank, int(end.peer), end.words, end.kind == sends,
						n[end.peer].port == nil})
				}
			}
		}
	}
	return e
}

// contact queues a node for starting if it has not been started.
func (m *machine[T]) contact(rank int) {
	if n := &m.nodes[rank]; !n.known {
		n.known = true
		m.ready = append(m.ready, rank)
	}
}

// resume runs a node until it must wait or has finished.
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
	m.pool.ports = append(m.pool.ports, w)
}

// newPort returns a port for a node that is being started, and assigns a process to it.
func (m *machine[T]) newPort(rank int) *port[T] {
	w := m.pool.port()
	if w.body = m.pool.process(); w.body == nil {
		w.body = &process[T]{m: m}
		w.body.co.start(w.body.runBodies)
	}
	if !m.pool.fits(len(m.nodes), m.config) && m.err == nil {
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
	for _, b := range m.pool.processes {
		b.co.stop()
	}
}
