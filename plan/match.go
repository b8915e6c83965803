package plan

import "fmt"

// A place is a step of a node.
type place struct{ rank, step int }

// A message is named by its two nodes and its number.
type message struct{ from, to, number int }

func (j Job) message(at place) message {
	s := j[at.rank].Steps[at.step]
	if s.Kind == Send {
		return message{at.rank, s.Peer, s.Number}
	}
	return message{s.Peer, at.rank, s.Number}
}

// ends finds the steps of one kind by message.
func (j Job) ends(kind Kind) map[message]place {
	ends := map[message]place{}
	for rank := range j {
		for i, s := range j[rank].Steps {
			if s.Kind == kind {
				ends[j.message(place{rank, i})] = place{rank, i}
			}
		}
	}
	return ends
}

// match refuses a message without its other end, or with one of another length.
func (j Job) match() error {
	other := [...]map[message]place{Send: j.ends(Recv), Recv: j.ends(Send)}
	verbs := [...]string{Send: "sends", Recv: "receives"}
	for rank := range j {
		for i, s := range j[rank].Steps {
			if !s.Message() {
				continue
			}
			end, found := other[s.Kind][j.message(place{rank, i})]
			if !found {
				return fmt.Errorf("plan: node %d, step %d: %v, message %d, but node %d never %s it",
					rank, i, s, s.Number, s.Peer, verbs[1-s.Kind])
			}
			if peer := j[end.rank].Steps[end.step]; peer.Words() != s.Words() {
				return fmt.Errorf("plan: node %d, step %d: %v has %d words, but in step %d node %d %s %d",
					rank, i, s, s.Words(), end.step, end.rank, verbs[peer.Kind], peer.Words())
			}
		}
	}
	return nil
}
