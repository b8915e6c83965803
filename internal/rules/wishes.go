package rules

import (
	"fmt"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A Wish is what a library should do with the calls of one operation in one job: ranges of sizes,
// one after the other.
type Wish struct {
	Op     catalog.Collective
	Job    tuned.Job
	Ranges []WishRange
}

// A WishRange is for blocks of so many bytes, both ends included.
type WishRange struct {
	From int
	To   *int   // nil: no end
	Name string // the library's algorithm; "": its own choice
}

// Wants reports whether a wish names an algorithm.
func (w Wish) Wants() bool { return len(w.Ranges) > 1 || w.Ranges[0].Name != "" }

// Wishes are the choices of a table, neighbours with the same algorithm joined.
func Wishes(table *tuned.Table) (all []Wish) {
	type call struct {
		op  catalog.Collective
		job tuned.Job
	}
	places := map[call]int{}
	for _, c := range table.Choices {
		if OperationName(c.Op) == "" {
			continue
		}
		of := call{c.Op, c.Job}
		at, found := places[of]
		if !found {
			at = len(all)
			places[of] = at
			all = append(all, Wish{Op: c.Op, Job: c.Job})
		}
		w := &all[at]
		if last := len(w.Ranges) - 1; last >= 0 && w.Ranges[last].Name == ofLibrary(c) {
			w.Ranges[last].To = c.To
			continue
		}
		w.Ranges = append(w.Ranges, WishRange{c.From, c.To, ofLibrary(c)})
	}
	return all
}

// Whole is a wish without sizes: an algorithm if it is that of all sizes, else the library's own
// choice.
func (w Wish) Whole() Wish {
	name := w.Ranges[0].Name
	if len(w.Ranges) > 1 {
		name = ""
	}
	w.Ranges = []WishRange{{Name: name}}
	return w
}

// ofLibrary is the library's own algorithm for a choice: "" is its own choice, or that none is
// known. The component han is the library's own choice where it is in use.
func ofLibrary(c tuned.Choice) string {
	for _, text := range []string{c.Algo, c.Native} {
		if name, found := strings.CutPrefix(text, tuned.Native+":"); found && name != "han" {
			return name
		} else if found || text == tuned.Native {
			return ""
		}
	}
	return ""
}

// Ends are the smallest and the largest block of a range. Where there is no end, the largest is one
// of far more than was measured.
func (r WishRange) Ends() [2]int {
	const far = 1 << 40
	if r.To == nil {
		return [2]int{r.From, r.From + far}
	}
	return [2]int{r.From, *r.To}
}

// OperationName returns the name that Open MPI and MPICH have for one of our operations, or "" for
// a shift, which they do not have.
func OperationName(op catalog.Collective) string {
	switch op {
	case catalog.Shift:
		return ""
	case catalog.ReduceScatter:
		return "reduce_scatter_block"
	}
	return string(op)
}

// NoAlgorithm is the error for a range with an algorithm that a version does not have. names are
// those that it has.
func NoAlgorithm(v Version, w Wish, r WishRange, names []string) error {
	return fmt.Errorf("rules: %s has no algorithm %q for %s, want one of %s", v, r.Name, w.Op,
		strings.Join(names, ", "))
}

// ElementSize returns the size of the elements that bench uses for a block.
func ElementSize(block int) int {
	if block%8 == 0 {
		return 8
	}
	return 1
}
