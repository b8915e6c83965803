package fit

import (
	"cmp"
	"slices"
)

// maxShifts is the maximum number of distances in a measured shift: the default number of samples of bench.
const maxShifts = 1024

// medianShiftDistances sorts the distances of a shift by time, and returns the two middle ones. They are
// equal if the number of distances is odd. The mean of their times is the median. bench shifts by 1, 2, ...,
// p-1 in turn. The function `steps` returns the number of steps for a distance. For any ts and tw, more steps
// take more time.
func medianShiftDistances(p int, steps func(q int) float64) []int {
	of := make([]float64, min(p, maxShifts+1))
	distances := make([]int, len(of)-1)
	for i := range distances {
		q := i + 1
		distances[i], of[q] = q, steps(q)
	}
	slices.SortStableFunc(distances, func(q, r int) int { return cmp.Compare(of[q], of[r]) })
	n := len(distances)
	return []int{distances[(n-1)/2], distances[n/2]}
}
