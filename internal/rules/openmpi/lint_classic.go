package openmpi

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// lintClassic reports the effect of a classic rules file in a version of Open MPI, and the mistakes in the
// file.
func lintClassic(file []byte, v rules.Version) *rules.Report {
	r := readClassic(file, v)
	report := &rules.Report{}
	r.lintSpelling(report)
	if r.ignoredBecause != "" {
		report.AddWrong(r.ignoredAtLine, "the library silently ignores the whole file: %s%s", r.ignoredBecause,
			versionHint(file, v))
		return report.SortFindings()
	}
	r.lintUnread(report)
	for id := range operations {
		r.lintTable(report, id)
	}
	r.lintHAN(report)
	return report.SortFindings()
}

const version2Mark = "rule-file-version-"

// versionHint explains why the library does not recognise rule-file-version-2 in the file, or returns "". A
// library that does not recognise it reads the trailing -2 as a number.
func versionHint(file []byte, v rules.Version) string {
	at := bytes.Index(file, []byte(version2Mark))
	switch {
	case at < 0:
		return ""
	case !supportsVersion2(v):
		return fmt.Sprintf("; Open MPI recognises %s2 only since 4.1.8 and 5.0.7; earlier versions read "+
			"the trailing \"-2\" as a number", version2Mark)
	case at > 0:
		return fmt.Sprintf("; the library recognises %s2 only at the very start of the file", version2Mark)
	}
	return ""
}

// lintTable reports the calls of an operation to which each rule applies, and finds mistakes in the rules.
func (r *classicRules) lintTable(report *rules.Report, id int) {
	op, table := operations[id], r.tables[id]
	asks := func(rules []tunedRule) bool {
		return slices.ContainsFunc(rules, func(rule tunedRule) bool { return rule.Algorithm != 0 })
	}
	if op.sizeKind == unsupported {
		if i := slices.IndexFunc(table, func(c commSizeEntry) bool { return asks(c.rules) }); i >= 0 {
			report.AddWrong(table[i].line,
				"the rules for %s have no effect: the component coll/tuned does not implement this operation",
				op.name)
		}
		return
	}
	if len(table) == 0 {
		return
	}
	used := map[int]bool{}
	for _, ranks := range r.entrySpans(id) {
		section := rules.Section{Title: fmt.Sprintf("%s, %s: %s", op.name, ranksText(ranks), op.sizeKind)}
		if ranks.index < 0 {
			section.Lines = []rules.Line{{Sizes: "any size", Does: ownChoice}}
			report.Meaning = append(report.Meaning, section)
			continue
		}
		used[ranks.index] = true
		entry := table[ranks.index]
		section.Lines = r.lintEntry(report, id, ranks, entry)
		report.Meaning = append(report.Meaning, section)
		if ranks.from < uint64(max(0, entry.ranks)) && !r.Version.Since(6, 0, 0) && asks(entry.rules) {
			report.AddWrong(entry.line,
				"the %s entry for %d ranks applies from 2 ranks on, because it is the first (to prevent that, "+
					"put an entry \"0 1\" with the rule \"0 0 0 0\" before it)",
				op.name, entry.ranks)
		}
	}
	for i, c := range table {
		if !used[i] && asks(c.rules) {
			report.AddWrong(c.line,
				"the %s entry for %d ranks is never used: communicator sizes must ascend",
				op.name, c.ranks)
		}
	}
	r.lintShiftedEntries(report, id)
}

// lintShiftedEntries finds entries that apply to other communicator sizes in 6.0 than in 4.1 and 5.0.
func (r *classicRules) lintShiftedEntries(report *rules.Report, id int) {
	if !r.Version.Since(6, 0, 0) {
		return
	}
	before := *r
	before.Version = rules.Version{Library: rules.OpenMPI, Major: 5, Patch: 7}
	table := r.tables[id]
	same := func(a, b tunedRule) bool { a.Line, b.Line = 0, 0; return a == b }
	for _, s := range slices.Concat(r.entrySpans(id), before.entrySpans(id)) {
		is, was := r.entryFor(id, int(s.from)), before.entryFor(id, int(s.from))
		if is == was || is >= 0 && slices.EqualFunc(table[is].rules, table[was].rules, same) {
			continue
		}
		selected := "no entry"
		if is >= 0 {
			selected = fmt.Sprintf("the entry for %d", table[is].ranks)
		}
		report.AddWrong(table[0].line,
			"Open MPI 6.0 takes the communicator size in each entry of %s as the start of the next entry's "+
				"range: on %d ranks it applies %s, while 5.0 applies the entry for %d; use a JSON file instead",
			operations[id].name, s.from, selected, table[was].ranks)
		return
	}
}

