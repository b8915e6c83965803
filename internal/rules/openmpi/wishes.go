package openmpi

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// openWishes returns the wishes that the rules files of Open MPI should fulfil. For an operation that must
// have one rule for all sizes, the wishes have a single range. Operations for which no job names an algorithm
// are left out.
func openWishes(table *tuned.Table) []rules.Wish {
	all := rules.Wishes(table)
	for i, w := range all {
		if needsSingleRule(colid(rules.OperationName(w.Op))) {
			all[i] = w.Whole()
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(w rules.Wish) bool {
		return !slices.ContainsFunc(all,
			func(o rules.Wish) bool { return o.Op == w.Op && o.NamesAlgorithm() })
	})
}

// needsSingleRule reports whether an operation must have one rule for all sizes.
func needsSingleRule(id int) bool {
	name, unit := operations[id].name, operations[id].sizeKind
	return name == "gather" || name == "scatter" || unit == elementBytes || unit == alwaysZero
}

// algorithmNumber returns the number of a range's algorithm, or 0 for the library's own choice. It also
// returns the fan-out that a forced algorithm has by default: the number of chains for the algorithm chain,
// otherwise 0.
func algorithmNumber(w rules.Wish, r rules.WishRange, v rules.Version) (algorithm, fan int, err error) {
	names := operations[colid(rules.OperationName(w.Op))].algorithms(v)
	if r.Name == "" {
		return 0, 0, nil
	}
	if algorithm = slices.Index(names, r.Name); algorithm < 1 {
		return 0, 0, rules.NoAlgorithm(v, w, r, names[1:])
	}
	if r.Name == "chain" {
		fan = 4
	}
	return algorithm, fan, nil
}

// sameRanksError returns the error for a table with two jobs that have the same number of ranks.
func sameRanksError(a, b tuned.Job) error {
	return fmt.Errorf(
		"rules: the table has jobs of %d ranks on %d and on %d hosts, but a rule cannot distinguish "+
			"jobs by their number of hosts; use a table with only one of these jobs",
		b.Ranks, a.Hosts, b.Hosts)
}

// verifyWishes checks a file that has been read back. The function `choose` looks up a rule in the file. At
// both ends of every range, the file must select the algorithm of the wish. For one rank more or fewer, it
// must select no algorithm, unless a different wish has this number of ranks.
func verifyWishes(all []rules.Wish, v rules.Version, choose func(op string, job tuned.Job,
	size uint64) tunedRule) error {
	for _, w := range all {
		op := operations[colid(rules.OperationName(w.Op))]
		for _, r := range w.Ranges {
			want, fan, err := algorithmNumber(w, r, v)
			if err != nil {
				return err
			}
			for _, block := range r.Ends() {
				got := choose(op.name, w.Job, op.sizeKind.lookupSize(w.Job.Ranks, block, 8))
				if got.Algorithm != want || got.Fan != fan {
					return fmt.Errorf(
						"rules: internal error: for %s on %d ranks with %d bytes the written file has "+
							"algorithm %d instead of %d",
						w.Op,
						w.Job.Ranks, block, got.Algorithm, want)
				}
			}
		}
		for _, ranks := range []int{w.Job.Ranks - 1, w.Job.Ranks + 1} {
			other := func(o rules.Wish) bool { return o.Op == w.Op && o.Job.Ranks == ranks }
			got := choose(op.name, tuned.Job{Ranks: ranks, Hosts: 1, Slots: ranks}, 1<<20)
			if got.Algorithm != 0 && !slices.ContainsFunc(all, other) {
				return fmt.Errorf(
					"rules: internal error: for %s on %d ranks the written file has algorithm %d, but must have none",
					w.Op, ranks,
					got.Algorithm)
			}
		}
	}
	return nil
}
