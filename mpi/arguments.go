package mpi

import (
	"fmt"
	"strings"

	"topocoll/comm"
)

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
