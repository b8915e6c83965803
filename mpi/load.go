package mpi

// #include "operation.h"
import "C"

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"topocoll/plan"
)

// A loadedPlan holds a plan in C. In a program of the plan, every word of the plan stands for a unit of one
// or more words. The programs of a plan differ only in the number of words per unit.
type loadedPlan[T any] struct {
	port        *Port[T]
	in, out     int // lengths of the operands, in units
	combines    bool
	rounds      int
	movedUnits  int // units in all messages, sent and received
	longestStep int // units in the longest step

	inOrder, byDependencies *C.program // for the two orders of execution; nil if not yet compiled

	idleOperations []*operation[T]
	users          int  // number of operations in use
	freed          bool // Free was called; the last user frees the memory
}

// checkPlan returns an error if the length, peer or message number of a step is out of range.
func (p *port) checkPlan(node *plan.Plan) error {
	for i, s := range node.Steps {
		switch {
		case s.Words() > math.MaxInt32 && s.Kind != plan.Copy:
			return fmt.Errorf("mpi: Load: step %d: %v has %d words, want at most %d", i, s, s.Words(),
				math.MaxInt32)
		case s.Message() && uint(s.Peer) >= uint(p.Size()):
			return fmt.Errorf("mpi: Load: step %d: %v: the peer must be in 0..%d", i, s, p.Size()-1)
		case s.Message() && s.Number > p.maxTag:
			return fmt.Errorf("mpi: Load: step %d: %v has message number %d, want at most %d", i, s, s.Number,
				p.maxTag)
		}
	}
	return nil
}

// ensureCompiled compiles the plan for one order of execution, unless the program *form exists already. It
// reserves memory for units of `unit` words.
func (g *loadedPlan[T]) ensureCompiled(form **C.program, order func(*plan.Plan) *plan.Code, unit int,
	node func() *plan.Plan) error {
	bytes := C.int64_t(unit) * C.int64_t(unsafe.Sizeof(*new(T)))
	if *form != nil {
		if C.tc_reserve(g.port.c, *form, bytes) == 0 {
			return fmt.Errorf("mpi: Load: no memory for a plan of %d words", g.out*unit)
		}
		return nil
	}
	made, err := g.compile(order(node()), bytes)
	if err == nil {
		*form = made
	}
	return err
}

// ensureCompiledByDependencies compiles the plan for dependency order, as non-blocking operations require.
func (g *loadedPlan[T]) ensureCompiledByDependencies(unit int) error {
	if err := g.ensureCompiled(&g.byDependencies, (*plan.Plan).AsReady, unit, g.rebuildPlan); err != nil {
		return err
	}
	if C.tc_channels(g.byDependencies) == 0 {
		return errors.New("mpi: Start: no memory for the channels of a plan")
	}
	return nil
}

// compile returns the C program for code, and reserves memory for units of `unit` bytes.
func (g *loadedPlan[T]) compile(code *plan.Code, unit C.int64_t) (*C.program, error) {
	messages, edges, ordered := 0, 0, C.int(0)
	for _, s := range code.Steps {
		if s.Message() {
			messages++
		}
	}
	if code.Order != nil {
		edges, ordered = len(code.Order.Next), 1
	}
	n := len(code.Steps)
	c := C.tc_program_new(g.port.c, C.int(n), C.int(edges), C.int(messages), C.int64_t(code.Scratch),
		C.int64_t(code.Temporary), unit, ordered)
	if c == nil {
		return nil, fmt.Errorf("mpi: Load: no memory for a plan of %d steps", n)
	}
	steps := unsafe.Slice(c.step, n)
	for i, s := range code.Steps {
		steps[i] = C.step{kind: C.int(s.Kind), peer: C.int(s.Peer), tag: C.FIRST_TAG + C.int(s.Number),
			messages: C.int(code.Messages[i]), overlapped: C.int(code.Overlapped[i]),
			words: C.int64_t(s.Words()), from: address(s.From), with: address(s.With), into: address(s.Into)}
	}
	if o := code.Order; o != nil {
		copyToC(c.waits, o.Waits)
		copyToC(c.left, o.Waits)
		copyToC(c.first, o.First)
		copyToC(c.next, o.Next)
		copyToC(c.limit, o.Limit)
		copyToC(c.begin, o.Begin)
		c.begins = C.int(len(o.Begin))
	}
	return c, nil
}

func copyToC(to *C.int, numbers []int32) {
	for i, n := range numbers {
		unsafe.Slice(to, len(numbers))[i] = C.int(n)
	}
}

func address(r plan.Range) C.address { return C.address{at: C.int64_t(r.At), buffer: C.int(r.Buffer)} }

// rebuildPlan converts the C program of a plan back to a plan.
func (g *loadedPlan[T]) rebuildPlan() *plan.Plan {
	c := g.inOrder
	if c == nil {
		c = g.byDependencies
	}
	node := &plan.Plan{In: g.in, Out: g.out, Scratch: int(c.scratch)}
	round, left := 0, C.int(0) // left: messages that remain in the round
	for _, s := range unsafe.Slice(c.step, int(c.steps)) {
		words := func(a C.address) plan.Range {
			if s.words == 0 {
				return plan.Range{}
			}
			return plan.Range{Buffer: plan.Buffer(a.buffer), At: int(a.at), Len: int(s.words)}
		}
		step := plan.Step{Kind: plan.Kind(s.kind), Peer: int(s.peer)}
		if step.Message() {
			if left == 0 {
				round, left = round+1, s.messages
			}
			left--
			step.Round, step.Number = round, int(s.tag-C.FIRST_TAG)
		}
		if step.Kind != plan.Recv {
			step.From = words(s.from)
		}
		if step.Kind == plan.Combine {
			step.With = words(s.with)
		}
		if step.Kind != plan.Send {
			step.Into = words(s.into)
		}
		node.Steps = append(node.Steps, step)
	}
	return node
}
