package record

import "slices"

// A Message is one message, in the step in which it was sent. Steps count from 1.
type Message struct{ Step, From, To, Words int }

// Messages returns all messages, ordered by step, then by sender.
//
// A step is a round of the whole machine, as counted in the textbook: every node completes at most one call in
// it, as early as its partners allow. So a message is in the step after the one in which the later of its two
// nodes became free. The run must have ended without an error.
func (t *Trace) Messages() []Message {
	s := steps{partners: map[place][]place{}, finished: map[place]int{}}
	var all []Message
	var ends [][2]place
	arrivals := t.arrivals()
	for v, calls := range t.nodes {
		for i, c := range calls {
			for _, e := range c.sends {
				queue := arrivals[[2]int{v, e.peer}]
				arrivals[[2]int{v, e.peer}] = queue[1:]
				a, b := place{v, i}, place{e.peer, queue[0]}
				s.partners[a] = append(s.partners[a], b)
				s.partners[b] = append(s.partners[b], a)
				all = append(all, Message{From: v, To: e.peer, Words: e.words})
				ends = append(ends, [2]place{a, b})
			}
		}
	}
	for i, at := range ends {
		all[i].Step = s.step(at[0], at[1])
	}
	slices.SortStableFunc(all, func(a, b Message) int { return a.Step - b.Step })
	return all
}

// Steps returns the number of steps of the whole machine.
func (t *Trace) Steps() int {
	last := 0
	for _, msg := range t.Messages() {
		last = max(last, msg.Step)
	}
	return last
}

// arrivals lists, for every sender and receiver, the calls of the receiver that have its messages.
func (t *Trace) arrivals() map[[2]int][]int {
	list := map[[2]int][]int{}
	for v, calls := range t.nodes {
		for i, c := range calls {
			for _, e := range c.recvs {
				list[[2]int{e.peer, v}] = append(list[[2]int{e.peer, v}], i)
			}
		}
	}
	return list
}

// A place is call i of node v.
type place struct{ v, i int }

type steps struct {
	partners map[place][]place // the calls with the other ends of a call's messages
	finished map[place]int     // the step in which a call is complete, once known
}

// step returns the step of the message between calls a and b.
func (s steps) step(a, b place) int {
	return 1 + max(s.finish(place{a.v, a.i - 1}), s.finish(place{b.v, b.i - 1}))
}

func (s steps) finish(a place) int {
	if a.i < 0 {
		return 0
	}
	if last, known := s.finished[a]; known {
		return last
	}
	last := s.finish(place{a.v, a.i - 1})
	for _, b := range s.partners[a] {
		last = max(last, s.step(a, b))
	}
	s.finished[a] = last
	return last
}
