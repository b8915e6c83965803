package openmpi

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeHAN writes the rules of Open MPI's component HAN that are needed in addition to the file of
// writeClassic or writeOpenJSON. The rules are for jobs on several hosts with several ranks on one of them.
// If the table has one of tuned's algorithms for a call, the rules pass the call to the component tuned. They
// leave all other calls to HAN. The file is empty if no rules are needed. For 4.1 it is always empty: HAN is
// not in use by default in 4.1, and rules that pass an allreduce to tuned would crash the program.
//
// writeHAN returns an error if two jobs have the same number of ranks, because rules cannot distinguish them.
// It reads the written file back, and checks every choice in it.
func writeHAN(table *tuned.Table, v rules.Version) ([]byte, error) {
	entries, err := hanWishes(table, v)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"# Rules for the HAN component of %s, written by topocoll tune. Use this file together with the\n"+
			"# rules file for the tuned component (coll/tuned). To select it:\n"+
			"# --mca coll_han_use_dynamic_file_rules 1 --mca coll_han_dynamic_rules_filename FILE\n", v)
	fmt.Fprintf(&b, "%d  # operations\n", len(entries))
	for _, op := range slices.Sorted(maps.Keys(entries)) {
		table := entries[op]
		// add entries with HAN's choice, so that the file changes nothing for more ranks
		for _, c := range table {
			if !slices.ContainsFunc(table, func(o commSizeEntry) bool { return o.ranks == c.ranks+1 }) {
				table = append(table, commSizeEntry{ranks: c.ranks + 1, rules: []tunedRule{{}}})
			}
		}
		table = append(table, commSizeEntry{ranks: 1, rules: []tunedRule{{}}})
		slices.SortFunc(table, func(a, b commSizeEntry) int { return a.ranks - b.ranks })
		fmt.Fprintf(&b, "\n%s 1\n%s %d\n", op, hanLevels[2], len(table))
		for _, c := range table {
			fmt.Fprintf(&b, "%d %d  # from %d ranks on\n", c.ranks, len(c.rules), c.ranks)
			for _, rule := range c.rules {
				fmt.Fprintf(&b, "  %d %s\n", rule.Size, hanTargets[rule.Algorithm])
			}
		}
	}
	return b.Bytes(), verifyHAN(b.Bytes(), entries, v)
}

// hanTargets holds the components to which the written rules pass calls. In write_han.go, tunedRule.Algorithm
// is an index of hanTargets.
var hanTargets = []string{"han", "tuned"}

func (o operation) hasHAN(v rules.Version) bool {
	return o.hanSince == 5 || o.hanSince > 5 && v.Since(o.hanSince, 0, 0)
}

// hanWishes returns the entries of the HAN file, by operation. The field Algorithm of a rule is an index of
// hanTargets. HAN looks up the size of one block.
func hanWishes(table *tuned.Table, v rules.Version) (map[string][]commSizeEntry, error) {
	all := map[string][]commSizeEntry{}
	if !v.Since(5, 0, 0) {
		return all, nil
	}
	jobs := map[int]tuned.Job{}
	for _, w := range openWishes(table) {
		id := colid(rules.OperationName(w.Op))
		if op := operations[id]; w.Job.Hosts == 1 || w.Job.Slots == 1 || !op.hasHAN(v) {
			continue
		}
		if other, found := jobs[w.Job.Ranks]; found && other != w.Job {
			return nil, sameRanksError(other, w.Job)
		}
		jobs[w.Job.Ranks] = w.Job
		entry := commSizeEntry{ranks: w.Job.Ranks}
		for _, r := range w.Ranges {
			rule := tunedRule{Size: uint64(r.From)}
			if r.Name != "" {
				rule.Algorithm = 1
			}
			if last := len(entry.rules) - 1; last < 0 || entry.rules[last].Algorithm != rule.Algorithm {
				entry.rules = append(entry.rules, rule)
			}
		}
		if w.NamesAlgorithm() {
			name := operations[id].name
			all[name] = append(all[name], entry)
		}
	}
	return all, nil
}

// verifyHAN reads a written file as HAN does, and checks the component at the smallest and largest size of
// each rule.
func verifyHAN(file []byte, entries map[string][]commSizeEntry, v rules.Version) error {
	r := readHAN(file, v)
	if r.failed {
		return fmt.Errorf("rules: internal error: the written HAN file has mistakes: %s", r.report.Text())
	}
	for op, table := range entries {
		for _, c := range table {
			for i, rule := range c.rules {
				want, last := hanTargets[rule.Algorithm], uint64(unlimitedBytes)
				if i+1 < len(c.rules) {
					last = c.rules[i+1].Size - 1
				}
				for _, size := range []uint64{rule.Size, last} {
					if got, _ := r.selectComponent(op, 2, c.ranks, size); got != want {
						return fmt.Errorf(
							"rules: internal error: for %s on %d ranks with %d bytes the written file "+
								"has %s instead of %s", op,
							c.ranks, size, got,
							want)
					}
				}
			}
			for _, ranks := range []int{c.ranks - 1, c.ranks + 1} {
				other := func(o commSizeEntry) bool { return o.ranks == ranks }
				if got, _ := r.selectComponent(op, 2, ranks, unlimitedBytes); got != hanTargets[0] &&
					!slices.ContainsFunc(table, other) {
					return fmt.Errorf(
						"rules: internal error: for %s on %d ranks the written file has %s instead of %s", op,
						ranks, got,
						hanTargets[0])
				}
			}
		}
	}
	return nil
}
