package openmpi

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// An inclusiveRange is a range of message or communicator sizes in Open MPI's JSON rules. It includes min and
// max.
type inclusiveRange struct{ min, max int64 }

func (a inclusiveRange) within(b inclusiveRange) bool { return a.min >= b.min && a.max <= b.max }

func (a inclusiveRange) span() span { return span{uint64(a.min), uint64(a.max), 0} }

// lintOpenJSON reports the effect of a JSON rules file in a version of Open MPI, and the mistakes in the
// file.
func lintOpenJSON(file []byte, v rules.Version) *rules.Report {
	if !v.Since(6, 0, 0) {
		report := &rules.Report{}
		report.AddWrong(1,
			"Open MPI reads JSON files from 6.0 on; earlier versions read the numbers in this file as a "+
				"classic rules file")
		return report
	}
	return readOpenJSON(file, v).report.SortFindings()
}

func (r *openJSONRules) ignoreFile(line int, format string, args ...any) {
	r.ignored = true
	r.report.AddWrong(line, "the library silently ignores the whole file: "+format, args...)
}

func (r *openJSONRules) readFile(root rules.Value) {
	all, found := root.Member("collectives")
	if !found || all.Kind != '{' {
		r.ignoreFile(root.Line, `there is no object "collectives"`)
		return
	}
	seen := map[string]int{}
	for _, c := range all.Members {
		id := colid(c.Key)
		switch {
		case id < 0:
			r.ignoreFile(c.Line, "there is no operation %q%s", c.Key, suggestName(c.Key))
			continue
		case c.Kind != '[':
			r.ignoreFile(c.Line, "the value of %q is not an array", c.Key)
			continue
		case seen[c.Key] > 0:
			r.report.AddWrong(seen[c.Key],
				"the rules for %s have no effect: the rules for this operation in line %d replace them", c.Key,
				c.Line)
		}
		seen[c.Key] = c.Line
		delete(r.entries, c.Key)
		if operations[id].sizeKind == unsupported && len(c.Members) > 0 {
			r.report.AddWrong(c.Line,
				"the rules for %s have no effect: the component coll/tuned does not implement this operation, "+
					"and may crash when it reads the rules", c.Key)
			continue
		}
		r.lintOperation(operations[id], c)
	}
}

// suggestName returns a hint if the converter of Open MPI misspells the name, otherwise "".
func suggestName(name string) string {
	switch strings.ReplaceAll(name, "_", "") {
	case "reducescatter":
		return "; use reduce_scatter"
	case "reducescatterblock":
		return "; use reduce_scatter_block"
	}
	return ""
}

// lintOperation checks an operation's entries. The library applies the first entry that fits.
func (r *openJSONRules) lintOperation(op operation, all rules.Value) {
	var before []inclusiveRange
	for _, entry := range all.Members {
		r.lintKeys(entry, "comm_size_min", "comm_size_max", "comm_rank_distribution", "rules")
		ranks := inclusiveRange{r.readBound(entry, "comm_size_min", 0),
			r.readBound(entry, "comm_size_max", unlimitedRanks)}
		ranks.min, ranks.max = int64(int32(ranks.min)), int64(int32(ranks.max))
		where := r.readDistribution(entry)
		list, found := entry.Member("rules")
		if !found || list.Kind != '[' {
			r.ignoreFile(entry.Line, "an entry for %s has no array \"rules\"", op.name)
			continue
		}
		ranks.min = max(2, ranks.min) // on one rank, the library selects no algorithm
		switch {
		case ranks.min > ranks.max:
			r.report.AddWrong(entry.Line,
				"the %s entry is never used: comm_size_max is %d, want at least 2 and at least comm_size_min",
				op.name,
				ranks.max)
		case slices.ContainsFunc(before, ranks.within):
			r.report.AddWrong(entry.Line,
				"the %s entry for %s is never used: an earlier entry covers all these numbers of ranks",
				op.name,
				ranksText(ranks.span()))
		default:
			title := fmt.Sprintf("%s, %s%s: %s", op.name, ranksText(ranks.span()), distributionText[where],
				op.sizeKind)
			e := openEntry{ranks: ranks, distribution: where}
			r.report.Meaning =
				append(r.report.Meaning, rules.Section{Title: title, Lines: r.lintRules(op, list, &e)})
			r.entries[op.name] = append(r.entries[op.name], e)
		}
		if where == "any" {
			before = append(before, ranks)
		}
	}
}

// lintRules checks an entry's rules. The library applies the first rule that fits. If none fits, the library
// makes its own choice.
func (r *openJSONRules) lintRules(op operation, all rules.Value, e *openEntry) (lines []rules.Line) {
	var before []inclusiveRange
	var different []string
	for _, rule := range all.Members {
		r.lintKeys(rule, "msg_size_min", "msg_size_max", "alg", "faninout", "seg_size", "reqs")
		sizes := inclusiveRange{r.readBound(rule, "msg_size_min", 0),
			r.readBound(rule, "msg_size_max", math.MaxInt64)}
		read := tunedRule{Line: rule.Line, Size: uint64(sizes.min), Fan: int(r.readBound(rule, "faninout", 0)),
			Segment: r.readBound(rule, "seg_size", 0), Requests: int(r.readBound(rule, "reqs", 0))}
		var ok bool
		read.Algorithm, ok = r.readAlgorithm(op, rule)
		text := bytesText(sizes.span())
		switch {
		case !ok:
			continue
		case sizes.min < 0 || sizes.min > sizes.max || op.sizeKind == alwaysZero && sizes.min > 0:
			r.report.AddWrong(rule.Line, "the rule for %s from %d to %d bytes is never used", op.name,
				sizes.min,
				sizes.max)
			continue
		case slices.ContainsFunc(before, sizes.within):
			r.report.AddWrong(rule.Line,
				"the %s rule for %s is never used: an earlier rule covers all these sizes",
				op.name, text)
			continue
		}
		before = append(before, sizes)
		e.rules = append(e.rules, openRule{sizes, read})
		does := ownChoice
		if read.Algorithm > 0 {
			does = op.algorithms(r.version)[read.Algorithm]
			op.lintFan(r.report, does, read)
		}
		does += read.parametersText()
		if !slices.Contains(different, does) {
			different = append(different, does)
		}
		lines = append(lines, rules.Line{Sizes: text, Does: does, Number: rule.Line})
	}
	if len(different) > 1 && (op.name == "gather" || op.name == "scatter") {
		r.report.AddWrong(all.Line,
			"the program can hang: every rank in %s looks up the rule by its own arguments, but MPI ignores "+
				"these arguments on some ranks, so they may differ; use a single rule for all sizes", op.name)
	}
	if len(different) > 1 && op.sizeKind == elementBytes {
		r.report.AddWrong(all.Line, "%s looks up its rule by element size x ranks and ignores the count",
			op.name)
	}
	return append(lines, rules.Line{Sizes: "other sizes", Does: ownChoice})
}