// lintEntry describes an entry's rules, and finds mistakes in them. The argument `ranks` is the range of
// communicator sizes to which the entry applies.
func (r *classicRules) lintEntry(report *rules.Report, id int, ranks span, entry commSizeEntry) (
	lines []rules.Line) {
	op := operations[id]
	used := map[int]bool{}
	different := []tunedRule{}
	for _, sizes := range r.ruleSpans(id, entry.rules) {
		text := bytesText(sizes)
		switch {
		case op.sizeKind == alwaysZero:
			text = "any size"
		case op.sizeKind == totalBytes && ranks.from == ranks.to:
			text += blocksText(sizes, ranks.from)
		}
		if sizes.index < 0 {
			lines = append(lines, rules.Line{Sizes: text, Does: ownChoice, Number: entry.line})
			continue
		}
		rule := entry.rules[sizes.index]
		lines = append(lines, rules.Line{Sizes: text, Does: op.ruleText(rule, r.Version), Number: rule.Line})
		used[sizes.index] = true
		r.lintRule(report, id, ranks, rule)
		same := func(other tunedRule) bool {
			return other.Algorithm == rule.Algorithm && other.Fan == rule.Fan && other.Segment == rule.Segment
		}
		if !slices.ContainsFunc(different, same) {
			different = append(different, rule)
		}
	}
	for i, rule := range entry.rules {
		switch {
		case used[i]:
		case op.sizeKind == alwaysZero:
			report.AddWrong(rule.Line,
				"the rule for %s at %d bytes and above is never used: for this operation the library always "+
					"looks up size 0",
				op.name, rule.Size)
		case rule.Algorithm != 0:
			report.AddWrong(rule.Line,
				"the rule for %s at %d bytes and above is never used: message sizes must ascend",
				op.name, rule.Size)
		}
	}
	if len(different) > 1 {
		lintSizes(report, op, ranks, different[1].Line)
	}
	return lines
}

// lintSizes reports how an operation looks up sizes, if the rules of an entry differ by size. The argument
// `line` is the line of the first rule that differs from the first rule of the entry.
func lintSizes(report *rules.Report, op operation, ranks span, line int) {
	switch {
	case op.name == "gather" || op.name == "scatter":
		report.AddWrong(line,
			"the program can hang: every rank in %s looks up the rule by its own arguments (type x sendcount "+
				"x ranks), but MPI ignores these arguments on some ranks (scatter: all except the root; gather in "+
				"place: the root), so they may differ; use a single rule, from size 0 on",
			op.name)
	case op.sizeKind == elementBytes:
		report.AddWrong(line,
			"%s looks up its rule by element size x ranks and ignores the count: on %d ranks, every call with "+
				"doubles counts as %d bytes",
			op.name, ranks.from, 8*ranks.from)
	case op.sizeKind == totalBytes && op.name != "reduce_scatter_block":
		report.AddNote(line,
			"sizes of %s are totals over all ranks, computed from sendcount and sendtype; the library also "+
				"reads these two arguments in an in-place call, although MPI ignores them there",
			op.name)
	case op.sizeKind == totalBytes:
		report.AddNote(line, "sizes of %s are totals over all ranks: ranks x the bytes that a rank receives",
			op.name)
	case op.sizeKind == meanBytes:
		report.AddNote(line,
			"sizes of allgatherv are means over the ranks; the library's documentation wrongly calls them "+
				"sums")
	}
}

