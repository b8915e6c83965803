package rules

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A DesiredRule lists the algorithms that a library should use for one operation in one job, in consecutive
// ranges of sizes.
type DesiredRule struct {
	Op     catalog.Collective
	Job    tuned.Job
	Ranges []DesiredRange
}

// A DesiredRange names the algorithm for blocks of at least From and at most To bytes.
type DesiredRange struct {
	From int
	To   *int   // nil: no upper limit
	Name string // algorithm of the library; "": the library's own choice
}

// NamesAlgorithm reports whether a desired rule names an algorithm for at least one size.
func (d DesiredRule) NamesAlgorithm() bool { return len(d.Ranges) > 1 || d.Ranges[0].Name != "" }

// DesiredRules returns the choices of a table as desired rules. It joins adjacent ranges with the same
// algorithm.
func DesiredRules(table *tuned.Table) (all []DesiredRule) {
	for _, c := range table.Choices {
		if OperationName(c.Op) == "" {
			continue
		}
		at := slices.IndexFunc(all, func(d DesiredRule) bool { return d.Op == c.Op && d.Job == c.Job })
		if at < 0 {
			at = len(all)
			all = append(all, DesiredRule{Op: c.Op, Job: c.Job})
		}
		d := &all[at]
		if last := len(d.Ranges) - 1; last >= 0 && d.Ranges[last].Name == libraryAlgorithm(c) {
			d.Ranges[last].To = c.To
			continue
		}
		d.Ranges = append(d.Ranges, DesiredRange{c.From, c.To, libraryAlgorithm(c)})
	}
	return all
}

// Whole returns a desired rule with a single range for all sizes. If d has one range, the result has its
// algorithm. Otherwise it has the library's own choice.
func (d DesiredRule) Whole() DesiredRule {
	name := d.Ranges[0].Name
	if len(d.Ranges) > 1 {
		name = ""
	}
	d.Ranges = []DesiredRange{{Name: name}}
	return d
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
func (r DesiredRange) Ends() [2]int {
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
func NoAlgorithm(v Version, d DesiredRule, r DesiredRange, names []string) error {
	return fmt.Errorf("rules: %s has no algorithm %q for %s; use one of %s", v, r.Name, d.Op,
		strings.Join(names, ", "))
}

// ElementSize returns the size in bytes of the elements that bench uses for a block of the given size.
func ElementSize(block int) int {
	if block%8 == 0 {
		return 8
	}
	return 1
}
