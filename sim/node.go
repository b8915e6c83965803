package sim

// A node is the permanent state of one of the p processes, retained even while the process is not alive.
type node[T any] struct {
	port  *port[T] // nil unless the node is alive
	now   moment
	known bool // started, or queued to be started
}

// contact queues a node to be started if it has not been started.
func (m *machine[T]) contact(rank int) {
	if n := &m.nodes[rank]; !n.known {
		n.known = true
		m.ready = append(m.ready, rank)
	}
}

// resume runs a node until it waits or has finished.
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
		w.body.co.start(w.body.runBodies)
		m.stacks++
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
