package plan

import (
	"container/heap"
	"fmt"
)

// A list is the state of the list scheduler. Its clock jumps from one end time to the next.
type list struct {
	*graph
	tasks []task // indexed by vertex
	ports []port
	order []int  // vertices by priority; heaps store positions in this slice
	ready places // vertices that wait for nothing except ports
	ends  places // vertices in progress, by their end times
	now   float64
	count turn
}

// A task holds the state of a vertex in the schedule.
type task struct {
	length float64 // duration
	ports  []int   // indices of the ports that the vertex needs
	own    Path    // a path of this message alone

	left  int // number of incomplete vertices that it waits for
	cause int // the predecessor that completed last; -1 if none has
	place int // position in list.order

	begin, end float64
	turn       turn // position in the order in which vertices begin
	path       Path // the critical path that ends here
}

// A port is a resource that at most one vertex uses at a time.
type port struct {
	user  int // the vertex that uses the port or used it last, or -1
	busy  bool
	queue places // the vertices that wait for it
}

// A turn is the position of a vertex in the order in which the vertices begin. moment increases whenever the
// clock advances, and number counts the vertices that have begun. A message without duration ends one moment
// after it begins. Therefore a vertex waits for another vertex of the same moment only if the other vertex is
// a local step without duration. That step then has the lower number.
type turn struct{ moment, number int }

// portUse says which messages or steps of a node a port serves.
type portUse int

const (
	out      portUse = iota // the sends of a node
	in                      // the receives of a node
	both                    // the sends and receives of a node
	pair                    // the messages from one node to another
	own                     // a single message
	combiner                // the Combine steps of a node
)

func newList(j Job, m Machine) (l *list, err error) {
	g := j.byWaits()
	l = &list{graph: g, tasks: make([]task, len(g.left))}
	for v := range l.tasks {
		l.tasks[v].left, l.tasks[v].cause = g.left[v], -1
	}
	known := map[[3]int]int{}
	portOf := func(use portUse, from, to int) int {
		key := [3]int{int(use), from, to}
		i, found := known[key]
		if !found {
			i = len(l.ports)
			known[key] = i
			l.ports = append(l.ports, port{user: -1})
		}
		return i
	}
	g.eachStep(func(at place) {
		t, s := &l.tasks[g.vertex(at)], j[at.rank].Steps[at.step]
		switch {
		case s.Kind == Send:
			if t.length = m.message(at.rank, s.Peer, s.Words()); !validTime(t.length) {
				err = fmt.Errorf("plan: the machine's time for a message of %d words is %v, want a finite time "+
					"of at least 0", s.Words(), t.length)
			}
			t.own = Path{1, s.Words()}
			switch {
			case m.free:
				t.ports = []int{portOf(own, g.vertex(at), 0)}
			case m.AllPort:
				t.ports = []int{portOf(pair, at.rank, s.Peer)}
			case m.HalfDuplex && at.rank == s.Peer:
				t.ports = []int{portOf(both, at.rank, 0)}
			case m.HalfDuplex:
				t.ports = []int{portOf(both, at.rank, 0), portOf(both, s.Peer, 0)}
			default:
				t.ports = []int{portOf(out, at.rank, 0), portOf(in, 0, s.Peer)}
			}
		case s.Kind == Combine && m.Tr > 0 && s.Words() > 0:
			t.length = m.Tr * float64(s.Words())
			t.ports = []int{portOf(combiner, at.rank, 0)}
		}
	})
	return l, err
}

// run executes all vertices. At each point in time, the vertices with the highest priority begin first.
func (l *list) run(order []int) {
	l.order = order
	for i, v := range order {
		l.tasks[v].place = i
	}
	for _, v := range order {
		if l.graph.left[v] == 0 {
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
			for _, i := range l.tasks[v].ports {
				l.ports[i].busy = false
				l.wakeWaiter(&l.ports[i])
			}
			l.complete(v)
		}
	}
}

// release puts v into the ready heap, or runs it at once if it needs no port. Call it when all predecessors
// of v are complete.
func (l *list) release(v int) {
	if len(l.tasks[v].ports) > 0 {
		heap.Push(&l.ready, entry{place: l.tasks[v].place})
		return
	}
	l.start(v)
	l.complete(v)
}

// tryBegin begins v if all its ports are free. Otherwise it queues v at a busy port, and calls wakeWaiter for
// each port of v.
func (l *list) tryBegin(v int) {
	t := &l.tasks[v]
	for _, i := range t.ports {
		if l.ports[i].busy {
			heap.Push(&l.ports[i].queue, entry{place: t.place})
			for _, other := range t.ports {
				l.wakeWaiter(&l.ports[other])
			}
			return
		}
	}
	l.start(v)
	for _, i := range t.ports {
		l.ports[i].busy, l.ports[i].user = true, v
	}
	heap.Push(&l.ends, entry{t.end, t.place})
}

// wakeWaiter moves the first vertex in the queue of p to the ready heap, if p is free.
func (l *list) wakeWaiter(p *port) {
	if !p.busy && len(p.queue) > 0 {
		heap.Push(&l.ready, heap.Pop(&p.queue))
	}
}

func (l *list) start(v int) {
	t := &l.tasks[v]
	t.begin, t.end = l.now, l.now+t.length
	t.turn = l.count
	l.count.number++
	cause := t.cause
	for _, i := range t.ports {
		if user := l.ports[i].user; user >= 0 && (cause < 0 || l.tasks[user].end > l.tasks[cause].end) {
			cause = user
		}
	}
	t.path = t.own
	if cause >= 0 {
		before := l.tasks[cause].path
		t.path = Path{before.Messages + t.own.Messages, before.Words + t.own.Words}
	}
}

func (l *list) complete(v int) {
	for _, w := range l.next[v] {
		if t := &l.tasks[w]; t.left == 1 {
			t.left, t.cause = 0, v
			l.release(int(w))
		} else {
			t.left--
		}
	}
}

// An entry represents a vertex in a heap by its position in list.order.
type entry struct {
	time  float64 // end time; 0 for a vertex that has not begun
	place int
}

// places is a heap of vertices. The vertex with the earliest time comes first. Ties go to the lowest
// position.
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
