package rules

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"topocoll/tuned"
)

// Classic writes Open MPI's rules, versions 4.1 and 5.0, for the choices of a table: the library's own algorithm by name; where one of
// ours was chosen, the best that the library has, if the table knows it. Elsewhere, and for other numbers of ranks, the rules say that
// the library chooses by itself. The sizes are those which the library looks up.
//
// The rules of gather and scatter are without sizes, since the library can hang otherwise, and those of scan and exscan, since it
// does not look at the count: they name an algorithm only if that is the choice for all sizes.
//
// A table with two jobs of the same number of ranks is an error, since the rules cannot distinguish them, and so is a name that the
// version does not have. What is written has been read back, and every choice found in it. "topocoll tune" calls it.
func Classic(table *tuned.Table, v Version) ([]byte, error) {
	if v.Library != OpenMPI || v.since(6, 0, 0) {
		return nil, fmt.Errorf("rules: Classic: %s, want Open MPI 4.1 or 5.0", v)
	}
	if err := table.Check(); err != nil {
		return nil, err
	}
	wanted, err := wants(table, v)
	if err != nil {
		return nil, err
	}
	file := classicText(wanted, v)
	return file, verifyClassic(file, table, wanted, v)
}

// A wanted is what the rules should say: by COLID and ranks, from a size on.
type wanted map[int]map[int][]Rule

// wants finds the rules for the choices of a table.
func wants(table *tuned.Table, v Version) (wanted, error) {
	jobs := map[int]tuned.Job{}
	all := wanted{}
	for _, c := range table.Choices {
		if other, found := jobs[c.Ranks]; found && other != c.Job {
			return nil, fmt.Errorf("rules: Classic: %d ranks, with %d and with %d hosts: a rule does not know of hosts, want a table of one of them",
				c.Ranks, other.Hosts, c.Hosts)
		}
		jobs[c.Ranks] = c.Job
		id := colid(openName(c.Op))
		if id < 0 {
			continue
		}
		algorithm, err := algorithmOf(c, v)
		if err != nil {
			return nil, err
		}
		if all[id] == nil {
			all[id] = map[int][]Rule{}
		}
		rule := Rule{Size: operations[id].unit.compared(c.Ranks, c.From, 0), Algorithm: algorithm, Fan: fan(id, algorithm, v)}
		all[id][c.Ranks] = append(all[id][c.Ranks], rule)
	}
	for id, byRanks := range all {
		for ranks, rules := range byRanks {
			same := func(a, b Rule) bool { return a.Algorithm == b.Algorithm }
			rules = slices.CompactFunc(rules, same)
			if sizeless(id) && len(rules) > 1 {
				rules = []Rule{{}}
			}
			byRanks[ranks] = rules
		}
	}
	return all, nil
}

// sizeless reports whether a rule of an operation has to be for all sizes.
func sizeless(id int) bool {
	name, unit := operations[id].name, operations[id].unit
	return name == "gather" || name == "scatter" || unit == elements || unit == zero
}

// ofLibrary is the library's own algorithm for a choice: "" is its own choice, or that none is known.
func ofLibrary(c tuned.Choice) string {
	for _, text := range []string{c.Algo, c.Native} {
		if name, found := strings.CutPrefix(text, tuned.Native+":"); found || text == tuned.Native {
			if !found {
				return ""
			}
			return name
		}
	}
	return ""
}

// algorithmOf is the number of the algorithm for a choice. The component han is the library's own choice where it is in use.
func algorithmOf(c tuned.Choice, v Version) (int, error) {
	name := ofLibrary(c)
	if name == "" || name == "han" {
		return 0, nil
	}
	names := operations[colid(openName(c.Op))].algorithms(v)
	id := slices.Index(names, name)
	if id < 1 {
		return 0, fmt.Errorf("rules: Classic: %s has no algorithm %q for %s, want one of %s", v, name, c.Op, strings.Join(names[1:], ", "))
	}
	return id, nil
}

// fan is the fan-out of an algorithm when it is forced and nothing is said of that: a chain has that many chains.
func fan(id, algorithm int, v Version) int {
	if names := operations[id].algorithms(v); names[algorithm] == "chain" {
		return 4
	}
	return 0
}

// classicText is the file. Beside the numbers of ranks that are wanted, there are entries on both sides with which the library chooses
// by itself, since it takes an entry for more ranks too, and the first one for fewer.
func classicText(wanted wanted, v Version) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Rules for %s, written by topocoll tune. Use: mpirun --mca coll_tuned_use_dynamic_rules 1\n", v)
	fmt.Fprintf(&b, "# --mca coll_tuned_dynamic_rules_filename FILE. Algorithm 0 is the library's own choice.\n")
	if v.since(5, 0, 0) {
		fmt.Fprintf(&b, "# On several hosts with several ranks each, they act only beside openmpi-han.conf, or with --mca coll_han_priority 0.\n")
	}
	fmt.Fprintf(&b, "%d  # operations\n", len(wanted))
	for _, id := range slices.Sorted(maps.Keys(wanted)) {
		byRanks := wanted[id]
		entries := map[int][]Rule{0: {{}}}
		for ranks := range byRanks {
			entries[ranks+1] = []Rule{{}}
		}
		maps.Copy(entries, byRanks)
		fmt.Fprintf(&b, "\n%d  # %s; sizes are %s\n%d  # numbers of ranks\n", id, operations[id].name, operations[id].unit, len(entries))
		names := operations[id].algorithms(v)
		for _, ranks := range slices.Sorted(maps.Keys(entries)) {
			fmt.Fprintf(&b, "%d %d  # from %d ranks on\n", ranks, len(entries[ranks]), ranks)
			for _, rule := range entries[ranks] {
				name := names[rule.Algorithm]
				if rule.Algorithm == 0 {
					name = "the library's own choice"
				}
				fmt.Fprintf(&b, "  %d %d %d %d  # %s\n", rule.Size, rule.Algorithm, rule.Fan, rule.Segment, name)
			}
		}
	}
	return b.Bytes()
}

// verifyClassic reads a file as the library does, and looks up what the table says at both ends of each range.
func verifyClassic(file []byte, table *tuned.Table, wanted wanted, v Version) error {
	rules := ReadClassic(file, v)
	if rules.dropped != "" {
		return fmt.Errorf("rules: Classic: read back, line %d: %s", rules.line, rules.dropped)
	}
	for _, c := range table.Choices {
		id := colid(openName(c.Op))
		if id < 0 {
			continue
		}
		want, err := algorithmOf(c, v)
		if err != nil {
			return err
		}
		if sizeless(id) {
			want = wanted[id][c.Ranks][0].Algorithm
		}
		ends := []int{c.From}
		if c.To != nil {
			ends = append(ends, *c.To)
		}
		for _, block := range ends {
			size := operations[id].unit.compared(c.Ranks, block, 8)
			if rule, _ := rules.Choose(operations[id].name, c.Ranks, size); rule.Algorithm != want {
				return fmt.Errorf("rules: Classic: read back, %s on %d ranks, %d bytes: algorithm %d, want %d",
					c.Op, c.Ranks, block, rule.Algorithm, want)
			}
		}
		for _, ranks := range []int{c.Ranks - 1, c.Ranks + 1} {
			if rule, _ := rules.Choose(operations[id].name, ranks, 1<<20); rule.Algorithm != 0 && wanted[id][ranks] == nil {
				return fmt.Errorf("rules: Classic: read back, %s on %d ranks: algorithm %d, want none", c.Op, ranks, rule.Algorithm)
			}
		}
	}
	return nil
}
