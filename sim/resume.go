package sim

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

// proceed processes the steps in the list, and reports whether it has reached the end of the list. If it has
// not, the node waits in a call.
func (m *machine[T]) proceed(w *port[T]) bool {
	for w.nextStep < len(w.steps) && m.err == nil {
		if s := w.steps[w.nextStep]; s.kind == reduces {
			m.addCombineTime(w, s.words)
			w.nextStep++
			continue
		}
		w.beginCall(m.nodes[w.rank].now)
		m.unmatched = append(m.unmatched, w)
		m.matchAll()
		if w.incomplete > 0 && m.err == nil {
			w.waiting = true
			return false
		}
		m.nodes[w.rank].now = w.lastCompletion
	}
	return true
}

// addCombineTime keeps a node busy for the time of combining the given number of words.
func (m *machine[T]) addCombineTime(w *port[T], words int) {
	m.nodes[w.rank].now.time += m.config.Tr * float64(words)
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