// lintRule finds mistakes in a rule. The argument `ranks` is the range of communicator sizes to which the
// rule applies.
func (r *classicRules) lintRule(report *rules.Report, id int, ranks span, rule tunedRule) {
	op := operations[id]
	name, found := op.algorithm(rule.Algorithm, r.Version)
	if !found {
		later := ""
		if v, itsName, found := op.firstVersion(rule.Algorithm); found {
			later = fmt.Sprintf("; from %d.%d on, this number means %s", v.Major, v.Minor, itsName)
		}
		report.AddWrong(rule.Line,
			"algorithm %d of %s does not exist (the highest number is %d): the call fails with MPI_ERR_ARG%s",
			rule.Algorithm, op.name, len(op.algorithms(r.Version))-1, later)
		return
	}
	if name == "two_proc" && (ranks.from != 2 || ranks.to != 2) {
		report.AddWrong(rule.Line,
			"%s algorithm two_proc is only for 2 ranks; on any other number of ranks, the call fails with "+
				"MPI_ERR_UNSUPPORTED_OPERATION",
			op.name)
	}
	if instead := fallbackText(op.name, name, ranks); instead != "" {
		report.AddNote(rule.Line, "%s algorithm %s: %s", op.name, name, instead)
	}
	op.lintFan(report, name, rule)
	if rule.Algorithm != 0 && rule.Fan != 0 && !op.usesFan(name) {
		radix := ""
		if name == "knomial" {
			radix = "; its radix comes from the variable coll_tuned_bcast_algorithm_knomial_radix"
		}
		report.AddNote(rule.Line, "%s algorithm %s does not use the fan-out %d%s", op.name, name, rule.Fan,
			radix)
	}
	if rule.Segment == 0 && slices.Contains([]string{"pipeline", "segmented_ring"}, name) {
		report.AddNote(rule.Line, "%s algorithm %s with segments of 0 bytes sends whole messages", op.name, name)
	}
}

// lintFan reports a fan-out with which the call never returns.
func (o operation) lintFan(report *rules.Report, algorithm string, rule tunedRule) {
	if o.needsFan(algorithm) && rule.Fan < 2 {
		report.AddWrong(rule.Line, "%s algorithm %s with fan-out %d: the call never returns, because the "+
			"fan-out is the radix of the algorithm; use a fan-out of 2 or more", o.name, algorithm, rule.Fan)
	}
}

// lintHAN reports for which operations HAN takes precedence over these rules.
func (r *classicRules) lintHAN(report *rules.Report) {
	var names []string
	for id, op := range operations {
		if op.hasHAN(r.Version) && op.sizeKind != unsupported && len(r.tables[id]) > 0 {
			names = append(names, op.name)
		}
	}
	if len(names) > 0 {
		report.AddNote(0,
			"on several hosts with several ranks on one of them, calls of %s go to the HAN component first (its "+
				"priority is 35, and the priority of tuned is 30): these rules then apply only within HAN; "+
				"to prevent that, use --mca coll_han_priority 0",
			strings.Join(names, ", "))
	}
}

// fallbackText describes the calls for which the library replaces a rule's algorithm with another one. For an
// algorithm that calls other operations, it names these operations. For all other algorithms, it returns "".
func fallbackText(op, name string, ranks span) string {
	one := ranks.from == ranks.to
	const few, order = "with fewer elements than ranks", "with a non-commutative operator"
	switch {
	case op == "allgather" && name == "recursive_doubling" && !(one && ranks.from&(ranks.from-1) == 0):
		return "for numbers of ranks that are not powers of two, the library uses bruck instead"
	case name == "neighbor" && !(one && ranks.from%2 == 0):
		return "for odd numbers of ranks, the library uses ring instead"
	case op == "allgather" && name == "linear":
		return "it calls gather and bcast, and these follow their own rules"
	case op == "reduce_scatter_block" && name == "basic_linear":
		return "it calls reduce and scatter, and these follow their own rules"
	case name == "nonoverlapping":
		return "it calls reduce and bcast, and these follow their own rules"
	case op == "allreduce" && name == "ring":
		return few + ", the library uses recursive_doubling instead"
	case op == "allreduce" && name == "segmented_ring":
		return "if the message divided by the number of ranks is shorter than one segment, the library uses " +
			"ring instead"
	case name == "rabenseifner":
		return few + " (rounded down to a power of two) or " + order +
			", the library uses basic_linear instead"
	case op == "bcast" && strings.HasPrefix(name, "scatter_allgather"):
		return few + ", the library uses basic_linear instead"
	case op == "reduce_scatter_block" && name == "recursive_halving":
		return order + ", the library uses basic_linear instead"
	}
	return ""
}
