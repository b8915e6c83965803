package rules

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A Wish lists the algorithms that a library should use for one operation in one job, in consecutive ranges
// of sizes.
type Wish struct {
	Op     catalog.Collective
	Job    tuned.Job
	Ranges []WishRange
}

// A WishRange names the algorithm for blocks of at least From and at most To bytes.
type WishRange struct {
	From int
	To   *int   // nil: no upper limit
	Name string // algorithm of the library; "": the library's own choice
}

// NamesAlgorithm reports whether a wish names an algorithm for at least one size.
func (w Wish) NamesAlgorithm() bool { return len(w.Ranges) > 1 || w.Ranges[0].Name != "" }

// Wishes returns the choices of a table as wishes. It joins adjacent ranges with the same algorithm.
func Wishes(table *tuned.Table) (all []Wish) {
	for _, c := range table.Choices {
		if OperationName(c.Op) == "" {
			continue
		}
		at := slices.IndexFunc(all, func(w Wish) bool { return w.Op == c.Op && w.Job == c.Job })
		if at < 0 {
			at = len(all)
			all = append(all, Wish{Op: c.Op, Job: c.Job})
		}
		w := &all[at]
		if last := len(w.Ranges) - 1; last >= 0 && w.Ranges[last].Name == libraryAlgorithm(c) {
			w.Ranges[last].To = c.To
			continue
		}
		w.Ranges = append(w.Ranges, WishRange{c.From, c.To, libraryAlgorithm(c)})
	}
	return all
}

// Whole returns a wish with a single range for all sizes. If w has one range, the result has its algorithm.
// Otherwise it has the library's own choice.
func (w Wish) Whole() Wish {
	name := w.Ranges[0].Name
	if len(w.Ranges) > 1 {
		name = ""
	}
	w.Ranges = []WishRange{{Name: name}}
	return w
}

// libraryAlgorithm returns the algorithm of the MPI library for a choice. It returns "" if the library should
// make its own choice, or if no algorithm is known. The component "han" counts as the library's own choice.
func libraryAlgorithm(c tuned.Choice) string {
	for _, text := range []string{c.Algo, c.Native} {
		if name, found := strings.CutPrefix(text, tuned.Native+":"); found && name != "han" {
			return name
		} else if found || text == tuned.Native {
			return ""
		}
	}
	return ""
}

// Ends returns the smallest and the largest block size of a range. If the range has no upper limit, the
// largest is far beyond all measured sizes.
func (r WishRange) Ends() [2]int {
	const far = 1 << 40
	if r.To == nil {
		return [2]int{r.From, r.From + far}
	}
	return [2]int{r.From, *r.To}
}

// OperationName returns the name that Open MPI and MPICH use for an operation of the catalog. It returns ""
// for a shift, because the libraries do not have this operation.
func OperationName(op catalog.Collective) string {
	switch op {
	case catalog.Shift:
		return ""
	case catalog.ReduceScatter:
		return "reduce_scatter_block"
	}
	return string(op)
}

// NoAlgorithm returns the error for a range r whose algorithm does not exist in version v. The argument
// `names` lists the existing algorithms.
func NoAlgorithm(v Version, w Wish, r WishRange, names []string) error {
	return fmt.Errorf("rules: %s has no algorithm %q for %s; use one of %s", v, r.Name, w.Op,
		strings.Join(names, ", "))
}

// ElementSize returns the size in bytes of the elements that bench uses for a block of the given size.
func ElementSize(block int) int {
	if block%8 == 0 {
		return 8
	}
	return 1
}
