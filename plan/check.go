package plan

import (
	"cmp"
	"fmt"
	"slices"
)

// Malformed is the error for a plan that is invalid in itself, regardless of the plans of the other nodes.
type Malformed struct{ text string }

func (e Malformed) Error() string { return e.text }

// Check returns an error if the nodes cannot execute the job together. The reason is one of these:
//
//   - a plan is malformed: see Validate
//   - a message has no counterpart at its peer, or a counterpart of a different length
//   - the nodes deadlock if every message waits for its receiver
//
// Check looks for deadlocks both in program order and in dependency order, in which each step begins as soon
// as Waits allows. The error names the node, the step and the peer.
func (j Job) Check() error {
	if err := j.Validate(); err != nil {
		return err
	}
	if err := j.match(); err != nil {
		return err
	}
	if _, err := j.byWaits().sort(); err != nil {
		return fmt.Errorf("plan: deadlock in dependency order: %w", err)
	}
	if _, err := j.byRounds().sort(); err != nil {
		return fmt.Errorf("plan: deadlock in program order: %w", err)
	}
	return nil
}

// Validate returns an error of type Malformed if a range is outside its buffer, if the ranges of a step
// differ in length, or if a peer does not exist. It also returns such an error if messages are not numbered
// in program order, or if a Recv writes words that another message of its round sends or receives.
func (j Job) Validate() error {
	for rank := range j {
		p := &j[rank]
		if p.In < 0 || p.Out < 0 || p.Scratch < 0 {
			return malformed(rank, -1, "a buffer has %d words, want 0 or more", min(p.In, p.Out, p.Scratch))
		}
		numbers := map[[2]int]int{}
		for i, s := range p.Steps {
			if what := p.fault(s, len(j)); what != "" {
				return malformed(rank, i, "%s", what)
			}
			if !s.Message() {
				continue
			}
			key := [2]int{int(s.Kind), s.Peer}
			if s.Number != numbers[key] {
				return malformed(rank, i, "%v has message number %d, want %d", s, s.Number, numbers[key])
			}
			numbers[key]++
		}
		for first, end := range p.Rounds() {
			if err := p.checkRound(rank, first, end); err != nil {
				return err
			}
		}
	}
	return nil
}

// fault describes what is wrong with a step, without regard to other steps. It returns "" for a valid step.
func (p *Plan) fault(s Step, nodes int) string {
	sizes := [...]int{In: p.In, Out: p.Out, Scratch: p.Scratch}
	for _, r := range [...]Range{s.From, s.With, s.Into} {
		if r.Buffer < In || r.Buffer > Scratch {
			return fmt.Sprintf("there is no buffer %d", r.Buffer)
		}
		if n := sizes[r.Buffer]; r.At < 0 || r.Len < 0 || r.Len > n || r.At > n-r.Len {
			return fmt.Sprintf("%v is not within the %d words of %v", r, n, r.Buffer)
		}
	}
	used := map[Kind][3]bool{Send: {true, false, false}, Recv: {false, false, true},
		Copy: {true, false, true}, Combine: {true, true, true}}
	use, known := used[s.Kind]
	switch {
	case !known:
		return fmt.Sprintf("unknown step kind %d", s.Kind)
	case s.Message() != (s.Round > 0):
		return fmt.Sprintf("%v has round %d, want at least 1 for a message and 0 for a local step", s, s.Round)
	case s.Message() && (s.Peer < 0 || s.Peer >= nodes):
		return fmt.Sprintf("%v: its peer must be in 0..%d", s, nodes-1)
	}
	for i, r := range [...]Range{s.From, s.With, s.Into} {
		if use[i] && r.Len != s.Words() || !use[i] && r.Len != 0 {
			return fmt.Sprintf("%v: its source, second operand and destination have %d, %d and %d words; the "+
				"ranges that a step uses must have the same length, and the others must be empty", s,
				s.From.Len, s.With.Len, s.Into.Len)
		}
	}
	if s.Kind == Combine && (overlapInPart(s.Into, s.From) || overlapInPart(s.Into, s.With)) {
		return fmt.Sprintf("%v: the result partly overlaps an operand", s)
	}
	return ""
}

func overlapInPart(r, s Range) bool { return r != s && r.overlaps(s) }

// A use is a read or write access to a range.
type use struct {
	Range
	step   int
	writes bool
}

// checkRound returns an error if a Recv of the round writes a word that another message of the round sends or
// receives.
func (p *Plan) checkRound(rank, first, end int) error {
	var uses []use
	for i := first; i < end && p.Steps[i].Message(); i++ {
		s := p.Steps[i]
		if s.Words() > 0 && s.Kind == Send {
			uses = append(uses, use{s.From, i, false})
		} else if s.Words() > 0 {
			uses = append(uses, use{s.Into, i, true})
		}
	}
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(int(a.Buffer-b.Buffer), a.At-b.At, a.step-b.step)
	})
	var read, written use // the uses with the highest end so far
	for _, u := range uses {
		for _, other := range [...]use{written, read} {
			if u.overlaps(other.Range) && (u.writes || other.writes) {
				i, k := max(u.step, other.step), min(u.step, other.step)
				return malformed(rank, i, "%v uses words that step %d of the same round (%v) also uses, and at "+
					"least one of the two steps writes them", p.Steps[i], k,
					p.Steps[k])
			}
		}
		switch {
		case u.writes:
			written = u // the new end is the highest, because written ranges do not overlap
		case u.Buffer != read.Buffer || u.At+u.Len > read.At+read.Len:
			read = u
		}
	}
	return nil
}

func malformed(rank, step int, format string, args ...any) error {
	where := fmt.Sprintf("plan: node %d: ", rank)
	if step >= 0 {
		where = fmt.Sprintf("plan: node %d, step %d: ", rank, step)
	}
	return Malformed{where + fmt.Sprintf(format, args...)}
}

// A place identifies a step by node and index.
type place struct{ rank, step int }

// A message is the key of a message: sender, receiver, and number.
type message struct{ from, to, number int }

func (j Job) message(at place) message {
	s := j[at.rank].Steps[at.step]
	if s.Kind == Send {
		return message{at.rank, s.Peer, s.Number}
	}
	return message{s.Peer, at.rank, s.Number}
}

// ends returns the location of every Send step or every Recv step, keyed by message.
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

// match returns an error for a message without a counterpart at its peer, or with a counterpart of a
// different length.
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
				return fmt.Errorf("plan: node %d, step %d: %v is message %d, but node %d never %s it",
					rank, i, s, s.Number, s.Peer, verbs[1-s.Kind])
			}
			if peer := j[end.rank].Steps[end.step]; peer.Words() != s.Words() {
				return fmt.Errorf("plan: node %d, step %d: %v has %d words, but in step %d, node %d %s %d",
					rank, i, s, s.Words(), end.step, end.rank, verbs[peer.Kind], peer.Words())
			}
		}
	}
	return nil
}
