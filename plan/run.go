package plan

import (
	"fmt"

	"topocoll/comm"
)

// A Runner executes the plan of one node any number of times. It reuses its memory.
type Runner[T any] struct {
	plan         *Plan
	buffers      [3][]T
	sends, recvs []comm.Message[T]
}

// NewRunner returns a runner for p, which must be valid: see Job.Validate.
func NewRunner[T any](p *Plan) *Runner[T] {
	return &Runner[T]{plan: p, buffers: [3][]T{Scratch: make([]T, p.Scratch)}}
}

// Run executes the steps in program order. It calls port.Round once for each round. If the plan is in place,
// `out` holds the input, and `in` is not used.
func (r *Runner[T]) Run(port comm.Port[T], op comm.Op[T], in, out []T) error {
	if err := r.setBuffers(in, out); err != nil {
		return err
	}
	defer r.clearBuffers()
	for first, end := range r.plan.Rounds() {
		s := r.plan.Steps[first]
		if !s.Message() {
			r.runLocal(s, op)
			continue
		}
		r.sends, r.recvs = r.sends[:0], r.recvs[:0]
		for _, s := range r.plan.Steps[first:end] {
			if s.Kind == Send {
				r.sends = append(r.sends, comm.Message[T]{Peer: s.Peer, Data: r.words(s.From)})
			} else {
				r.recvs = append(r.recvs, comm.Message[T]{Peer: s.Peer, Data: r.words(s.Into)})
			}
		}
		if err := port.Round(r.sends, r.recvs); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner[T]) runLocal(s Step, op comm.Op[T]) {
	if s.Kind == Copy {
		copy(r.words(s.Into), r.words(s.From))
	} else {
		op.Apply(r.words(s.Into), r.words(s.From), r.words(s.With))
	}
}

func (r *Runner[T]) words(at Range) []T { return r.buffers[at.Buffer][at.At : at.At+at.Len] }

func (r *Runner[T]) setBuffers(in, out []T) error {
	if len(out) != r.plan.Out || r.plan.In > 0 && len(in) != r.plan.In {
		return fmt.Errorf("plan: Run: in and out have %d and %d words, want %d and %d", len(in), len(out),
			r.plan.In, r.plan.Out)
	}
	r.buffers[In], r.buffers[Out] = in, out
	return nil
}

// clearBuffers drops the references to the caller's slices, so that they can be garbage-collected.
func (r *Runner[T]) clearBuffers() {
	r.buffers[In], r.buffers[Out] = nil, nil
	clear(r.sends[:cap(r.sends)])
	clear(r.recvs[:cap(r.recvs)])
}
