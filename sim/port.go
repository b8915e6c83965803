package sim

import (
	"cmp"
	"slices"
	"sort"
)

// A port is the state of one live node: the recorded calls that the machine has not processed yet. The first
// of them is the current call. When the node has finished, the port is reused for another node.
type port[T any] struct {
	rank  int
	body  *process[T] // process that runs the body; nil if the body has returned
	err   error       // error of the body, reported after the steps in the list
	steps []step
	data  [][]T   // words of each step, unless the run is oblivious
	next  int     // index of the step after the current call
	lanes [2]lane // sends and receives of the current call
	done  moment  // when the latest end of the call so far was completed
	left  int     // number of ends that are not complete
	waits bool    // the node waits until the call is complete
}

// A step is local work, or one end of a message. The end may be waiting or matched.
type step struct {
	words  int
	peer   int32
	kind   kind
	begins bool // first step of a call, or work; other steps belong to the same call as the previous step
	met    bool
}

type kind uint8

// The kinds of steps. The first two are also the directions of a port.
const (
	sends kind = iota
	recvs
	reduces
)

// A lane holds the ends of a call in one direction. Under OnePort and HalfDuplex they are transferred one
// after the other.
type lane struct {
	ends   []step
	first  int     // index of the first end in the node's list
	head   int     // the ends before head are complete
	flying int     // transfers in progress
	free   moment  // when the port became free
	byPeer []int32 // indices of the ends, sorted by peer and, for each peer, in order
}

// begin starts a lane with the ends of a call.
func (l *lane) begin(ends []step, first int, now moment) {
	*l = lane{ends: ends, first: first, free: now, byPeer: l.byPeer[:0]}
	for i := range ends {
		l.byPeer = append(l.byPeer, int32(i))
	}
	slices.SortFunc(l.byPeer,
		func(a, b int32) int { return cmp.Or(cmp.Compare(ends[a].peer, ends[b].peer), cmp.Compare(a, b)) })
}

// firstWaiting returns the first end that waits for a peer, and whether there is one. Messages between two
// nodes are matched in order.
func (l *lane) firstWaiting(peer int) (end int, found bool) {
	i := sort.Search(len(l.byPeer), func(i int) bool {
		s := &l.ends[l.byPeer[i]]
		return int(s.peer) > peer || int(s.peer) == peer && !s.met
	})
	if i == len(l.byPeer) || int(l.ends[l.byPeer[i]].peer) != peer {
		return 0, false
	}
	return int(l.byPeer[i]), true
}

// proceed processes the steps in the list, and reports whether it has reached the end of the list. Otherwise
// the node waits in a call.
func (m *machine[T]) proceed(w *port[T]) bool {
	for w.next < len(w.steps) && m.err == nil {
		if s := w.steps[w.next]; s.kind == reduces {
			m.work(w, s.words)
			w.next++
			continue
		}
		w.call(m.nodes[w.rank].now)
		m.unmatched = append(m.unmatched, w)
		m.settle()
		if w.left > 0 && m.err == nil {
			w.waits = true
			return false
		}
		m.nodes[w.rank].now = w.done
	}
	return true
}

// call makes the next call in the list the current call. In the list, its sends precede its receives.
func (w *port[T]) call(now moment) {
	first, end := w.next, w.next+1
	for end < len(w.steps) && !w.steps[end].begins {
		end++
	}
	middle := first
	for middle < end && w.steps[middle].kind == sends {
		middle++
	}
	w.lanes[sends].begin(w.steps[first:middle], first, now)
	w.lanes[recvs].begin(w.steps[middle:end], middle, now)
	w.done, w.left, w.next = now, end-first, end
}

// work keeps a node busy for the time of a combination.
func (m *machine[T]) work(w *port[T], words int) {
	m.nodes[w.rank].now.time += m.config.Tr * float64(words)
}
