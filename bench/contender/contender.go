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

// A Contender is one way to do an operation.
type Contender[T words.Number] struct {
	Name   string
	Run    func(a catalog.Args[T]) error
	Load   func(a catalog.Args[T]) error // makes the program of a call; nil: there is none
	Mapped bool                          // numbers the processes by label, not by rank
	// Took returns the times of the last call if they are read in C; otherwise it is nil.
	Took     func() (began, ended int64)
	Timer    Timer                              // port of an algorithm of ours; otherwise nil
	Recorded func(rank int) (*plan.Plan, error) // plan of a node with whole messages; nil if it is not one of ours
	Segment  int                                // length in words of the longest message; 0: all are whole
	Alike    []string                           // other algorithms with the same plans, which are not measured again

	world *mpi.World                                    // with which a forced algorithm takes effect; otherwise nil
	begin func(a catalog.Args[T]) (plan.Request, error) // starts a non-blocking or persistent call; otherwise nil
	free  func() error                                  // frees what the contender holds; nil: nothing
}

// A Timer is a port that can read the times of its calls in C.
type Timer interface {
	TimeCalls() // from now on
	LastCall() (began, ended int64)
}

// Prepare does, before a call, what is not part of it.
func (c Contender[T]) Prepare(a catalog.Args[T]) error {
	if c.Load == nil {
		return nil
	}
	return c.Load(a)
}

// Select makes the library use a forced native algorithm. It is not timed.
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

// Call selects, runs and deselects, for calls that are not timed.
func (c Contender[T]) Call(a catalog.Args[T]) error {
	if err := c.Select(); err != nil {
		return err
	}
	return errors.Join(c.Run(a), c.Deselect())
}

// IsNative reports whether a contender is an algorithm of the library.
func (c Contender[T]) IsNative() bool {
	return results.Cell{Algo: c.Name}.IsForced() || c.Name == results.Native
}

// isOurs reports whether a contender is an algorithm of the catalog that runs from its plan. auto is not, so
// that it is measured beside the algorithm that it has chosen.
func (c Contender[T]) isOurs() bool {
	return c.Recorded != nil && c.Name != results.Auto && !strings.Contains(c.Name, ":")
}

// TimedInC returns an algorithm of ours with its times read in C from now on.
func (c Contender[T]) TimedInC() Contender[T] {
	c.Timer.TimeCalls()
	c.Took = c.Timer.LastCall
	return c
}
