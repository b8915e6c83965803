package mpi

import (
	"fmt"
	"os"
	"strings"

	"topocoll/comm"
)

// checkedVariable is the environment variable that turns Checked on.
const checkedVariable = "TOPOCOLL_CHECKED"

// An Option changes how Init and Run start MPI.
type Option func(*options)

type options struct{ checked bool }

// Checked returns the option that compares every collective call of this package and of package coll across
// the ranks before the call begins. The operation, element type, operator, root and lengths are compared. If
// they differ, all ranks return the same error, which names the ranks. The same happens if some ranks find an
// error in their own arguments or, under MPI, call Finalize instead. A non-blocking call of package coll
// returns the error from Start or Init. A non-blocking call of this package returns it from Wait or Test.
//
// The environment variable TOPOCOLL_CHECKED=1 has the same effect. It suffices to set the option or the
// variable on one rank. Each call then waits for all ranks, and takes a few microseconds longer. If a rank
// makes no collective call, or calls on another World, the other ranks still hang.
func Checked() Option { return func(o *options) { o.checked = true } }

// wantsChecks reports whether the options or the environment of this process turn Checked on.
func wantsChecks(with []Option) (bool, error) {
	o := options{}
	for _, option := range with {
		option(&o)
	}
	switch value := os.Getenv(checkedVariable); value {
	case "", "0":
		return o.checked, nil
	case "1":
		return true, nil
	default:
		return false, fmt.Errorf("mpi: Init: %s=%q, want 0 or 1", checkedVariable, value)
	}
}

// Checked reports whether collective calls on this world are checked (see the option [Checked]).
func (w *World) Checked() bool { return w.checked }

// Integer is the constraint for the operands of bitwise and logical operators.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// checkSub returns an error if the arguments of Sub are wrong or, with Checked, if they differ between ranks.
func (w *World) checkSub(ranks []int) error {
	err := w.checkLive("mpi: Sub")
	if err == nil {
		err = checkRanks(ranks, w.Size)
	}
	return w.compareIfChecked(comm.Call{Name: "mpi: Sub", Ranks: strings.Trim(fmt.Sprint(ranks), "[]")}, err)
}

// checkRanks returns an error if a list of ranks for Sub contains a rank twice, or a rank outside 0..size-1.
func checkRanks(ranks []int, size int) error {
	named := make([]bool, size)
	for _, r := range ranks {
		switch {
		case r < 0 || r >= size:
			return fmt.Errorf("mpi: Sub: rank %d of %d processes, want 0..%d", r, size, size-1)
		case named[r]:
			return fmt.Errorf("mpi: Sub: rank %d is in the list twice; list each rank at most once", r)
		}
		named[r] = true
	}
	return nil
}
