package page

import (
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
)

// A sizeAdvice is a piece of advice with the sizes of an operation for which it holds.
type sizeAdvice struct{ Sizes, Text string }

// adviceOf groups sizes with the same advice, in the order of the first size of each group.
func adviceOf(rows []compare.LibraryRow) (list []sizeAdvice) {
	type group struct {
		text string
		at   []int // indices of the rows with this advice
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
			text := adviceWithoutChange(r)
			g := find(func(g *group) bool { return g.text == text })
			g.at, g.text = append(g.at, i), text
		}
	}
	for _, g := range groups {
		list = append(list, sizeAdvice{sizesAt(rows, g.at), g.text})
	}
	return list
}

// sizesAt formats the sizes of some rows, such as 8 to 512, 32K.
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

// adviceWithoutChange returns the advice for a row in which no verdict asks for a change.
func adviceWithoutChange(r compare.LibraryRow) string {
	if r.Native.Verdict == results.Same {
		return "nothing"
	}
	return "inconclusive"
}
