//go:build cgo

package contender

import (
	"errors"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/plan"
)

// A Contender is one way to perform an operation.
type Contender[T words.Number] struct {
	Name   string
	Run    func(a catalog.Args[T]) error
	Load   func(a catalog.Args[T]) error // compiles the call into a program; nil: the contender has no program
	Mapped bool                          // the contender numbers the processes by label, not by rank
	// LastCall returns the start and the end of the last call, read in C. It is nil if the times are read in
	// Go.
	LastCall func() (began, ended int64)
	Timer    Timer // port of one of our algorithms; nil for other contenders
	// Plan returns the plan of a node, before Segment divides its messages. It is nil for contenders without a
	// plan.
	Plan func(rank int) (*plan.Plan, error)
	// For a pipelined algorithm, which divides messages itself, whole returns the same plan with whole
	// messages. For other contenders it is nil.
	whole   func(rank int) (*plan.Plan, error)
	Segment int      // maximum length of a message in words; 0: messages are whole
	Alike   []string // other algorithms with the same plans, which are not measured separately
	// Undivided is the same algorithm with whole messages. It is nil unless Segment was predicted from the
	// times of the run's messages.
	Undivided *Contender[T]

	// world in which Select sets the forced algorithm; nil if there is nothing to set
	world *mpi.World
	// begin starts a non-blocking or persistent call. It is nil for blocking calls.
	begin func(a catalog.Args[T]) (plan.Request, error)
	free  func() error // frees the resources of the contender; may be nil
}

// A Timer is a port that can read the times of its calls in C.
type Timer interface {
	TimeCalls() // makes the port time all later calls in C
	LastCall() (began, ended int64)
}

// Prepare compiles a call into a program, if the contender has one. Prepare is not timed.
func (c Contender[T]) Prepare(a catalog.Args[T]) error {
	if c.Load == nil {
		return nil
	}
	return c.Load(a)
}

// Select makes the library use the contender's native algorithm, if the contender is a forced algorithm.
// Select is not timed.
func (c Contender[T]) Select() error {
	if c.world == nil {
		return nil
	}
	return c.world.Select()
}

// Deselect restores the library's default choice. Deselect is not timed.
func (c Contender[T]) Deselect() error {
	if c.world == nil {
		return nil
	}
	return c.world.Deselect()
}

// Call calls Select, Run and Deselect. Use Call only for calls that are not timed.
func (c Contender[T]) Call(a catalog.Args[T]) error {
	if err := c.Select(); err != nil {
		return err
	}
	return errors.Join(c.Run(a), c.Deselect())
}

// IsNative reports whether a contender is an algorithm of the library.
func (c Contender[T]) IsNative() bool {
	return results.Subject{Algo: c.Name}.IsForced() || c.Name == results.Native
}

// isOurs reports whether a contender is an algorithm of the catalog that runs from its plan. It returns false
// for auto, so that auto is measured in addition to the algorithm that it selects.
func (c Contender[T]) isOurs() bool {
	return c.Plan != nil && c.Name != results.Auto && !strings.Contains(c.Name, ":")
}

// setPlan sets the contender's plan to the plan of a recorded call. Its messages have at most `cut` words; 0
// means that they are whole. A pipelined algorithm divides its messages itself. Its segments also have at
// most `cut` words, unless cut is 0.
func (c *Contender[T]) setPlan(call recording, cut int) {
	c.Plan, c.Segment = call.node, cut
	if own := call.args.Segment; call.row.Pipelined() && own > 0 {
		c.Segment = own
		call.args.Segment = max(1, call.m)
		c.whole = call.node
	}
}

// release frees the contender's resources. It ignores errors, because the contender's port is freed later.
func (c Contender[T]) release() {
	if c.free != nil {
		c.free()
	}
}

// TimedInC returns a copy of the contender whose later calls are timed in C. The contender must be one of our
// algorithms.
func (c Contender[T]) TimedInC() Contender[T] {
	c.Timer.TimeCalls()
	c.LastCall = c.Timer.LastCall
	return c
}
