package sim

import "fmt"

// A flight is a message whose send and receive have been matched.
type flight struct {
	from, to   int32 // ranks of the sender and the receiver
	send, recv int32 // indices of the send and the receive in their lanes
	start      moment
	words      int
	hop        int32 // number of links crossed so far
	transfer   int32 // index in Trace.Transfers, plus one
}

// depart starts a message. Without contention, it also completes the message.
func (m *machine[T]) depart(f flight) {
	if m.interrupted() {
		return
	}
	from, to := m.nodes.ends(&f)
	out, in := &from.lanes[sends].ends[f.send], &to.lanes[recvs].ends[f.recv]
	f.start = maxMoment(from.lanes[sends].free, to.lanes[recvs].free)
	f.words = out.words
	if f.words != in.words {
		m.err = fmt.Errorf("sim: at t=%v, node %d sends %d words to node %d, which receives %d words "+
			"from node %d", f.start.time, f.from, f.words, f.to, in.words, f.from)
		return
	}
	x := from.moveWords(&f, to)
	out.met, in.met = true, true
	from.lanes[sends].flying++
	to.lanes[recvs].flying++
	if f.from == f.to { // a local copy
		m.arrive(&f, f.start)
		return
	}
	path := m.links.route(int(f.from), int(f.to), f.words)
	if err := m.result.count(&f); err != nil && m.err == nil {
		m.err = err
	}
	if f.transfer = m.result.Trace.add(&f, path); f.transfer > 0 && m.label != nil {
		m.result.Trace.Transfers[f.transfer-1].Label = m.label(x)
	}
	if m.arbiter != nil {
		m.arbiter.request(f, path)
		return
	}
	if !m.links.useAlone(path, f.words, f.start.time) {
		m.err = errShared
		return
	}
	m.result.Trace.setTaken(&f, path, f.start.time+m.config.Ts)
	m.land(&f, f.start.time+m.config.Ts+m.config.linkTime(f.words, path))
}

// moveWords copies the words of a message to the receiver and returns them.
func (w *port[T]) moveWords(f *flight, to *port[T]) []T {
	if len(w.data) == 0 { // oblivious run: there is no data
		return make([]T, f.words)
	}
	x := w.data[w.lanes[sends].first+int(f.send)]
	copy(to.data[to.lanes[recvs].first+int(f.recv)], x)
	return x
}

// land completes a message whose transfer ends at the given time.
func (m *machine[T]) land(f *flight, time float64) {
	if f.transfer > 0 {
		m.result.Trace.Transfers[f.transfer-1].End = time
	}
	m.arrive(f, moment{time, f.start.round + 1})
}

// arrive completes the send and the receive of a message.
func (m *machine[T]) arrive(f *flight, end moment) {
	from, to := m.nodes.ends(f)
	m.complete(from, sends, end)
	m.complete(to, recvs, end)
}

func (m *machine[T]) complete(w *port[T], dir kind, end moment) {
	lane := &w.lanes[dir]
	lane.flying--
	for lane.head < len(lane.ends) && lane.ends[lane.head].met {
		lane.head++
	}
	if m.order.ports != AllPort {
		lane.free = end
	}
	if m.order.ports == HalfDuplex {
		w.lanes[1-dir].free = end
	}
	w.done = maxMoment(w.done, end)
	w.left--
	switch {
	case w.left > 0 && m.order.ports != AllPort:
		m.unmatched = append(m.unmatched, w)
	case w.left == 0 && w.waits:
		m.ready = append(m.ready, w.rank)
	}
}
