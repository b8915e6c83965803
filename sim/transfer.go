package sim

import (
	"fmt"

	"topocoll/internal/check"
)

// startTransfer starts the transfer of a message. Without contention, it also completes the message.
func (m *machine[T]) startTransfer(f message) {
	if m.interrupted() {
		return
	}
	from, to := m.nodes.portsOf(&f)
	out, in := &from.halves[sends].steps[f.send], &to.halves[recvs].steps[f.recv]
	f.start = maxMoment(from.halves[sends].freeAt, to.halves[recvs].freeAt)
	f.words = out.words
	if f.words != in.words {
		m.err = fmt.Errorf("sim: at t=%v, node %d sends %s to node %d, which receives %s from node %d",
			f.start.time, f.from, check.FormatCount(f.words, "word"), f.to,
			check.FormatCount(in.words, "word"), f.from)
		return
	}
	x := from.moveWords(&f, to)
	out.matched, in.matched = true, true
	from.halves[sends].inFlight++
	to.halves[recvs].inFlight++
	if f.from == f.to { // a local copy
		m.completeMessage(&f, f.start)
		return
	}
	path := m.links.countedRoute(int(f.from), int(f.to), f.words)
	if err := m.result.countMessage(&f); err != nil && m.err == nil {
		m.err = err
	}
	if f.traceNumber = m.result.Trace.add(&f, path); f.traceNumber > 0 && m.label != nil {
		m.result.Trace.Transfers[f.traceNumber-1].Label = m.label(x)
	}
	if m.arbiter != nil {
		m.arbiter.addRequest(f, path)
		return
	}
	if !m.links.recordExclusiveUse(path, f.words, f.start.time) {
		m.err = errShared
		return
	}
	m.result.Trace.setTaken(&f, path, f.start.time+m.config.Ts)
	m.endTransfer(&f, f.start.time+m.config.Ts+m.config.linkTime(f.words, path))
}

func (w *port[T]) moveWords(f *message, to *port[T]) []T {
	if len(w.data) == 0 { // oblivious run: there is no data
		return make([]T, f.words)
	}
	x := w.data[w.halves[sends].first+int(f.send)]
	copy(to.data[to.halves[recvs].first+int(f.recv)], x)
	return x
}

func (m *machine[T]) endTransfer(f *message, time float64) {
	if f.traceNumber > 0 {
		m.result.Trace.Transfers[f.traceNumber-1].End = time
	}
	m.completeMessage(f, moment{time, f.start.round + 1})
}

func (m *machine[T]) completeMessage(f *message, end moment) {
	from, to := m.nodes.portsOf(f)
	m.completeStep(from, sends, end)
	m.completeStep(to, recvs, end)
}

func (m *machine[T]) completeStep(w *port[T], dir kind, end moment) {
	half := &w.halves[dir]
	half.inFlight--
	for half.nextToMatch < len(half.steps) && half.steps[half.nextToMatch].matched {
		half.nextToMatch++
	}
	if m.rules.ports != AllPort {
		half.freeAt = end
	}
	if m.rules.ports == HalfDuplex {
		w.halves[1-dir].freeAt = end
	}
	w.lastCompletion = maxMoment(w.lastCompletion, end)
	w.incomplete--
	switch {
	case w.incomplete > 0 && m.rules.ports != AllPort:
		m.unmatched = append(m.unmatched, w)
	case w.incomplete == 0 && w.waiting:
		m.ready = append(m.ready, w.rank)
	}
}
