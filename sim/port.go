package sim

import (
	"cmp"
	"slices"
	"sort"
)

// A port is the state of one live node: the calls that its body has made and the machine has not carried out yet, and
// the first of them in progress. When the node has finished, the port is reused for another one.
type port[T any] struct {
	rank  int
	body  *process[T] // that runs its body; nil if the body has returned
	err   error       // of the body, after the steps in the list
	steps []step
	data  [][]T   // the words of each step, unless the run is oblivious
	next  int     // the step after the current call
	lanes [2]lane // of the current call: its sends, its receives
	done  moment  // completion of the latest end of the call so far
	left  int     // ends that are not complete
	waits bool    // for the rest of the call
}

// A step is one end of a message, which waits for its peer or has been matched with it, or local work.
type step struct {
	words  int
	peer   int32
	kind   kind
	begins bool // a call, or work; otherwise it belongs to the call before
	met    bool
}

type kind uint8

// The kinds of steps. The first two are also the directions of a port.
const (
	sends kind = iota
	recvs
	reduces
)

// A lane is the ends of a call in one direction. Under one-port and half duplex they take turns.
type lane struct {
	ends   []step
	first  int     // of them in the list
	head   int     // the ends before it are complete
	flying int     // transfers in progress
	free   moment  // when the port was last free
	byPeer []int32 // the ends by peer, those of a peer in turn
}

// begin starts a lane with the ends of a call.
func (l *lane) begin(ends []step, first int, now moment) {
	*l = lane{ends: ends, first: first, free: now, byPeer: l.byPeer[:0]}
	for i := range ends {
		l.byPeer = append(l.byPeer, int32(i))
	}
	slices.SortFunc(l.byPeer, func(a, b int32) int { return cmp.Or(cmp.Compare(ends[a].peer, ends[b].peer), cmp.Compare(a, b)) })
}

// waiting returns the first end that waits for a peer, or none. Messages between two nodes are matched in turn, so those of a peer that
// have been met come first.
func (l *lane) waiting(peer int) (end int, found bool) {
	i := sort.Search(len(l.byPeer), func(i int) bool {
		s := &l.ends[l.byPeer[i]]
		return int(s.peer) > peer || int(s.peer) == peer && !s.met
	})
	if i == len(l.byPeer) || int(l.ends[l.byPeer[i]].peer) != peer {
		return 0, false
	}
	return int(l.byPeer[i]), true
}

// proceed carries out the steps in the list, and reports whether it has come to the end of them. If not, the node waits
// in a call.
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

// call begins the next call of the list: its sends, then its receives.
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

// work keeps a node busy for the time of a reduction.
func (m *machine[T]) work(w *port[T], words int) {
	m.nodes[w.rank].now.time += m.config.Tr * float64(words)
}
