package sim

import (
	"fmt"
	"math"
)

// A flight is a message whose two ends have been matched.
type flight[T any] struct {
	from, to   *port[T]
	send, recv int // the ends
	start      moment
	transfer   int32 // of the trace, plus one
	words      int
	path       []int32
	hop        int // links behind it
}

// depart starts a message. Without contention it also ends the message.
func (m *machine[T]) depart(f flight[T]) {
	out, in := &f.from.lanes[sends].ends[f.send], &f.to.lanes[recvs].ends[f.recv]
	f.start = later(f.from.lanes[sends].free, f.to.lanes[recvs].free)
	f.words = out.words
	if f.words != in.words {
		m.err = fmt.Errorf("sim: at t=%v %d sends %d words to %d, which receives %d words from %d",
			f.start.time, f.from.rank, f.words, f.to.rank, in.words, f.from.rank)
		return
	}
	x := f.data()
	out.met, in.met = true, true
	f.from.lanes[sends].flying++
	f.to.lanes[recvs].flying++
	if f.from == f.to { // no message: a copy
		m.arrive(&f, f.start)
		return
	}
	path := m.links.route(f.from.rank, f.to.rank, f.words)
	m.count(&f)
	f.transfer = m.record(&f, path, x)
	if m.contention {
		m.request(f, path)
		return
	}
	if !m.links.alone(path, f.words, f.start.time) {
		m.err = errShared
		return
	}
	m.takes(&f, path, f.start.time+m.config.Ts)
	m.land(&f, f.start.time+m.config.Ts+m.config.hold(f.words, path))
}

// data moves the words of a message and returns them.
func (f *flight[T]) data() []T {
	if len(f.from.data) == 0 { // oblivious: they take no memory
		return make([]T, f.words)
	}
	x := f.from.data[f.from.lanes[sends].first+f.send]
	copy(f.to.data[f.to.lanes[recvs].first+f.recv], x)
	return x
}

var errWords = fmt.Errorf("more than %d words in all messages together", math.MaxInt)

func (m *machine[T]) count(f *flight[T]) {
	from, to := &m.result.Nodes[f.from.rank], &m.result.Nodes[f.to.rank]
	from.Sends++
	from.SentWords += f.words
	to.Recvs++
	to.ReceivedWords += f.words
	m.result.Messages++
	if m.result.Words += f.words; m.result.Words < 0 && m.err == nil {
		m.err = fmt.Errorf("sim: %w", errWords)
	}
}

// land ends a message at the given time.
func (m *machine[T]) land(f *flight[T], time float64) {
	if f.transfer > 0 {
		m.result.Trace.Transfers[f.transfer-1].End = time
	}
	m.arrive(f, moment{time, f.start.round + 1})
}

// arrive completes both ends of a message.
func (m *machine[T]) arrive(f *flight[T], end moment) {
	m.complete(f.from, sends, end)
	m.complete(f.to, recvs, end)
}

func (m *machine[T]) complete(w *port[T], dir kind, end moment) {
	lane := &w.lanes[dir]
	lane.flying--
	for lane.head < len(lane.ends) && lane.ends[lane.head].met {
		lane.head++
	}
	if m.config.Ports != AllPort {
		lane.free = end
	}
	if m.config.Ports == HalfDuplex {
		w.lanes[1-dir].free = end
	}
	w.done = later(w.done, end)
	w.left--
	switch {
	case w.left > 0 && m.config.Ports != AllPort:
		m.unmatched = append(m.unmatched, w)
	case w.left == 0 && w.waits:
		m.ready = append(m.ready, w.rank)
	}
}
