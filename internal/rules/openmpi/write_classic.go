package openmpi

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeClassic writes a rules file of Open MPI 4.1 or 5.0 for the choices of a table. If the table has a best
// native algorithm, the rule names it, even if the table chooses one of our algorithms. For all other sizes
// and rank counts, the rules leave the choice to the library. Sizes are converted to the sizes that the
// library looks up. Operations for which no job has an algorithm are left out.
//
// Rules for gather and scatter do not depend on the size, because rules with sizes can make a program hang.
// Rules for scan and exscan do not depend on the size either, because the library ignores the count. For
// these operations a rule names an algorithm only if it is the choice for all sizes.
//
// writeClassic returns an error if the table has two jobs with the same number of ranks, because rules cannot
// distinguish them. It also returns an error for an algorithm that the version does not have. It reads the
// written file back, and checks every choice in it.
func writeClassic(table *tuned.Table, v rules.Version) ([]byte, error) {
	all := openWishes(table)
	if len(all) == 0 {
		return nil, nil
	}
	jobs := map[int]tuned.Job{}
	for _, c := range table.Choices {
		if other, found := jobs[c.Ranks]; found && other != c.Job {
			return nil, sameRanksError(other, c.Job)
		}
		jobs[c.Ranks] = c.Job
	}
	file, err := classicText(table, all, v)
	if err != nil {
		return nil, err
	}
	read := readClassic(file, v)
	if read.ignoredBecause != "" {
		return nil, fmt.Errorf(
			"rules: internal error: the library would ignore the %s that was written: line %d: %s", classicName,
			read.ignoredAtLine, read.ignoredBecause)
	}
	return file, verifyWishes(all, v, func(op string, job tuned.Job, size uint64) tunedRule {
		rule, _ := read.selectRule(op, job.Ranks, size)
		return rule
	})
}

// classicText returns the content of a classic rules file. An entry applies to communicators from its size up
// to the size of the next entry. The file has an entry for the size of each job. It also has an entry for
// size 0, and an entry for one rank more than each job, unless a different job has this size. The additional
// entries leave the choice to the library. Without them, the rules of the jobs would also apply to
// communicator sizes that were not measured.
func classicText(table *tuned.Table, all []rules.Wish, v rules.Version) ([]byte, error) {
	type place struct{ id, ranks int }
	entries := map[int]map[int][]tunedRule{} // rules by COLID and communicator size
	measured := map[place]string{}           // description of the measured block sizes
	for _, w := range all {
		id := colid(rules.OperationName(w.Op))
		if entries[id] == nil {
			entries[id] = map[int][]tunedRule{0: {{}}}
		}
		var rules []tunedRule
		for _, r := range w.Ranges {
			algorithm, fan, err := algorithmNumber(w, r, v)
			if err != nil {
				return nil, err
			}
			rules = append(rules, tunedRule{Size: operations[id].sizeKind.lookupSize(w.Job.Ranks, r.From, 0),
				Algorithm: algorithm, Fan: fan})
		}
		entries[id][w.Job.Ranks] = rules
		measured[place{id, w.Job.Ranks}] = table.Measured(w.Op, w.Job)
	}
	for _, w := range all {
		byRanks := entries[colid(rules.OperationName(w.Op))]
		if byRanks[w.Job.Ranks+1] == nil {
			byRanks[w.Job.Ranks+1] = []tunedRule{{}}
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"# Rules for %s, written by topocoll tune. Use: mpirun --mca coll_tuned_use_dynamic_rules 1\n", v)
	fmt.Fprintf(&b,
		"# --mca coll_tuned_dynamic_rules_filename FILE. Algorithm 0 is the library's own choice.\n")
	if v.Since(5, 0, 0) {
		fmt.Fprintf(&b,
			"# On several hosts with several ranks each, the rules apply only with openmpi-han.conf, or with "+
				"--mca coll_han_priority 0.\n")
	}
	fmt.Fprintf(&b, "%d  # operations\n", len(entries))
	for _, id := range slices.Sorted(maps.Keys(entries)) {
		byRanks := entries[id]
		fmt.Fprintf(&b, "\n%d  # %s; sizes are %s\n%d  # numbers of ranks\n", id, operations[id].name,
			operations[id].sizeKind, len(byRanks))
		names := operations[id].algorithms(v)
		for _, ranks := range slices.Sorted(maps.Keys(byRanks)) {
			fmt.Fprintf(&b, "%d %d  # from %d ranks on", ranks, len(byRanks[ranks]), ranks)
			if sizes := measured[place{id, ranks}]; sizes != "" {
				fmt.Fprintf(&b, "; measured: blocks of %s", sizes)
			}
			fmt.Fprintln(&b)
			for _, rule := range byRanks[ranks] {
				name := names[rule.Algorithm]
				if rule.Algorithm == 0 {
					name = "the library's own choice"
				}
				fmt.Fprintf(&b, "  %d %d %d %d  # %s\n", rule.Size, rule.Algorithm, rule.Fan, rule.Segment,
					name)
			}
		}
	}
	return b.Bytes(), nil
}
