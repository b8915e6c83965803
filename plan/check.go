package plan

import (
	"cmp"
	"fmt"
	"slices"
)

// Malformed is the error for a plan that is invalid regardless of the plans of the other nodes.
type Malformed struct{ text string }

func (e Malformed) Error() string { return e.text }

// Check returns an error if the nodes cannot execute the job together. There are three possible reasons:
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
	if err := j.checkMatching(); err != nil {
		return err
	}
	if _, err := j.dependencyGraph().topologicalOrder(); err != nil {
		return fmt.Errorf("plan: deadlock in dependency order: %w", err)
	}
	if _, err := j.programOrderGraph().topologicalOrder(); err != nil {
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
		numbers := messageCounter{}
		for i, s := range p.Steps {
			if what := p.describeFault(s, len(j)); what != "" {
				return malformed(rank, i, "%s", what)
			}
			if !s.Message() {
				continue
			}
			if number := numbers.next(s); s.Number != number {
				return malformed(rank, i, "%v has message number %d, want %d", s, s.Number, number)
			}
		}
		for first, end := range p.Rounds() {
			if err := p.checkConflicts(rank, first, end); err != nil {
				return err
			}
		}
	}
	return nil
}

// describeFault returns the reason why a step is invalid in itself, or "" for a valid step.
func (p *Plan) describeFault(s Step, nodes int) string {
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
	operands, known := used[s.Kind]
	switch {
	case !known:
		return fmt.Sprintf("unknown step kind %d", s.Kind)
	case s.Message() != (s.Round > 0):
		return fmt.Sprintf("%v has round %d, want at least 1 for a message and 0 for a local step", s, s.Round)
	case s.Message() && (s.Peer < 0 || s.Peer >= nodes):
		return fmt.Sprintf("%v: its peer must be in 0..%d", s, nodes-1)
	}
	for i, r := range [...]Range{s.From, s.With, s.Into} {
		if operands[i] && r.Len != s.Words() || !operands[i] && r.Len != 0 {
			return fmt.Sprintf("%v: its source, second operand and destination have %d, %d and %d words; the "+
				"ranges that a step uses must have the same length, and the others must be empty", s,
				s.From.Len, s.With.Len, s.Into.Len)
		}
	}
	if s.partlyOverlapsOperand(s.Into) {
		return fmt.Sprintf("%v: the result partly overlaps an operand", s)
	}
	return ""
}

func overlapsPartially(r, s Range) bool { return r != s && r.overlaps(s) }

// An access is a read or a write of a range by a step.
type access struct {
	Range
	step   int
	writes bool
}

// checkConflicts returns an error if a Recv of a round writes a word that another message of the round sends
// or receives. The round consists of the steps `first` to `end`-1.
func (p *Plan) checkConflicts(rank, first, end int) error {
	var accesses []access
	for i := first; i < end && p.Steps[i].Message(); i++ {
		s := p.Steps[i]
		if s.Words() > 0 && s.Kind == Send {
			accesses = append(accesses, access{s.From, i, false})
		} else if s.Words() > 0 {
			accesses = append(accesses, access{s.Into, i, true})
		}
	}
	slices.SortFunc(accesses, func(a, b access) int {
		return cmp.Or(int(a.Buffer-b.Buffer), a.At-b.At, a.step-b.step)
	})
	var read, written access // the accesses with the highest end so far
	for _, u := range accesses {
		for _, other := range [...]access{written, read} {
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

// A stepRef identifies a step of a job.
type stepRef struct{ rank, step int }

// A messageKey identifies a message of a job by sender, receiver and Step.Number.
type messageKey struct{ from, to, number int }

func (j Job) messageKey(at stepRef) messageKey {
	s := j[at.rank].Steps[at.step]
	if s.Kind == Send {
		return messageKey{at.rank, s.Peer, s.Number}
	}
	return messageKey{s.Peer, at.rank, s.Number}
}

// stepsByMessage returns all steps of the given kind, Send or Recv, keyed by message.
func (j Job) stepsByMessage(kind Kind) map[messageKey]stepRef {
	steps := map[messageKey]stepRef{}
	for rank := range j {
		for i, s := range j[rank].Steps {
			if s.Kind == kind {
				steps[j.messageKey(stepRef{rank, i})] = stepRef{rank, i}
			}
		}
	}
	return steps
}

// checkMatching returns an error if a Send has no Recv of the same length at its peer, or if a Recv has no
// such Send.
func (j Job) checkMatching() error {
	other := [...]map[messageKey]stepRef{Send: j.stepsByMessage(Recv), Recv: j.stepsByMessage(Send)}
	verbs := [...]string{Send: "sends", Recv: "receives"}
	for rank := range j {
		for i, s := range j[rank].Steps {
			if !s.Message() {
				continue
			}
			end, found := other[s.Kind][j.messageKey(stepRef{rank, i})]
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
