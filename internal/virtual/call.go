// Package virtual runs algorithms in virtual time on a simulated machine.
package virtual

import (
	"context"
	"errors"
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/exit"
	"topocoll/internal/planfile"
	"topocoll/plan"
	"topocoll/sim"
)

// A Call holds an algorithm and the arguments of one call of it.
type Call struct {
	Info              catalog.Info
	P, M, Root, Shift int
	Plans             plan.Job // plans read from a plan file; nil for an algorithm of the catalog
}

// Check returns an error for arguments that are wrong on every machine.
func (c Call) Check() error {
	switch {
	case c.P < 1:
		return exit.Usagef("-n %d, want at least 1 process", c.P)
	case !c.Info.Takes(c.P):
		return exit.Usagef("%s needs %s, got -n %d", c.Info.ID, c.Info.Accepts, c.P)
	case c.Root < 0 || c.Root >= c.P:
		return exit.Usagef("--root %d, want 0..%d", c.Root, c.P-1)
	}
	return nil
}

// CheckRecordable returns an error if the call has more ranks than maxP, or if its buffers are too large for
// recorded plans. The error message begins with `context`.
func (c Call) CheckRecordable(context string, maxP int) error {
	switch most := planfile.MaxWords / max(c.P, 1); {
	case c.P > maxP:
		return exit.Usagef("%s-n %d, want at most %d", context, c.P, maxP)
	case c.M > most:
		return exit.Usagef("%s-m %d, want at most %d words for -n %d", context, c.M, most, c.P)
	}
	return nil
}

// Record returns the plans of all nodes. The argument `segment` is the segment size in words for a pipelined
// algorithm.
func (c Call) Record(m Machine, segment int, commute bool) (plan.Job, error) {
	if c.Plans != nil {
		return c.Plans, nil
	}
	row, _ := catalog.FindByteRow(c.Info.ID)
	return catalog.Plans(row, c.P, c.M,
		catalog.Args[byte]{Root: c.Root, Shift: c.Shift, Mesh: m.Extents, Network: m.Packed,
			Segment: segment, Op: comm.Op[byte]{Commutative: commute}})
}

// ExitError wraps the error of a run to give it an exit code.
func (c Call) ExitError(err error, config sim.Config) error {
	refusal := errors.Unwrap(err) // the reason why the procedure rejects its arguments
	switch {
	case errors.Is(err, context.Canceled):
		return exit.Error{Code: exit.Partial, Err: fmt.Errorf("%s: interrupted", c.Info.ID)}
	case errors.Is(err, sim.ErrMemory):
		return memoryError(c.Info, c.P, config.Network, config.Memory)
	case refusal != nil:
		return exit.Usage(refusal)
	}
	return fmt.Errorf("%s: %w", c.Info.ID, err)
}
