package plan

import (
	"container/heap"
	"fmt"
)

// A listScheduler executes a job in virtual time. Its clock advances from one end time to the next.
type listScheduler struct {
	*graph
	tasks         []task // indexed by vertex
	ports         []port
	byPriority    []int      // vertices by priority; heaps store positions in this slice
	readyVertices vertexHeap // vertices that wait only for ports
	running       vertexHeap // vertices in progress, by their end times
	now           float64
	nextStart     startOrder
}

// A task holds the state of a vertex in the schedule.
type task struct {
	length  float64 // duration
	busy    float64 // time for which the vertex occupies its ports
	ports   []int   // indices of the ports that the vertex needs
	ownPath Path    // the path that consists of this message alone

	waitCount       int // number of incomplete vertices that it waits for
	lastPredecessor int // the predecessor that completed last; -1 if none has
	position        int // position in listScheduler.byPriority

	begin, end float64
	startOrder startOrder
	path       Path // the critical path that ends here
}

// A port is a resource that at most one vertex uses at a time.
type port struct {
	user  int // the vertex that uses the port or used it last, or -1
	busy  bool
	queue vertexHeap // the vertices that wait for it
}

// A startOrder is the position of a vertex in the order in which the vertices begin. moment increases when
// the clock advances, and number counts the vertices that have begun. A message without duration ends one
// moment after it begins. A vertex can therefore wait for another vertex of the same moment only if the other
// vertex is a local step without duration. The other vertex then has the lower number.
type startOrder struct{ moment, number int }

// A portKind determines which messages or steps use a port.
type portKind int

const (
	sendPort    portKind = iota // the sends of a node
	receivePort                 // the receives of a node
	nodePort                    // the sends and receives of a node
	pairPort                    // the messages from one node to another
	messagePort                 // a single message
	combinePort                 // the Combine steps of a node
)

func newListScheduler(j Job, m Machine) (l *listScheduler, err error) {
	g := j.dependencyGraph()
	l = &listScheduler{graph: g, tasks: make([]task, len(g.waitCounts))}
	for v := range l.tasks {
		l.tasks[v].waitCount, l.tasks[v].lastPredecessor = g.waitCounts[v], -1
	}
	portIndex := map[[3]int]int{}
	portOf := func(use portKind, from, to int) int {
		key := [3]int{int(use), from, to}
		i, found := portIndex[key]
		if !found {
			i = len(l.ports)
			portIndex[key] = i
			l.ports = append(l.ports, port{user: -1})
		}
		return i
	}
	g.eachStep(func(at stepRef) {
		t, s := &l.tasks[g.vertex(at)], j[at.rank].Steps[at.step]
		switch {
		case s.Kind == Send:
			if t.length = m.messageTime(at.rank, s.Peer, s.Words()); !validTime(t.length) {
				err = fmt.Errorf("plan: the machine's time for a message of %d words is %v, want a finite time "+
					"of at least 0", s.Words(), t.length)
			}
			if t.busy = t.length; m.Busy != nil {
				if t.busy = m.Busy(at.rank, s.Peer, s.Words()); !(t.busy >= 0 && t.busy <= t.length) {
					err = fmt.Errorf("plan: a message of %d words occupies its ports for %v, want 0 to %v", s.Words(),
						t.busy, t.length)
				}
			}
			t.ownPath = Path{1, s.Words()}
			switch {
			case m.unlimitedPorts:
				t.ports = []int{portOf(messagePort, g.vertex(at), 0)}
			case m.AllPort:
				t.ports = []int{portOf(pairPort, at.rank, s.Peer)}
			case m.HalfDuplex && at.rank == s.Peer:
				t.ports = []int{portOf(nodePort, at.rank, 0)}
			case m.HalfDuplex:
				t.ports = []int{portOf(nodePort, at.rank, 0), portOf(nodePort, s.Peer, 0)}
			default:
				t.ports = []int{portOf(sendPort, at.rank, 0), portOf(receivePort, 0, s.Peer)}
			}
		case s.Kind == Combine && m.Tr > 0 && s.Words() > 0:
			t.length = m.Tr * float64(s.Words())
			t.busy = t.length
			t.ports = []int{portOf(combinePort, at.rank, 0)}
		}
	})
	return l, err
}

