package sim

import (
	"cmp"
	"slices"
	"sort"
)

// A port is the state of one live node. It holds the recorded calls that the machine has not processed yet,
// the first of which is the current call. When the node has finished, the port is reused for a different
// node.
type port[T any] struct {
	rank  int
	body  *process[T] // process that runs the body; nil if the body has returned
	err   error       // error of the body, reported after the steps in the list
	steps []step
	data  [][]T   // data of each step, unless the run is oblivious
	next  int     // index of the step after the current call
	lanes [2]lane // the sends and the receives of the current call
	done  moment  // latest completion so far of a send or receive of the current call
	left  int     // number of incomplete sends and receives of the current call
	waits bool    // the node waits for the current call to complete
}

// A step is a send, a receive or local work. A send or receive may be waiting or matched.
type step struct {
	words  int
	peer   int32
	kind   kind
	begins bool // set for local work and for the first step of a call
	met    bool
}

type kind uint8

// The kinds of steps. The kinds sends and recvs are also the directions of lanes.
const (
	sends kind = iota
	recvs
	reduces
)

// A lane holds the sends or the receives of a call. Under OnePort and HalfDuplex they are transferred one
// after the other.
type lane struct {
	ends   []step
	first  int     // index in the node's list of the lane's first step
	head   int     // messages before head are complete
	flying int     // number of transfers in progress
	free   moment  // when the port became free
	byPeer []int32 // message indices, sorted by peer; in the original order for each peer
}

// begin initializes a lane with the sends or receives of a call.
func (l *lane) begin(ends []step, first int, now moment) {
	*l = lane{ends: ends, first: first, free: now, byPeer: l.byPeer[:0]}
	for i := range ends {
		l.byPeer = append(l.byPeer, int32(i))
	}
	slices.SortFunc(l.byPeer,
		func(a, b int32) int { return cmp.Or(cmp.Compare(ends[a].peer, ends[b].peer), cmp.Compare(a, b)) })
}

// firstWaiting returns the first message that waits for a peer, and whether there is one. Messages between
// two nodes are matched in order.
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

// proceed processes the steps in the list, and reports whether it has reached the end of the list. If it has
// not, the node waits in a call.
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

// call makes the next call in the list the current call. The sends of a call precede its receives in the
// list.
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

// work keeps a node busy for the time of combining a number of words.
func (m *machine[T]) work(w *port[T], words int) {
	m.nodes[w.rank].now.time += m.config.Tr * float64(words)
}
