package plan

import (
	"fmt"
	"iter"
	"slices"
)

// A Plan holds the steps of one node in one call of a procedure. All lengths are in words.
type Plan struct {
	In      int    `json:"in"`      // length of the input; 0 for a call in place
	Out     int    `json:"out"`     // length of the output, which contains the input of a call in place
	Scratch int    `json:"scratch"` // words of temporary memory; the initial content does not matter
	Steps   []Step `json:"steps"`   // in program order
}

// A Job holds the plans of all nodes, indexed by rank.
type Job []Plan

// A Step is one send, receive, copy or combination.
//
// Consecutive steps with the same Round > 0 form one round, which the book calls a communication step. All
// messages of a round may be in flight at the same time. If a message of a round receives a word, no other
// message of the round sends or receives this word. Rounds count from 1. The Round of a local step, a Copy or
// a Combine, is 0.
//
// Number counts the messages from one node to another, starting at 0, in program order at both nodes. So the
// Send with Number k from node a to node b matches the Recv with Number k from a at b.
type Step struct {
	Kind   Kind
	Round  int
	Peer   int   // rank of the receiver of a Send, or of the sender of a Recv
	Number int   // number of the message: see the comment of Step
	From   Range // Send, Copy: the source; Combine: the operand from the lower labels
	With   Range // Combine: the operand from the higher labels
	Into   Range // Recv, Copy, Combine: the destination
}

// Kind is the kind of a step.
type Kind int

// The kinds of steps.
const (
	Send    Kind = iota // send From to Peer
	Recv                // fill Into with a message from Peer
	Copy                // Into = From; the ranges may overlap
	Combine             // Into = From ⊕ With; Into may equal From or With
)

var kinds = [...]string{"send", "recv", "copy", "combine"}

func (k Kind) String() string { return kinds[k] }

// Buffer is one of the three buffers of a node: In, Out or Scratch.
type Buffer int

// The buffers.
const (
	In Buffer = iota
	Out
	Scratch
)

var buffers = [...]string{"in", "out", "scratch"}

func (b Buffer) String() string { return buffers[b] }

// A Range is a range of Len words of a buffer, starting at word At. An empty range is {In, 0, 0}.
type Range struct {
	Buffer  Buffer
	At, Len int
}

func (r Range) String() string { return fmt.Sprintf("%v[%d:%d]", r.Buffer, r.At, r.At+r.Len) }

func (r Range) overlaps(s Range) bool {
	return r.Buffer == s.Buffer && r.At < s.At+s.Len && s.At < r.At+r.Len && r.Len > 0 && s.Len > 0
}

// Message reports whether s is a Send or a Recv.
func (s Step) Message() bool { return s.Kind == Send || s.Kind == Recv }

// Words returns the length of the ranges of s.
func (s Step) Words() int { return max(s.From.Len, s.Into.Len) }

// A channel identifies the messages to one process, or the messages from it.
type channel struct {
	kind Kind
	peer int
}

func (s Step) channel() channel { return channel{s.Kind, s.Peer} }

// A messageCounter counts the messages of a node on each channel.
type messageCounter map[channel]int

// next counts the message of s on its channel, and returns the number of earlier messages on this channel.
func (c messageCounter) next(s Step) int {
	c[s.channel()]++
	return c[s.channel()] - 1
}

// reads returns the ranges that s reads. Ranges that it does not use are empty.
func (s Step) reads() [2]Range { return [2]Range{s.From, s.With} }

func (s Step) String() string {
	switch s.Kind {
	case Send:
		return fmt.Sprintf("send %v to %d", s.From, s.Peer)
	case Recv:
		return fmt.Sprintf("recv %v from %d", s.Into, s.Peer)
	case Copy:
		return fmt.Sprintf("copy %v to %v", s.From, s.Into)
	}
	return fmt.Sprintf("combine %v with %v into %v", s.From, s.With, s.Into)
}

// Rounds iterates over the rounds and local steps of p in program order. It yields the index of the first
// step of each, and the index after its last step.
func (p *Plan) Rounds() iter.Seq2[int, int] {
	return func(yield func(first, end int) bool) {
		for first, end := 0, 0; first < len(p.Steps); first = end {
			if end = p.roundEnd(first); !yield(first, end) {
				return
			}
		}
	}
}

// Combines reports whether p has a Combine step and therefore needs an operator.
func (p *Plan) Combines() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Kind == Combine })
}

// roundEnd returns the index after the last step of the round or local step that begins at index `first`.
func (p *Plan) roundEnd(first int) int {
	end := first + 1
	for round := p.Steps[first].Round; round > 0 && end < len(p.Steps) && p.Steps[end].Round == round; {
		end++
	}
	return end
}

// Counts holds the totals of the messages of one node.
type Counts struct {
	Rounds     int
	Sent, Recv int // messages sent and received
	Out, In    int // words sent and received
}

// Counts returns the totals of the messages of p.
func (p *Plan) Counts() (n Counts) {
	for first, end := range p.Rounds() {
		if p.Steps[first].Message() {
			n.Rounds++
		}
		for _, s := range p.Steps[first:end] {
			switch s.Kind {
			case Send:
				n.Sent++
				n.Out += s.Words()
			case Recv:
				n.Recv++
				n.In += s.Words()
			}
		}
	}
	return n
}

// Scaled returns a copy of the plan in which all positions and lengths are multiplied by n >= 1. The messages
// do not depend on the values of the words, so n words can replace each word. The copy is therefore a plan of
// the same procedure for longer blocks. It equals the plan that Record returns if the procedure divides short
// and long blocks in the same proportion.
func (p *Plan) Scaled(n int) *Plan {
	scaled := &Plan{In: p.In * n, Out: p.Out * n, Scratch: p.Scratch * n, Steps: make([]Step, len(p.Steps))}
	for i, s := range p.Steps {
		for _, r := range [...]*Range{&s.From, &s.With, &s.Into} {
			r.At, r.Len = r.At*n, r.Len*n
		}
		scaled.Steps[i] = s
	}
	return scaled
}

// Equal reports whether two plans have the same buffers and steps.
func (p *Plan) Equal(q *Plan) bool {
	return p.In == q.In && p.Out == q.Out && p.Scratch == q.Scratch && slices.Equal(p.Steps, q.Steps)
}

// LongestStep returns the length in words of the longest step.
func (p *Plan) LongestStep() (words int) {
	for _, s := range p.Steps {
		words = max(words, s.Words())
	}
	return words
}