// run executes all vertices. At each point in time, the vertices with the highest priority begin first.
func (l *listScheduler) run(order []int) {
	l.byPriority = order
	for i, v := range order {
		l.tasks[v].position = i
	}
	for _, v := range order {
		if l.graph.waitCounts[v] == 0 {
			l.makeReady(v)
		}
	}
	for {
		for len(l.readyVertices) > 0 {
			l.tryBegin(order[heap.Pop(&l.readyVertices).(heapEntry).position])
		}
		if len(l.running) == 0 {
			return
		}
		l.nextStart.moment++
		l.now = l.running[0].time
		for len(l.running) > 0 && l.running[0].time == l.now {
			next := heap.Pop(&l.running).(heapEntry)
			v := order[next.position]
			if !next.portsFree {
				l.freePorts(v)
			}
			if l.now >= l.tasks[v].end {
				l.complete(v)
			}
		}
	}
}

// makeReady puts v, whose predecessors are complete, into the ready heap. If v needs no port, makeReady runs
// it at once.
func (l *listScheduler) makeReady(v int) {
	if len(l.tasks[v].ports) > 0 {
		heap.Push(&l.readyVertices, heapEntry{position: l.tasks[v].position})
		return
	}
	l.start(v)
	l.complete(v)
}

// tryBegin begins v if all its ports are free. Otherwise it queues v at a busy port, and calls wakeWaiter for
// each port of v.
func (l *listScheduler) tryBegin(v int) {
	t := &l.tasks[v]
	for _, i := range t.ports {
		if l.ports[i].busy {
			heap.Push(&l.ports[i].queue, heapEntry{position: t.position})
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
	free := l.now + t.busy
	if free < t.end {
		heap.Push(&l.running, heapEntry{time: free, position: t.position})
	}
	heap.Push(&l.running, heapEntry{time: t.end, position: t.position, portsFree: free < t.end})
}

// freePorts lets other vertices use the ports of v.
func (l *listScheduler) freePorts(v int) {
	for _, i := range l.tasks[v].ports {
		l.ports[i].busy = false
		l.wakeWaiter(&l.ports[i])
	}
}

// wakeWaiter moves the first vertex in the queue of p to the ready heap, if p is free.
func (l *listScheduler) wakeWaiter(p *port) {
	if !p.busy && len(p.queue) > 0 {
		heap.Push(&l.readyVertices, heap.Pop(&p.queue))
	}
}

func (l *listScheduler) start(v int) {
	t := &l.tasks[v]
	t.begin, t.end = l.now, l.now+t.length
	t.startOrder = l.nextStart
	l.nextStart.number++
	cause := t.lastPredecessor // the vertex whose end lets v begin, or -1
	for _, i := range t.ports {
		if user := l.ports[i].user; user >= 0 && (cause < 0 || l.tasks[user].end > l.tasks[cause].end) {
			cause = user
		}
	}
	t.path = t.ownPath
	if cause >= 0 {
		before := l.tasks[cause].path
		t.path = Path{before.Messages + t.ownPath.Messages, before.Words + t.ownPath.Words}
	}
}

func (l *listScheduler) complete(v int) {
	for _, w := range l.next[v] {
		if t := &l.tasks[w]; t.waitCount == 1 {
			t.waitCount, t.lastPredecessor = 0, v
			l.makeReady(int(w))
		} else {
			t.waitCount--
		}
	}
}

// A heapEntry represents a vertex in a heap by its position in listScheduler.byPriority. A vertex that frees
// its ports before its end has two entries in the heap of running vertices.
type heapEntry struct {
	time      float64 // when the vertex ends or frees its ports; 0 for a vertex that has not begun
	position  int
	portsFree bool // the vertex has already freed its ports
}

// vertexHeap is a heap of vertices. The vertex with the earliest time comes first. Ties go to the lowest
// position.
type vertexHeap []heapEntry

func (h vertexHeap) Len() int { return len(h) }
func (h vertexHeap) Less(i, k int) bool {
	return h[i].time < h[k].time || h[i].time == h[k].time && h[i].position < h[k].position
}
func (h vertexHeap) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h *vertexHeap) Push(x any)   { *h = append(*h, x.(heapEntry)) }

func (h *vertexHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
