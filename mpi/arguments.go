package mpi

import "fmt"

// Integer is the constraint for the operands of bitwise and logical operators.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
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
