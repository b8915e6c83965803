package rules

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/tuned"
)

// openWishes are those of Open MPI: without sizes where a rule must not have them, and without the operations of which no job wants anything.
func openWishes(table *tuned.Table) []wish {
	all := wishes(table)
	for i, w := range all {
		if sizeless(colid(openName(w.op))) {
			all[i] = w.whole()
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(w wish) bool {
		return !slices.ContainsFunc(all, func(o wish) bool { return o.op == w.op && o.wants() })
	})
}

// sizeless reports whether a rule of an operation has to be for all sizes.
func sizeless(id int) bool {
	name, unit := operations[id].name, operations[id].unit
	return name == "gather" || name == "scatter" || unit == elements || unit == zero
}

// open is the number of the algorithm of a range, 0 for the library's own choice, and its fan-out when it is forced and nothing is said of
// that: a chain has that many chains.
func (w wish) open(r wishRange, v Version) (algorithm, fan int, err error) {
	names := operations[colid(openName(w.op))].algorithms(v)
	if r.name == "" {
		return 0, 0, nil
	}
	if algorithm = slices.Index(names, r.name); algorithm < 1 {
		return 0, 0, noAlgorithm(v, w, r, names[1:])
	}
	if r.name == "chain" {
		fan = 4
	}
	return algorithm, fan, nil
}

func noAlgorithm(v Version, w wish, r wishRange, names []string) error {
	return fmt.Errorf("rules: %s has no algorithm %q for %s, want one of %s", v, r.name, w.op, strings.Join(names, ", "))
}

// verifyOpen looks up in a file that has been read back what is wanted at both ends of each range, and that other numbers of ranks have
// nothing.
func verifyOpen(all []wish, v Version, choose func(op string, job tuned.Job, size uint64) Rule) error {
	for _, w := range all {
		op := operations[colid(openName(w.op))]
		for _, r := range w.ranges {
			want, fan, err := w.open(r, v)
			if err != nil {
				return err
			}
			for _, block := range r.ends() {
				if got := choose(op.name, w.job, op.unit.compared(w.job.Ranks, block, 8)); got.Algorithm != want || got.Fan != fan {
					return fmt.Errorf("rules: read back, %s on %d ranks, %d bytes: algorithm %d, want %d", w.op, w.job.Ranks, block, got.Algorithm, want)
				}
			}
		}
		for _, ranks := range []int{w.job.Ranks - 1, w.job.Ranks + 1} {
			other := func(o wish) bool { return o.op == w.op && o.job.Ranks == ranks }
			got := choose(op.name, tuned.Job{Ranks: ranks, Hosts: 1, Slots: ranks}, 1<<20)
			if got.Algorithm != 0 && !slices.ContainsFunc(all, other) {
				return fmt.Errorf("rules: read back, %s on %d ranks: algorithm %d, want none", w.op, ranks, got.Algorithm)
			}
		}
	}
	return nil
}
