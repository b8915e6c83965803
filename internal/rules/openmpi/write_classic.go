package openmpi

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// writeClassic writes Open MPI's rules, versions 4.1 and 5.0, for the choices of a table: the
// library's own algorithm by name; where one of ours was chosen, the best that the library has, if
// the table knows it. Elsewhere, and for other numbers of ranks, the rules say that the library
// chooses by itself. The sizes are those which the library looks up. An operation for which no
// algorithm is named is left out.
//
// The rules of gather and scatter are without sizes, since the library can hang otherwise, and
// those of scan and exscan, since it does not look at the count: they name an algorithm only if
// that is the choice for all sizes.
//
// A table with two jobs of the same number of ranks is an error, since the rules cannot distinguish
// them, and so is a name that the version does not have. What is written has been read back, and
// every choice found in it.
func writeClassic(table *tuned.Table, v rules.Version) ([]byte, error) {
	all := openWishes(table)
	if len(all) == 0 {
		return nil, nil
	}
	jobs := map[int]tuned.Job{}
	for _, c := range table.Choices {
		if other, found := jobs[c.Ranks]; found && other != c.Job {
			return nil, fmt.Errorf("rules: %d ranks, with %d and with %d hosts: a rule does not know of hosts, want a table of one of them",
				c.Ranks, other.Hosts, c.Hosts)
		}
		jobs[c.Ranks] = c.Job
	}
	file, err := classicText(all, v)
	if err != nil {
		return nil, err
	}
	read := readClassic(file, v)
	if read.dropped != "" {
		return nil, fmt.Errorf("rules: %s: read back, line %d: %s", classicName, read.line, read.dropped)
	}
	return file, verifyOpen(all, v, func(op string, job tuned.Job, size uint64) tunedRule {
		rule, _ := read.choose(op, job.Ranks, size)
		return rule
	})
}

// classicText is the file. Beside the numbers of ranks that are wanted, there are entries on both
// sides with which the library chooses by itself, since it takes an entry for more ranks too, and
// the first one for fewer.
func classicText(all []rules.Wish, v rules.Version) ([]byte, error) {
	entries := map[int]map[int][]tunedRule{} // by COLID and ranks
	for _, w := range all {
		id := colid(rules.OperationName(w.Op))
		if entries[id] == nil {
			entries[id] = map[int][]tunedRule{0: {{}}}
		}
		var rules []tunedRule
		for _, r := range w.Ranges {
			algorithm, fan, err := openAlgorithm(w, r, v)
			if err != nil {
				return nil, err
			}
			rules = append(rules, tunedRule{Size: operations[id].unit.compared(w.Job.Ranks, r.From, 0),
				Algorithm: algorithm, Fan: fan})
		}
		entries[id][w.Job.Ranks] = rules
	}
	for _, w := range all {
		byRanks := entries[colid(rules.OperationName(w.Op))]
		if byRanks[w.Job.Ranks+1] == nil {
			byRanks[w.Job.Ranks+1] = []tunedRule{{}}
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Rules for %s, written by topocoll tune. Use: mpirun --mca coll_tuned_use_dynamic_rules 1\n", v)
	fmt.Fprintf(&b, "# --mca coll_tuned_dynamic_rules_filename FILE. Algorithm 0 is the library's own choice.\n")
	if v.Since(5, 0, 0) {
		fmt.Fprintf(&b, "# On several hosts with several ranks each, they act only beside openmpi-han.conf, or with --mca coll_han_priority 0.\n")
	}
	fmt.Fprintf(&b, "%d  # operations\n", len(entries))
	for _, id := range slices.Sorted(maps.Keys(entries)) {
		byRanks := entries[id]
		fmt.Fprintf(&b, "\n%d  # %s; sizes are %s\n%d  # numbers of ranks\n", id, operations[id].name,
			operations[id].unit, len(byRanks))
		names := operations[id].algorithms(v)
		for _, ranks := range slices.Sorted(maps.Keys(byRanks)) {
			fmt.Fprintf(&b, "%d %d  # from %d ranks on\n", ranks, len(byRanks[ranks]), ranks)
			for _, rule := range byRanks[ranks] {
				name := names[rule.Algorithm]
				if rule.Algorithm == 0 {
					name = "the library's own choice"
				}
				fmt.Fprintf(&b, "  %d %d %d %d  # %s\n", rule.Size, rule.Algorithm, rule.Fan, rule.Segment, name)
			}
		}
	}
	return b.Bytes(), nil
}
