package sim

// A node holds the part of a simulated node's state that exists during the whole run. The simulated node is
// alive from its start until its body has returned and all its steps are processed. While it is alive, the
// rest of its state is in a port.
type node[T any] struct {
	port   *port[T] // nil unless the node is alive
	now    moment
	queued bool // started or queued for starting
}

// nodes lists the nodes of a run, indexed by rank.
type nodes[T any] []node[T]

func (n nodes[T]) portsOf(f *message) (from, to *port[T]) { return n[f.from].port, n[f.to].port }

// deadlock returns the error that lists all waiting sends and receives.
func (n nodes[T]) deadlock() error {
	e := &DeadlockError{}
	for rank := range n {
		w := n[rank].port
		if w == nil {
			continue
		}
		e.Time = max(e.Time, n[rank].now.time, w.lastCompletion.time)
		for _, half := range w.halves {
			for _, end := range half.steps {
				if !end.matched {
					e.Waiting = append(e.Waiting, Wait{rank, int(end.peer), end.words, end.kind == sends,
						n[end.peer].port == nil})
				}
			}
		}
	}
	return e
}

// queueStart queues a node for starting unless it has been queued before.
func (m *machine[T]) queueStart(rank int) {
	if n := &m.nodes[rank]; !n.queued {
		n.queued = true
		m.ready = append(m.ready, rank)
	}
}

// resumeNode starts or continues a node, until it must wait or has finished.
func (m *machine[T]) resumeNode(rank int) {
	n := &m.nodes[rank]
	if n.port == nil {
		n.port = m.newPort(rank)
	}
	w := n.port
	if w.waiting {
		w.waiting, n.now = false, w.lastCompletion
	}
	for m.proceed(w) && m.err == nil {
		if w.process == nil {
			m.finish(w)
			return
		}
		w.process.co.resume()
		if w.waiting {
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

// newPort returns a port for a node that is about to start, and assigns a process to the port.
func (m *machine[T]) newPort(rank int) *port[T] {
	w := m.pool.port()
	if w.process = m.pool.process(); w.process == nil {
		w.process = &process[T]{m: m}
		w.process.co.start(w.process.runBodies)
	}
	if !m.pool.fitsMemoryLimit(len(m.nodes), m.config) && m.err == nil {
		m.err = ErrMemory
	}
	w.rank, w.process.port = rank, w
	return w
}

func (m *machine[T]) stopCoroutines() {
	if m.err == nil {
		m.err = errEnded
	}
	for rank := range m.nodes {
		if w := m.nodes[rank].port; w != nil && w.process != nil {
			w.process.co.stop()
		}
	}
	for _, b := range m.pool.processes {
		b.co.stop()
	}
}
