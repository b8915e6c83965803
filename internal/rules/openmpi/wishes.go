package openmpi

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// openWishes returns the choices of a table that the rules files of Open MPI must contain. If an operation
// must have one rule for all sizes, its wishes have a single range. The result omits operations for which no
// job names an algorithm.
func openWishes(table *tuned.Table) []rules.Wish {
	all := rules.Wishes(table)
	for i, w := range all {
		if operationOf(w.Op).needsSingleRule() {
			all[i] = w.Whole()
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(w rules.Wish) bool {
		return !slices.ContainsFunc(all,
			func(o rules.Wish) bool { return o.Op == w.Op && o.NamesAlgorithm() })
	})
}

// needsSingleRule reports whether an operation must have one rule for all sizes.
func (o operation) needsSingleRule() bool {
	return o.name == "gather" || o.name == "scatter" || o.sizeKind == elementBytes || o.sizeKind == alwaysZero
}

// forcedRule returns a rule with the algorithm of a range. The fan-out of the rule is the default of a forced
// algorithm: 4 for the algorithm "chain", 0 for all other algorithms. The algorithm 0 is the library's own
// choice.
func forcedRule(w rules.Wish, r rules.WishRange, v rules.Version) (rule tunedRule, err error) {
	if r.Name == "" {
		return rule, nil
	}
	names := operationOf(w.Op).algorithms(v)
	if rule.Algorithm = slices.Index(names, r.Name); rule.Algorithm < 1 {
		return rule, rules.NoAlgorithm(v, w, r, names[1:])
	}
	if r.Name == "chain" {
		rule.Fan = 4
	}
	return rule, nil
}

// sameRanksError returns the error for a table with two jobs that have the same number of ranks.
func sameRanksError(a, b tuned.Job) error {
	return fmt.Errorf(
		"rules: the table has jobs of %d ranks on %d and on %d hosts, but a rule cannot distinguish "+
			"jobs by their number of hosts; use a table with only one of these jobs",
		b.Ranks, a.Hosts, b.Hosts)
}

// fillRanks adds entries with the library's own choice to the entries for the measured numbers of ranks. It
// adds one for `least` ranks. For each measured number n, it adds one for n+1 ranks, unless n+1 is measured
// too. An entry applies up to the ranks of the next one. Without the additional entries, the rules would thus
// also apply to communicator sizes that were not measured. The result is in ascending order.
func fillRanks(measured []commSizeEntry, least int) []commSizeEntry {
	own := []tunedRule{{}}
	all := append(slices.Clone(measured), commSizeEntry{ranks: least, rules: own})
	for _, c := range measured {
		if !slices.ContainsFunc(measured, func(o commSizeEntry) bool { return o.ranks == c.ranks+1 }) {
			all = append(all, commSizeEntry{ranks: c.ranks + 1, rules: own})
		}
	}
	slices.SortFunc(all, func(a, b commSizeEntry) int { return a.ranks - b.ranks })
	return all
}

// verifyRules checks the rules that were read back from a written file of the component "tuned".
func verifyRules(all []rules.Wish, v rules.Version, read ruleSelector) error {
	return verifyWishes(all, ownChoice, func(w rules.Wish, r rules.WishRange) string {
		rule, _ := forcedRule(w, r, v) // the writer has already returned any error
		return operationOf(w.Op).ruleText(rule, v)
	}, func(op operation, job tuned.Job, block int) string {
		return op.ruleText(read.selectRule(op.name, job, op.sizeKind.lookupSize(job.Ranks, block, 8)), v)
	})
}

// verifyWishes checks that a written file, as it was read back, fulfils the wishes. The function `want`
// returns the name of the algorithm of a range, and `choose` returns the name of the algorithm that the file
// selects for a call. The names must be equal at both ends of every range. For p-1 and p+1 ranks, where p is
// the number of ranks of a wish, the file must select `own`, unless another wish has that number.
func verifyWishes(all []rules.Wish, own string, want func(rules.Wish, rules.WishRange) string,
	choose func(op operation, job tuned.Job, block int) string) error {
	for _, w := range all {
		op := operationOf(w.Op)
		check := func(job tuned.Job, block int, want string) error {
			if got := choose(op, job, block); got != want {
				return fmt.Errorf("rules: internal error: for %s on %d ranks with %d bytes the written file has %s "+
					"instead of %s", w.Op, job.Ranks, block, got, want)
			}
			return nil
		}
		for _, r := range w.Ranges {
			for _, block := range r.Ends() {
				if err := check(w.Job, block, want(w, r)); err != nil {
					return err
				}
			}
		}
		for _, ranks := range []int{w.Job.Ranks - 1, w.Job.Ranks + 1} {
			other := func(o rules.Wish) bool { return o.Op == w.Op && o.Job.Ranks == ranks }
			if slices.ContainsFunc(all, other) {
				continue
			}
			if err := check(tuned.Job{Ranks: ranks, Hosts: 1, Slots: ranks}, 1<<20, own); err != nil {
				return err
			}
		}
	}
	return nil
}
