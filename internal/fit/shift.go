package fit

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/plan"
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

// shiftDistanceCache caches the result of medianShiftDistances, by algorithm, number of nodes and mesh.
type shiftDistanceCache map[string][]int

// medianDistances returns the distances at which the shift c takes its median time. Instead of computing
// times, it counts the consecutive messages in plans for one word.
func (m shiftDistanceCache) medianDistances(c call) []int {
	at := fmt.Sprint(c.row.ID, " ", c.p, " ", c.mesh)
	if m[at] == nil {
		c.words, c.segment = 1, 0
		m[at] = medianShiftDistances(c.p,
			func(q int) float64 { return simulation{jobs: []plan.Job{c.job(q)}}.time(1, 0) })
	}
	return m[at]
}
