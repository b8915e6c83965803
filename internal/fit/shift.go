package fit

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/plan"
)

// mostShifts is the number of distances at which a shift is measured: the default number of samples of the bench.
const mostShifts = 1024

// middle returns the distances of a shift with the median time. The bench shifts by 1, 2, .. p-1 in turn, and more steps take
// more time, whatever ts and tw are.
func middle(p int, steps func(q int) float64) []int {
	of := make([]float64, min(p, mostShifts+1))
	distances := make([]int, len(of)-1)
	for i := range distances {
		q := i + 1
		distances[i], of[q] = q, steps(q)
	}
	slices.SortStableFunc(distances, func(q, r int) int { return cmp.Compare(of[q], of[r]) })
	n := len(distances)
	return []int{distances[(n-1)/2], distances[n/2]}
}

// middles are the distances of shifts with the median time, by algorithm, number of nodes and mesh.
type middles map[string][]int

// of returns those of a shift. Its plans for one word tell how many messages follow each other.
func (m middles) of(c call) []int {
	at := fmt.Sprint(c.row.ID, " ", c.p, " ", c.mesh)
	if m[at] == nil {
		c.words, c.cut = 1, 0
		m[at] = middle(c.p, func(q int) float64 { return played{jobs: []plan.Job{c.segmented(q, 1)}}.time(1, 0) })
	}
	return m[at]
}
