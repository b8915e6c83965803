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
	// LastCall returns the start and the end of the last call, read in C; nil if Go reads the clock.
	LastCall func() (began, ended int64)
	Timer    Timer // port of one of our algorithms; nil for other contenders
	// Plan returns the plan of a node, before Segment divides its messages; nil for contenders without a plan.
	Plan func(rank int) (*plan.Plan, error)
	// wholeMessagePlan returns the plan that a pipelined algorithm, which divides its messages itself, would
	// have with whole messages. It is nil for other contenders.
	wholeMessagePlan func(rank int) (*plan.Plan, error)
	Segment          int      // maximum length of a message in words; 0: messages are whole
	Alike            []string // other algorithms with the same plans, which are not measured separately
	// Undivided is the same algorithm without the Segment that the bench has chosen. Its messages are whole or,
	// in a pipelined algorithm, divided into the algorithm's own segments. It is nil if the bench has not
	// chosen Segment, if this makes no difference, or if the contender is not in the catalog.
	Undivided *Contender[T]

	// world in which Select sets the forced algorithm; nil if there is nothing to set
	world *mpi.World
	// startCall starts a non-blocking or persistent call; nil for blocking calls
	startCall func(a catalog.Args[T]) (plan.Request, error)
	free      func() error // frees the resources of the contender; may be nil
}

// A Timer is a port that can read the times of its calls in C.
type Timer interface {
	TimeCalls() // makes the port time all later calls in C
	LastCall() (began, ended int64)
}

// Prepare compiles a call into a program, if the contender has one. It is not timed.
func (c Contender[T]) Prepare(a catalog.Args[T]) error {
	if c.Load == nil {
		return nil
	}
	return c.Load(a)
}

// Select makes the library use the forced algorithm if the contender is a forced native algorithm. It is not
// timed.
func (c Contender[T]) Select() error {
	if c.world == nil {
		return nil
	}
	return c.world.Select()
}

// Deselect restores the library's default choice. It is not timed.
func (c Contender[T]) Deselect() error {
	if c.world == nil {
		return nil
	}
	return c.world.Deselect()
}

// Call calls Select, Run and Deselect. Use it only for calls that are not timed.
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

// isOurs reports whether a contender is an algorithm of the catalog that runs from its plan. The contender
// "auto" does not count, so that it is measured in addition to the algorithm that it selects.
func (c Contender[T]) isOurs() bool {
	return c.Plan != nil && c.Name != results.Auto && !strings.Contains(c.Name, ":")
}

// setPlan sets the contender's plan to the plan of a recorded call. Messages have at most `segment` words,
// or are whole if `segment` is 0. A pipelined algorithm divides its messages into its own segments instead.
func (c *Contender[T]) setPlan(call recordedCall, segment int) {
	c.Plan, c.Segment = call.nodePlan, segment
	if own := call.args.Segment; call.row.Pipelined() && own > 0 {
		c.Segment = own
		call.args.Segment = max(1, call.m)
		c.wholeMessagePlan = call.nodePlan
	}
}

// release frees the contender's resources. It ignores errors, because the contender's port will be freed
// anyway.
func (c Contender[T]) release() {
	if c.free != nil {
		c.free()
	}
}

// TimedInC returns a copy of one of our algorithms whose later calls are timed in C.
func (c Contender[T]) TimedInC() Contender[T] {
	c.Timer.TimeCalls()
	c.LastCall = c.Timer.LastCall
	return c
}
