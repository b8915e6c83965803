package sim

// startRules determine the order in which the messages of a call may start.
type startRules struct {
	ports    Ports
	anyOrder bool // a later message may start before an earlier one (see startOutOfOrder)
}

// startsInOrder reports whether the sends of a call must start in order, and likewise its receives.
func (d *startRules) startsInOrder() bool { return d.ports != AllPort && !d.anyOrder }

// mayStart reports whether send or receive i of the current call may start: it is unmatched, its port is
// free, and the rules allow it.
func (w *port[T]) mayStart(rules *startRules, dir kind, i int) bool {
	half, other := &w.halves[dir], &w.halves[1-dir]
	if half.steps[i].matched {
		return false
	}
	switch rules.ports {
	case AllPort:
		return true
	case OnePort:
		return half.inFlight == 0 && (i == half.nextToMatch || rules.anyOrder)
	default:
		return half.inFlight+other.inFlight == 0 && (i == half.nextToMatch && w.goesFirst(dir) || rules.anyOrder)
	}
}

// goesFirst reports whether, under half duplex, the next message in direction dir goes before the next
// message in the opposite direction.
func (w *port[T]) goesFirst(dir kind) bool {
	other := &w.halves[1-dir]
	if other.nextToMatch == len(other.steps) {
		return true
	}
	late, sender := w.halfDuplexOrder(dir)
	otherLate, otherSender := w.halfDuplexOrder(1 - dir)
	if late != otherLate {
		return otherLate
	}
	return sender <= otherSender // they are equal if both messages are from the node to itself
}

// halfDuplexOrder returns the sort key of the next transfer in direction dir under half duplex. Let b be the
// lowest bit in which the labels of the sender and the receiver differ. Transfers whose sender has a 0 in bit
// b go first. Ties go to the transfer whose sender has the lower rank. Sender and receiver compute the same
// key. If all messages along a line have the same stride, nodes that send first alternate with nodes that
// receive first.
func (w *port[T]) halfDuplexOrder(dir kind) (late bool, sender int) {
	half := &w.halves[dir]
	peer := int(half.steps[half.nextToMatch].peer)
	sender = w.rank
	if dir == recvs {
		sender = peer
	}
	differ := w.rank ^ peer
	return sender&(differ&-differ) != 0, sender
}
