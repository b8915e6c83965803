package sim

import (
	"fmt"
	"slices"
)

// Dual returns an error that describes the first way in which b is not a in reverse. Every node must receive in b,
// from the same nodes and in reverse order, the messages that it sent in a, and send those that it received in a. The
// start times may differ, for example if one arm of a ring is shorter. Record both traces on a one-port machine.
func Dual(a, b *Trace) error {
	if a.P != b.P {
		return fmt.Errorf("sim: Dual: traces of %d and %d nodes", a.P, b.P)
	}
	for dir, does := range [2]string{sends: "sends", recvs: "receives"} {
		forth, back := a.sequences(kind(dir)), b.sequences(1-kind(dir))
		for rank := range a.P {
			slices.Reverse(back[rank])
			if !slices.Equal(forth[rank], back[rank]) {
				return fmt.Errorf("sim: Dual: node %d %s %v (peer, words), and backwards the other way %v", rank, does, forth[rank], back[rank])
			}
		}
	}
	return nil
}

// A message is a transfer as seen from one of its ends.
type message struct{ Peer, Words int }

// sequences returns the messages that each node sends, or receives, in order.
func (t *Trace) sequences(dir kind) [][]message {
	s := make([][]message, t.P)
	for _, x := range t.Transfers {
		node, peer := x.From, x.To
		if dir == recvs {
			node, peer = peer, node
		}
		s[node] = append(s[node], message{peer, x.Words})
	}
	return s
}
