package openmpi

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeHAN writes the rules of Open MPI's component HAN that are needed in addition to the file that
// writeClassic or writeOpenJSON writes. The rules are for jobs on several hosts with several ranks on one of
// them. If the table has an algorithm of the component "tuned" for a call, the rules pass the call to
// "tuned". They leave all other calls to HAN. The file is empty if no rules are needed. For 4.1 it is always
// empty: HAN is not in use by default in 4.1, and rules that pass an allreduce to "tuned" would crash the
// program.
//
// writeHAN returns an error if two jobs have the same number of ranks, because rules cannot distinguish them.
// It reads the written file back, and checks every choice in it.
func writeHAN(table *tuned.Table, v rules.Version) ([]byte, error) {
	all, err := desiredHANRules(table, v)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	entries := map[string][]commSizeEntry{} // by operation
	for _, d := range all {
		entry := commSizeEntry{ranks: d.Job.Ranks}
		for _, r := range d.Ranges {
			rule := tunedRule{Size: uint64(r.From), Algorithm: slices.Index(hanTargets, hanTarget(d, r))}
			if last := len(entry.rules) - 1; last < 0 || entry.rules[last].Algorithm != rule.Algorithm {
				entry.rules = append(entry.rules, rule)
			}
		}
		name := rules.OperationName(d.Op)
		entries[name] = append(entries[name], entry)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"# Rules for the HAN component of %s, written by topocoll tune. Use this file together with the\n"+
			"# rules file for the tuned component (coll/tuned). To select it:\n"+
			"# --mca coll_han_use_dynamic_file_rules 1 --mca coll_han_dynamic_rules_filename FILE\n", v)
	fmt.Fprintf(&b, "%d  # operations\n", len(entries))
	for _, op := range slices.Sorted(maps.Keys(entries)) {
		filled := fillRanks(entries[op], 1)
		fmt.Fprintf(&b, "\n%s 1\n%s %d\n", op, hanLevels[2], len(filled))
		for _, c := range filled {
			fmt.Fprintf(&b, "%d %d  # from %d ranks on\n", c.ranks, len(c.rules), c.ranks)
			for _, rule := range c.rules {
				fmt.Fprintf(&b, "  %d %s\n", rule.Size, hanTargets[rule.Algorithm])
			}
		}
	}
	read := readHAN(b.Bytes(), v)
	if read.failed {
		return nil, fmt.Errorf("rules: internal error: the written HAN file has mistakes: %s", read.report.Text())
	}
	return b.Bytes(), verifyDesired(all, hanTargets[0], hanTarget,
		func(op operation, job tuned.Job, block int) string {
			component, _ := read.selectComponent(op.name, 2, job.Ranks, uint64(block))
			return component
		})
}

// hanTargets holds the components to which the written rules pass calls. In write_han.go, the field Algorithm
// of a tunedRule is an index of hanTargets.
var hanTargets = []string{"han", "tuned"}

// hanTarget returns the component that executes the calls of a range.
func hanTarget(_ rules.DesiredRule, r rules.DesiredRange) string {
	if r.Name == "" {
		return hanTargets[0]
	}
	return hanTargets[1]
}

// desiredHANRules returns the desired rules for which HAN needs rules. HAN looks up the size of one block.
func desiredHANRules(table *tuned.Table, v rules.Version) (all []rules.DesiredRule, err error) {
	jobs := map[int]tuned.Job{}
	for _, d := range desiredRules(table) {
		if !operationOf(d.Op).beginsInHAN(d.Job, v) {
			continue
		}
		if other, found := jobs[d.Job.Ranks]; found && other != d.Job {
			return nil, sameRanksError(other, d.Job)
		}
		jobs[d.Job.Ranks] = d.Job
		if d.NamesAlgorithm() {
			all = append(all, d)
		}
	}
	return all, nil
}
