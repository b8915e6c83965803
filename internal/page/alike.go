package page

import (
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
)

// samePlans lists the algorithms with the same plans. If they do not have the same plans at all sizes, the
// sizes come first: "8, 64K: ring/bcast = hcube/bcast".
func (t *table) samePlans() (list []string) {
	sizes, order := map[string][]string{}, []string{}
	for _, bytes := range t.Sizes {
		for _, group := range strings.Split(tables.AlikeText(t.cellsOfSize(bytes)), "; ") {
			if !slices.Contains(order, group) {
				order = append(order, group)
			}
			sizes[group] = append(sizes[group], results.FormatSize(bytes))
		}
	}
	for _, group := range order {
		switch {
		case group == "":
		case len(sizes[group]) == len(t.Sizes):
			list = append(list, group)
		default:
			list = append(list, strings.Join(sizes[group], ", ")+": "+group)
		}
	}
	return list
}
