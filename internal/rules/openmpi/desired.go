package openmpi

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// desiredRules returns the choices of a table that the rules files of Open MPI must contain. If an operation
// must have one rule for all sizes, its desired rules have a single range. The result omits operations for
// which no job names an algorithm.
func desiredRules(table *tuned.Table) []rules.DesiredRule {
	all := rules.DesiredRules(table)
	for i, d := range all {
		if operationOf(d.Op).needsSingleRule() {
			all[i] = d.Whole()
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(d rules.DesiredRule) bool {
		return !slices.ContainsFunc(all,
			func(o rules.DesiredRule) bool { return o.Op == d.Op && o.NamesAlgorithm() })
	})
}

// needsSingleRule reports whether an operation must have one rule for all sizes.
func (o operation) needsSingleRule() bool {
	return o.name == "gather" || o.name == "scatter" || o.sizeKind == elementBytes || o.sizeKind == alwaysZero
}

// defaultFan is the fan-out of a forced algorithm, unless a variable sets another one.
const defaultFan = 4

// usesFan reports whether an algorithm uses the fan-out of its rule.
func (o operation) usesFan(algorithm string) bool {
	return algorithm == "chain" || o.needsFan(algorithm)
}

// needsFan reports whether an algorithm uses the fan-out of its rule as its radix. With a radix below 2, the
// call never returns.
func (o operation) needsFan(algorithm string) bool {
	return algorithm == "bruck-k-fanout" || o.name == "reduce" && algorithm == "knomial"
}

// forcedRule returns a rule with the algorithm of a range. The fan-out of the rule is the default of a forced
// algorithm, or 0 if the algorithm does not use it. The algorithm 0 is the library's own choice.
func forcedRule(d rules.DesiredRule, r rules.DesiredRange, v rules.Version) (rule tunedRule, err error) {
	if r.Name == "" {
		return rule, nil
	}
	op := operationOf(d.Op)
	names := op.algorithms(v)
	if rule.Algorithm = slices.Index(names, r.Name); rule.Algorithm < 1 {
		return rule, rules.NoAlgorithm(v, d, r, names[1:])
	}
	if op.usesFan(r.Name) {
		rule.Fan = defaultFan
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
func verifyRules(all []rules.DesiredRule, v rules.Version, read ruleSelector) error {
	return verifyDesired(all, ownChoice, func(d rules.DesiredRule, r rules.DesiredRange) string {
		rule, _ := forcedRule(d, r, v) // the writer has already returned any error
		return operationOf(d.Op).ruleText(rule, v)
	}, func(op operation, job tuned.Job, block int) string {
		return op.ruleText(read.selectRule(op.name, job, op.sizeKind.lookupSize(job.Ranks, block, 8)), v)
	})
}

// verifyDesired checks that a written file, as it was read back, fulfils the desired rules. The function
// `want` returns the name of the algorithm of a range, and `choose` returns the name of the algorithm that
// the file selects for a call. The names must be equal at both ends of every range. For p-1 and p+1 ranks,
// where p is the number of ranks of a desired rule, the file must select `own`, unless another desired rule
// has that number.
func verifyDesired(all []rules.DesiredRule, own string,
	want func(rules.DesiredRule, rules.DesiredRange) string,
	choose func(op operation, job tuned.Job, block int) string) error {
	for _, d := range all {
		op := operationOf(d.Op)
		check := func(job tuned.Job, block int, want string) error {
			if got := choose(op, job, block); got != want {
				return fmt.Errorf("rules: internal error: for %s on %d ranks with %d bytes the written file has %s "+
					"instead of %s", d.Op, job.Ranks, block, got, want)
			}
			return nil
		}
		for _, r := range d.Ranges {
			for _, block := range r.Ends() {
				if err := check(d.Job, block, want(d, r)); err != nil {
					return err
				}
			}
		}
		for _, ranks := range []int{d.Job.Ranks - 1, d.Job.Ranks + 1} {
			other := func(o rules.DesiredRule) bool { return o.Op == d.Op && o.Job.Ranks == ranks }
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
