package page

import (
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
)

// An advised is what some sizes of an operation have in common.
type advised struct{ Sizes, Text string }

// adviceOf puts the same advice to several sizes together, in the order of the first of them.
func adviceOf(rows []compare.LibraryRow) (list []advised) {
	type group struct {
		text string
		at   []int // of rows
		of   []compare.Advice
	}
	var groups []*group
	find := func(is func(*group) bool) *group {
		if i := slices.IndexFunc(groups, is); i >= 0 {
			return groups[i]
		}
		groups = append(groups, &group{})
		return groups[len(groups)-1]
	}
	for i, r := range rows {
		for _, advice := range r.Advice {
			g := find(func(g *group) bool { return len(g.of) > 0 && g.of[0].EqualsExceptNumbers(advice) })
			g.at, g.of = append(g.at, i), append(g.of, advice)
			g.text = compare.MeanAdvice(g.of).String()
		}
		if len(r.Advice) == 0 {
			text := without(r)
			g := find(func(g *group) bool { return g.text == text })
			g.at, g.text = append(g.at, i), text
		}
	}
	for _, g := range groups {
		list = append(list, advised{sizesAt(rows, g.at), g.text})
	}
	return list
}

// sizesAt names the sizes of some rows: 8 to 512, 32K.
func sizesAt(rows []compare.LibraryRow, at []int) string {
	if len(at) == len(rows) {
		return "all sizes"
	}
	var parts []string
	for i := 0; i < len(at); {
		j := i
		for j+1 < len(at) && at[j+1] == at[j]+1 {
			j++
		}
		first, last := results.FormatSize(rows[at[i]].Bytes), results.FormatSize(rows[at[j]].Bytes)
		switch j - i {
		case 0:
			parts = append(parts, first)
		case 1:
			parts = append(parts, first, last)
		default:
			parts = append(parts, first+" to "+last)
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// without is what there is to do where no verdict asks for anything.
func without(r compare.LibraryRow) string {
	if r.Native.Verdict == results.Same {
		return "nothing"
	}
	return "open: the data cannot tell"
}
