package sim

// A discipline determines the order in which the messages of a call may start.
type discipline struct {
	ports    Ports
	anyOrder bool // a later message may start before an earlier one (see relax)
}

// takesTurns reports whether the messages of a lane must start in order.
func (d *discipline) takesTurns() bool { return d.ports != AllPort && !d.anyOrder }

// mayStart reports whether message i of a lane may start: it is unmatched, its port is free, and the
// discipline allows it.
func (w *port[T]) mayStart(order *discipline, dir kind, i int) bool {
	lane, other := &w.lanes[dir], &w.lanes[1-dir]
	if lane.ends[i].met {
		return false
	}
	switch order.ports {
	case AllPort:
		return true
	case OnePort:
		return lane.flying == 0 && (i == lane.head || order.anyOrder)
	default:
		return lane.flying+other.flying == 0 && (i == lane.head && w.goesFirst(dir) || order.anyOrder)
	}
}

// settle matches the sends and receives of the calls in m.unmatched. When a transfer of a call ends, the call
// is tried again, because a port is then free.
func (m *machine[T]) settle() {
	for len(m.unmatched) > 0 && m.err == nil {
		last := len(m.unmatched) - 1
		w := m.unmatched[last]
		m.unmatched = m.unmatched[:last]
		m.match(w, sends)
		m.match(w, recvs)
	}
}

// match starts all transfers of w in one direction that may start at both the sender and the receiver.
func (m *machine[T]) match(w *port[T], dir kind) {
	lane := &w.lanes[dir]
	for i := lane.head; i < len(lane.ends); i++ {
		met := w.mayStart(&m.order, dir, i) && m.pair(w, dir, i)
		if !met && m.order.takesTurns() {
			return
		}
	}
}

// goesFirst reports whether, under half duplex, the next message of this lane goes before the next message of
// the other lane.
func (w *port[T]) goesFirst(dir kind) bool {
	other := &w.lanes[1-dir]
	if other.head == len(other.ends) {
		return true
	}
	late, sender := w.turn(dir)
	otherLate, otherSender := w.turn(1 - dir)
	if late != otherLate {
		return otherLate
	}
	return sender < otherSender
}

// turn orders the transfers of a half-duplex machine. Transfers whose sender has a 0 in the lowest bit in
// which it differs from the receiver go first. If this rule does not decide, the transfer with the lower
// sender goes first. The sender and the receiver of a transfer use the same order. If all messages along a
// line have the same stride, nodes that send first alternate with nodes that receive first.
func (w *port[T]) turn(dir kind) (late bool, sender int) {
	lane := &w.lanes[dir]
	peer := int(lane.ends[lane.head].peer)
	sender = w.rank
	if dir == recvs {
		sender = peer
	}
	differ := w.rank ^ peer
	return sender&(differ&-differ) != 0, sender
}

// pair starts the transfer of message i of a lane if the peer waits in the matching call. It reports whether
// it has started the transfer. If the peer has not been started, pair queues the peer for starting.
func (m *machine[T]) pair(w *port[T], dir kind, i int) bool {
	peer := int(w.lanes[dir].ends[i].peer)
	v := m.nodes[peer].port
	if v == nil {
		m.contact(peer)
		return false
	}
	j, found := v.lanes[1-dir].firstWaiting(w.rank)
	switch {
	case !found || !v.mayStart(&m.order, 1-dir, j):
		return false
	case dir == sends:
		m.depart(flight{from: int32(w.rank), to: int32(peer), send: int32(i), recv: int32(j)})
	default:
		m.depart(flight{from: int32(peer), to: int32(w.rank), send: int32(j), recv: int32(i)})
	}
	return true
}

// relax starts one message ahead of an earlier message of the same call. It is called only if no node can
// proceed otherwise. It reports whether it found such a message.
func (m *machine[T]) relax() bool {
	if m.order.ports == AllPort {
		return false
	}
	m.order.anyOrder = true
	defer func() { m.order.anyOrder = false }()
	for rank := range m.nodes {
		w := m.nodes[rank].port
		if w == nil {
			continue
		}
		for i := range w.lanes[sends].ends {
			if w.mayStart(&m.order, sends, i) && m.pair(w, sends, i) {
				m.order.anyOrder = false
				m.settle()
				return true
			}
		}
	}
	return false
}
