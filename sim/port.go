package sim

import (
	"cmp"
	"slices"
	"sort"
)

// A port is the state of a live node. It holds the recorded calls that the machine has not processed yet; the
// first of them is the current call. When the node has finished, the port is reused for another node.
type port[T any] struct {
	rank           int
	process        *process[T] // process that runs the body; nil if the body has returned
	err            error       // error of the body, reported after the steps in the list
	steps          []step
	data           [][]T       // data of each step, unless the run is oblivious
	nextStep       int         // index of the step after the current call
	halves         [2]callHalf // the sends and the receives of the current call
	lastCompletion moment      // latest completion so far of a send or receive of the current call
	incomplete     int         // number of incomplete sends and receives of the current call
	waiting        bool        // the node waits for the current call to complete
}

// A callHalf holds the sends or the receives of a call. Under OnePort and HalfDuplex they are transferred one
// after the other.
type callHalf struct {
	steps       []step
	first       int     // index of the first of these steps in port.steps
	nextToMatch int     // all messages before this index are matched
	inFlight    int     // number of transfers in progress
	freeAt      moment  // when the node's port for this direction became free
	byPeer      []int32 // message indices, sorted by peer; in the original order for each peer
}

// reset initialises the half with the sends or receives of a call.
func (l *callHalf) reset(steps []step, first int, now moment) {
	*l = callHalf{steps: steps, first: first, freeAt: now, byPeer: l.byPeer[:0]}
	for i := range steps {
		l.byPeer = append(l.byPeer, int32(i))
	}
	slices.SortFunc(l.byPeer,
		func(a, b int32) int { return cmp.Or(cmp.Compare(steps[a].peer, steps[b].peer), cmp.Compare(a, b)) })
}

// firstWaiting returns the first message that waits for a peer, and whether there is one. Messages between
// two nodes are matched in order.
func (l *callHalf) firstWaiting(peer int) (end int, found bool) {
	i := sort.Search(len(l.byPeer), func(i int) bool {
		s := &l.steps[l.byPeer[i]]
		return int(s.peer) > peer || int(s.peer) == peer && !s.matched
	})
	if i == len(l.byPeer) || int(l.steps[l.byPeer[i]].peer) != peer {
		return 0, false
	}
	return int(l.byPeer[i]), true
}

// beginCall makes the next call in the list of steps the current call. In the list, the sends of a call
// precede its receives.
func (w *port[T]) beginCall(now moment) {
	first, end := w.nextStep, w.nextStep+1
	for end < len(w.steps) && !w.steps[end].startsCall {
		end++
	}
	middle := first
	for middle < end && w.steps[middle].kind == sends {
		middle++
	}
	w.halves[sends].reset(w.steps[first:middle], first, now)
	w.halves[recvs].reset(w.steps[middle:end], middle, now)
	w.lastCompletion, w.incomplete, w.nextStep = now, end-first, end
}
