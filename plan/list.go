package plan

import (
	"container/heap"
	"fmt"
)

// A list is the state of a list scheduling. Its time goes from one end of a step to the next.
type list struct {
	*graph
	length []float64 // by vertex: the time it takes
	ports  [][]int   // by vertex: the ports that it needs; a node that combines is a port too
	own    []Path    // by vertex
	left   []int     // by vertex: how many it still waits for
	cause  []int     // by vertex: the last of these to end, or -1

	order []int // the vertices by priority; what waits is named by its place in order
	place []int // by vertex
	user  []int // by port: the vertex that holds it or was the last to do so, or -1
	busy  []bool
	queue []places // by port: who waits for it
	ready places   // those that wait for nothing but ports, if for these
	ends  places   // of what is under way, by the time of its end

	now        float64
	count      turn
	begin, end []float64 // by vertex
	turn       []turn    // by vertex
	path       []Path    // by vertex: until its end
}

// A turn is the place of a vertex among all, by its begin. Time stands still between two moments; a message without length
// ends in the moment after its begin. So nothing waits for what begins in the same moment, except for local steps without
// length, which are counted by number.
type turn struct{ moment, number int }

// portUse is what a port is for.
type portUse int

const (
	out      portUse = iota // a node sends
	in                      // a node receives
	both                    // a node sends or receives
	pair                    // a node sends to another one
	own                     // of one message alone
	combiner                // a node combines
)

func newList(j Job, m Machine) (l *list, err error) {
	g := j.byWaits()
	n := len(g.left)
	l = &list{graph: g, length: make([]float64, n), ports: make([][]int, n), own: make([]Path, n), left: g.left, cause: make([]int, n),
		place: make([]int, n), begin: make([]float64, n), end: make([]float64, n), turn: make([]turn, n), path: make([]Path, n)}
	ports := map[[3]int]int{}
	port := func(use portUse, from, to int) []int {
		key := [3]int{int(use), from, to}
		if _, known := ports[key]; !known {
			ports[key] = len(ports)
		}
		return []int{ports[key]}
	}
	g.each(func(at place) {
		v, s := g.vertex(at), j[at.rank].Steps[at.step]
		switch {
		case s.Kind == Send:
			if l.length[v] = m.message(at.rank, s.Peer, s.Words()); !finite(l.length[v]) {
				err = fmt.Errorf("plan: a machine on which a message of %d words takes %v, want 0 or more", s.Words(), l.length[v])
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

// run carries out all vertices, at every time those that come first in order first.
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
			l.try(order[heap.Pop(&l.ready).(entry).place])
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
				l.call(port)
			}
			l.complete(v)
		}
	}
}

// release is called when v waits for no other vertex any more.
func (l *list) release(v int) {
	if len(l.ports[v]) > 0 {
		heap.Push(&l.ready, entry{place: l.place[v]})
		return
	}
	l.start(v)
	l.complete(v)
}

// try begins v, or lets it wait for a port that is busy; then the next one that waits for its other port may try.
func (l *list) try(v int) {
	for _, port := range l.ports[v] {
		if l.busy[port] {
			heap.Push(&l.queue[port], entry{place: l.place[v]})
			for _, other := range l.ports[v] {
				l.call(other)
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

// call makes the first one that waits for a port ready, if the port is free.
func (l *list) call(port int) {
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
