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
// native algorithm, the rule names it, even if the table chooses an algorithm of topocoll. For all other
// sizes and rank counts, the rules leave the choice to the library. Sizes are converted to the sizes that the
// library looks up. The file omits operations for which no job has an algorithm.
//
// Rules for gather and scatter do not depend on the size, because rules with sizes can make a program hang.
// Rules for scan and exscan do not depend on the size either, because the library ignores the count. For
// these operations a rule names an algorithm only if it is the choice for all sizes.
//
// writeClassic returns an error if the table has two jobs with the same number of ranks, because rules cannot
// distinguish them. It also returns an error for an algorithm that the version does not have. It reads the
// written file back, and checks every choice in it.
func writeClassic(table *tuned.Table, v rules.Version) ([]byte, error) {
	all := desiredRules(table)
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
	return file, verifyRules(all, v, read)
}

// classicText returns the content of a classic rules file.
func classicText(table *tuned.Table, all []rules.DesiredRule, v rules.Version) ([]byte, error) {
	type place struct{ id, ranks int }
	entries := map[int][]commSizeEntry{} // by COLID
	measured := map[place]string{}       // description of the measured block sizes
	for _, d := range all {
		id := colid(rules.OperationName(d.Op))
		entry := commSizeEntry{ranks: d.Job.Ranks}
		for _, r := range d.Ranges {
			rule, err := forcedRule(d, r, v)
			if err != nil {
				return nil, err
			}
			rule.Size = operations[id].sizeKind.lookupSize(d.Job.Ranks, r.From, 0)
			entry.rules = append(entry.rules, rule)
		}
		entries[id] = append(entries[id], entry)
		measured[place{id, d.Job.Ranks}] = table.Measured(d.Op, d.Job)
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
		filled := fillRanks(entries[id], 0)
		fmt.Fprintf(&b, "\n%d  # %s; sizes are %s\n%d  # numbers of ranks\n", id, operations[id].name,
			operations[id].sizeKind, len(filled))
		names := operations[id].algorithms(v)
		names[0] = ownChoice
		for _, c := range filled {
			fmt.Fprintf(&b, "%d %d  # from %d ranks on", c.ranks, len(c.rules), c.ranks)
			if sizes := measured[place{id, c.ranks}]; sizes != "" {
				fmt.Fprintf(&b, "; measured: blocks of %s", sizes)
			}
			fmt.Fprintln(&b)
			for _, rule := range c.rules {
				fmt.Fprintf(&b, "  %d %d %d %d  # %s\n", rule.Size, rule.Algorithm, rule.Fan, rule.Segment,
					names[rule.Algorithm])
			}
		}
	}
	return b.Bytes(), nil
}
