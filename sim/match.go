package sim

// matchAll matches the sends and receives of the ports in m.unmatched. Except under AllPort, completeStep
// adds a port again when one of its transfers ends, because another may then start.
func (m *machine[T]) matchAll() {
	for len(m.unmatched) > 0 && m.err == nil {
		last := len(m.unmatched) - 1
		w := m.unmatched[last]
		m.unmatched = m.unmatched[:last]
		m.match(w, sends)
		m.match(w, recvs)
	}
}

// match starts all transfers of w in one direction that both the sender and the receiver may start.
func (m *machine[T]) match(w *port[T], dir kind) {
	half := &w.halves[dir]
	for i := half.nextToMatch; i < len(half.steps); i++ {
		matched := w.mayStart(&m.rules, dir, i) && m.tryStart(w, dir, i)
		if !matched && m.rules.startsInOrder() {
			return
		}
	}
}

// tryStart starts the transfer of send or receive i if the peer waits in the matching call, and reports
// whether it has started. If the peer has not been started, tryStart queues the peer for starting.
func (m *machine[T]) tryStart(w *port[T], dir kind, i int) bool {
	peer := int(w.halves[dir].steps[i].peer)
	v := m.nodes[peer].port
	if v == nil {
		m.queueStart(peer)
		return false
	}
	j, found := v.halves[1-dir].firstWaiting(w.rank)
	switch {
	case !found || !v.mayStart(&m.rules, 1-dir, j):
		return false
	case dir == sends:
		m.startTransfer(message{from: int32(w.rank), to: int32(peer), send: int32(i), recv: int32(j)})
	default:
		m.startTransfer(message{from: int32(peer), to: int32(w.rank), send: int32(j), recv: int32(i)})
	}
	return true
}

// startOutOfOrder starts one message ahead of an earlier message of the same call, and reports whether there
// is such a message. It is called only if no node can proceed otherwise.
func (m *machine[T]) startOutOfOrder() bool {
	if m.rules.ports == AllPort {
		return false
	}
	m.rules.anyOrder = true
	defer func() { m.rules.anyOrder = false }()
	for rank := range m.nodes {
		w := m.nodes[rank].port
		if w == nil {
			continue
		}
		for i := range w.halves[sends].steps {
			if w.mayStart(&m.rules, sends, i) && m.tryStart(w, sends, i) {
				m.rules.anyOrder = false
				m.matchAll()
				return true
			}
		}
	}
	return false
}
