package plan

import (
	"fmt"
	"iter"
	"slices"
)

// A Plan is what one node does in one call of a procedure. All lengths are in words.
type Plan struct {
	In      int    `json:"in"`      // length of the input; 0 if the call is in place
	Out     int    `json:"out"`     // length of the output, which is also the input if the call is in place
	Scratch int    `json:"scratch"` // words of memory that the node needs besides; their content on entry does not matter
	Steps   []Step `json:"steps"`   // in program order
}

// A Job is the plans of all nodes, by rank.
type Job []Plan

// A Step is one send, receive, copy or combination.
//
// Steps that follow each other and have the same Round > 0 are one round, the communication step of the book: all its messages are in flight at
// the same time, and none of them reads or writes what another one of them writes. Rounds count from 1. The Round of a
// local step, a Copy or a Combine, is 0.
//
// Number counts the messages from one node to another from 0, in program order at both ends. So message k that node a
// sends to b is message k that b receives from a.
type Step struct {
	Kind   Kind
	Round  int
	Peer   int   // Send: the receiver's rank; Recv: the sender's
	Number int   // of a message
	From   Range // Send, Copy: what is read; Combine: the operand from the lower labels
	With   Range // Combine: the operand from the higher labels
	Into   Range // Recv, Copy, Combine: what is written
}

// Kind is what a step does.
type Kind int

// The kinds of steps.
const (
	Send    Kind = iota // send From to Peer
	Recv                // fill Into with a message from Peer
	Copy                // Into = From; the two may overlap
	Combine             // Into = From ⊕ With; Into may be one of the two
)

var kinds = [...]string{"send", "recv", "copy", "combine"}

func (k Kind) String() string { return kinds[k] }

// Buffer is one of the three buffers of a node.
type Buffer int

// The buffers.
const (
	In Buffer = iota
	Out
	Scratch
)

var buffers = [...]string{"in", "out", "scratch"}

func (b Buffer) String() string { return buffers[b] }

// A Range is Len words of a buffer from word At on. A range without words is {In, 0, 0}.
type Range struct {
	Buffer  Buffer
	At, Len int
}

func (r Range) String() string { return fmt.Sprintf("%v[%d:%d]", r.Buffer, r.At, r.At+r.Len) }

// overlaps reports whether r and s have a word in common.
func (r Range) overlaps(s Range) bool {
	return r.Buffer == s.Buffer && r.At < s.At+s.Len && s.At < r.At+r.Len && r.Len > 0 && s.Len > 0
}

// Message reports whether s is one end of a message.
func (s Step) Message() bool { return s.Kind == Send || s.Kind == Recv }

// Words returns the length of the ranges of s.
func (s Step) Words() int { return max(s.From.Len, s.Into.Len) }

// reads returns what s reads; the ranges that it does not use are empty.
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

// Rounds ranges over the first and the end of every round and every local step, in program order.
func (p *Plan) Rounds() iter.Seq2[int, int] {
	return func(yield func(first, end int) bool) {
		for first, end := 0, 0; first < len(p.Steps); first = end {
			if end = p.end(first); !yield(first, end) {
				return
			}
		}
	}
}

// Combines reports whether p has a Combine, so that it needs an operator.
func (p *Plan) Combines() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Kind == Combine })
}

// end returns the end of the round or the local step that begins with a step.
func (p *Plan) end(first int) int {
	end := first + 1
	for round := p.Steps[first].Round; round > 0 && end < len(p.Steps) && p.Steps[end].Round == round; {
		end++
	}
	return end
}
