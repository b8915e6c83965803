package sim

import (
	"fmt"
	"strings"

	"topocoll/internal/check"
)

// A Wait describes a send or receive that has no matching call at the peer.
type Wait struct {
	Rank, Peer, Words int
	Sends             bool
	PeerDone          bool // the peer has already returned
}

func (w Wait) String() string {
	does, way := "receives", "from"
	if w.Sends {
		does, way = "sends", "to"
	}
	s := fmt.Sprintf("node %d %s %s %s node %d", w.Rank, does, check.FormatCount(w.Words, "word"), way, w.Peer)
	if w.PeerDone {
		s += ", which has returned"
	}
	return s
}

// A DeadlockError lists the sends and receives that wait in a deadlock.
type DeadlockError struct {
	Time    float64 // time in µs at which the last of them began to wait
	Waiting []Wait  // sorted by rank
}

func (e *DeadlockError) Error() string {
	const shown = 16
	var who []string
	for _, w := range e.Waiting[:min(shown, len(e.Waiting))] {
		who = append(who, w.String())
	}
	if more := len(e.Waiting) - shown; more > 0 {
		who = append(who, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("sim: deadlock at t=%v: %s", e.Time, strings.Join(who, "; "))
}
