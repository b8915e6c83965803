//go:build cgo

package verify

import (
	"slices"

	"topocoll/catalog"
)

// A call holds the arguments that differ between the calls of one algorithm.
type call struct{ root, m, shift int }

// cases returns calls with several roots and shifts, and with lengths around 0, p and the eager limit.
func cases(k catalog.Collective, p int) []call {
	lengths := []int{0, 1, 7, p + 1, 1000, 5000}
	roots, shifts := []int{0}, []int{0}
	if k == catalog.Barrier {
		lengths = []int{0}
	}
	if k.Rooted() {
		roots = withoutDuplicates(0, p/2, p-1)
	}
	if k == catalog.Shift {
		shifts = withoutDuplicates(0, 1, p/2, p-1, -1, p+2)
	}
	var list []call
	for _, m := range lengths {
		for _, root := range roots {
			for _, q := range shifts {
				list = append(list, call{root, m, q})
			}
		}
	}
	return list
}

func withoutDuplicates(values ...int) []int {
	slices.Sort(values)
	return slices.Compact(values)
}
