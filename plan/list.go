package plan

import (
	"container/heap"
	"fmt"
)

// A list is the state of list scheduling. Its clock moves from one end of a step to the next.
type list struct {
	*graph
	length []float64 // for each vertex, its duration
	ports  [][]int   // for each vertex, the ports that it needs; a node has one more port for combinations
	own    []Path    // for each vertex, the path that consists of its own message only
	left   []int     // for each vertex, the number of incomplete vertices that it waits for
	cause  []int     // for each vertex, the one that completed last of the vertices that it waits for, or -1

	order []int // vertices by priority; heaps refer to a vertex by its position in this order
	place []int // for each vertex, its position in order
	user  []int // for each port, the vertex that holds it or held it last, or -1
	busy  []bool
	queue []places // for each port, the vertices that wait for it
	ready places   // vertices that wait for ports only, or for nothing
	ends  places   // vertices in progress, by their end times

	now        float64
	count      turn
	begin, end []float64 // times of each vertex
	turn       []turn    // order in which the vertices began
	path       []Path    // for each vertex, the critical path up to its end
}

// A turn tells when a vertex begins relative to the others. The moment increases whenever the clock moves,
// and number counts all vertices that have begun. A message without duration ends one moment after it begins.
// So a vertex never waits for another vertex of the same moment, unless that is a local step without
// duration, which has a lower number.
type turn struct{ moment, number int }

// portUse is the purpose of a port.
type portUse int

const (
	out      portUse = iota // a node sends
	in                      // a node receives
	both                    // a node sends or receives
	pair                    // a node sends to another node
	own                     // only one particular message uses the port
	combiner                // a node combines
)

func newList(j Job, m Machine) (l *list, err error) {
	g := j.byWaits()
	n := len(g.left)
	l = &list{graph: g, length: make([]float64, n), ports: make([][]int, n), own: make([]Path, n),
		left: g.left, cause: make([]int, n),
		place: make([]int, n), begin: make([]float64, n), end: make([]float64, n), turn: make([]turn, n),
		path: make([]Path, n)}
	ports := map[[3]int]int{}
	port := func(use portUse, from, to int) []int {
		key := [3]int{int(use), from, to}
		if _, known := ports[key]; !known {
			ports[key] = len(ports)
		}
		return []int{ports[key]}
	}
	g.eachStep(func(at place) {
		v, s := g.vertex(at), j[at.rank].Steps[at.step]
		switch {
		case s.Kind == Send:
			if l.length[v] = m.message(at.rank, s.Peer, s.Words()); !validTime(l.length[v]) {
				err = fmt.Errorf("plan: a machine on which a message of %d words takes %v, want 0 or more",
					s.Words(), l.length[v])
			}
			l.own[v] = Path{1, s.Words()}
			switch {
			case m.free:
				l.ports[v] = port(own, v, 0)
			case m.AllPort:
				l.ports[v] = port(pair, at.rank, s.Peer)
			case m.HalfDuplex && at.rank == s.Peer:
				l.ports[v] = port(both, at.rank, 0)
			case m.HalfDuplex:
				l.ports[v] = append(port(both, at.rank, 0), port(both, s.Peer, 0)...)
			default:
				l.ports[v] = append(port(out, at.rank, 0), port(in, 0, s.Peer)...)
			}
		case s.Kind == Combine && m.Tr > 0 && s.Words() > 0:
			l.length[v] = m.Tr * float64(s.Words())
			l.ports[v] = port(combiner, at.rank, 0)
		}
	})
	l.user, l.busy, l.queue = make([]int, len(ports)), make([]bool, len(ports)), make([]places, len(ports))
	for i := range l.user {
		l.user[i] = -1
	}
	for v := range l.cause {
		l.cause[v] = -1
	}
	return l, err
}

// run executes all vertices. At each point in time, the vertices with the highest priority begin first.
func (l *list) run(order []int) {
	l.order = order
	for i, v := range order {
		l.place[v] = i
	}
	waits := append([]int(nil), l.left...)
	for _, v := range order {
		if waits[v] == 0 {
			l.release(v)
		}
	}
	for {
		for len(l.ready) > 0 {
			l.tryBegin(order[heap.Pop(&l.ready).(entry).place])
		}
		if len(l.ends) == 0 {
			return
		}
		l.count.moment++
		l.now = l.ends[0].time
		for len(l.ends) > 0 && l.ends[0].time == l.now {
			v := order[heap.Pop(&l.ends).(entry).place]
			for _, port := range l.ports[v] {
				l.busy[port] = false
				l.wakeWaiter(port)
			}
			l.complete(v)
		}
	}
}

// release makes v ready, or executes it if it needs no port. All vertices that v waited for must be complete.
func (l *list) release(v int) {
	if len(l.ports[v]) > 0 {
		heap.Push(&l.ready, entry{place: l.place[v]})
		return
	}
	l.start(v)
	l.complete(v)
}

// tryBegin begins v, or queues it at a busy port. If it queues v, it makes the first vertex that waits for a
// free port of v ready.
func (l *list) tryBegin(v int) {
	for _, port := range l.ports[v] {
		if l.busy[port] {
			heap.Push(&l.queue[port], entry{place: l.place[v]})
			for _, other := range l.ports[v] {
				l.wakeWaiter(other)
			}
			return
		}
	}
	l.start(v)
	for _, port := range l.ports[v] {
		l.busy[port], l.user[port] = true, v
	}
	heap.Push(&l.ends, entry{l.end[v], l.place[v]})
}

// wakeWaiter makes the first vertex that waits for a port ready, if the port is free.
func (l *list) wakeWaiter(port int) {
	if !l.busy[port] && len(l.queue[port]) > 0 {
		heap.Push(&l.ready, heap.Pop(&l.queue[port]))
	}
}

func (l *list) start(v int) {
	l.begin[v], l.end[v] = l.now, l.now+l.length[v]
	l.turn[v] = l.count
	l.count.number++
	cause := l.cause[v]
	for _, port := range l.ports[v] {
		if user := l.user[port]; user >= 0 && (cause < 0 || l.end[user] > l.end[cause]) {
			cause = user
		}
	}
	l.path[v] = l.own[v]
	if cause >= 0 {
		l.path[v] = Path{l.path[cause].Messages + l.own[v].Messages, l.path[cause].Words + l.own[v].Words}
	}
}

func (l *list) complete(v int) {
	for _, w := range l.next[v] {
		if l.left[w]--; l.left[w] == 0 {
			l.cause[w] = v
			l.release(int(w))
		}
	}
}

// An entry represents a vertex in a heap by its position in list.order.
type entry struct {
	time  float64 // end time; 0 for a vertex that has not begun
	place int
}

// places is a heap of vertices. The vertex with the earliest time comes first; of vertices with the same
// time, the one with the lowest position.
type places []entry

func (h places) Len() int { return len(h) }
func (h places) Less(i, k int) bool {
	return h[i].time < h[k].time || h[i].time == h[k].time && h[i].place < h[k].place
}
func (h places) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h *places) Push(x any)   { *h = append(*h, x.(entry)) }

func (h *places) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
