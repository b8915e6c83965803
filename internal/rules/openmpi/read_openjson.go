package openmpi

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// An openEntry holds the rules for a range of communicator sizes and a distribution of ranks over hosts.
type openEntry struct {
	ranks        inclusiveRange
	distribution string // any, one-per-node, single-node
	rules        []openRule
}

type openRule struct {
	sizes inclusiveRange
	rule  tunedRule
}

// distributionText maps a distribution of ranks over the hosts to its description in a title.
var distributionText = map[string]string{"one-per-node": ", each on a separate host",
	"single-node": ", all on one host"}

// openJSONRules is the content of a JSON rules file as Open MPI stores it, with a report on the file.
type openJSONRules struct {
	report         *rules.Report
	version        rules.Version
	entries        map[string][]openEntry // by operation
	ignored        bool                   // the file is valid JSON, but the library ignores it
	ignoredBecause string                 // why the library ignores the file; "" if it uses the file
}

// readOpenJSON reads a JSON rules file as Open MPI 6.0 and later do. It returns no error. If the library
// ignores the file, the result has no rules.
func readOpenJSON(file []byte, v rules.Version) *openJSONRules {
	r := &openJSONRules{report: &rules.Report{}, version: v, entries: map[string][]openEntry{}}
	root, line, err := rules.ParseJSON(file)
	if err != nil {
		r.ignoredBecause = fmt.Sprintf("not valid JSON: %v", err)
		r.report.AddWrong(line,
			"the file is not JSON (%v): the library reads it as a classic rules file, and most probably "+
				"ignores it silently", err)
		return r
	}
	if r.readFile(root); r.ignored {
		r.ignoredBecause = r.report.Text()
		r.report.Meaning, r.entries = nil, nil
	}
	return r
}

// selectRule implements ruleSelector.
func (r *openJSONRules) selectRule(op string, job tuned.Job, size uint64) tunedRule {
	for _, e := range r.entries[op] {
		fits := e.distribution == "any" || e.distribution == "single-node" && job.Hosts == 1 ||
			e.distribution == "one-per-node" && job.Slots == 1 && job.Hosts > 1
		if !fits || int64(job.Ranks) < e.ranks.min || int64(job.Ranks) > e.ranks.max {
			continue
		}
		for _, one := range e.rules {
			if one.sizes.min <= int64(size) && int64(size) <= one.sizes.max {
				return one.rule
			}
		}
		break
	}
	return tunedRule{}
}

// readDistribution returns the distribution that an entry requires: "any", "one-per-node" or "single-node".
func (r *openJSONRules) readDistribution(entry rules.Value) string {
	d, found := entry.Member("comm_rank_distribution")
	switch {
	case !found:
	case d.Kind != '"':
		r.ignoreFile(d.Line, "comm_rank_distribution is not a string")
	case d.Text == "one-per-node" || d.Text == "single-node":
		return d.Text
	case d.Text != "any":
		r.report.AddWrong(d.Line,
			"comm_rank_distribution %q is read as any; use any, one-per-node or single-node", d.Text)
	}
	return "any"
}

// lintKeys finds keys that the library does not recognise and therefore ignores.
func (r *openJSONRules) lintKeys(object rules.Value, known ...string) {
	if object.Kind != '{' {
		r.ignoreFile(object.Line, "an entry is not an object")
		return
	}
	for _, m := range object.Members {
		if !slices.Contains(known, m.Key) {
			instead := ""
			if m.Key == "segsize" {
				instead = "; use seg_size"
			}
			r.report.AddWrong(m.Line, "the library does not recognise %q, and ignores it%s", m.Key, instead)
		}
	}
}

// readBound returns the integer value of a key, or `otherwise` if the object does not have the key. For "inf"
// it returns the largest int64.
func (r *openJSONRules) readBound(object rules.Value, key string, otherwise int64) int64 {
	m, found := object.Member(key)
	if !found {
		return otherwise
	}
	if m.Kind == '"' && strings.HasPrefix(strings.ToLower(m.Text), "inf") {
		if strings.HasPrefix(key, "comm_size") {
			r.report.AddWrong(m.Line, "%q of %s is read as -1, so no communicator matches; omit this key",
				m.Text, key)
		}
		return math.MaxInt64
	}
	n, err := strconv.ParseInt(m.Text, 10, 64)
	if m.Kind != '0' || err != nil {
		r.ignoreFile(m.Line, "%s is not a whole number", key)
	}
	return n
}

// readAlgorithm returns the number of a rule's algorithm. The file gives the algorithm by name or number. The
// result `ok` is false if there is no such algorithm. In this case, the library ignores the rule, unlike in a
// classic file.
func (r *openJSONRules) readAlgorithm(op operation, rule rules.Value) (at int, ok bool) {
	a, found := rule.Member("alg")
	names := op.algorithms(r.version)
	at = slices.Index(names, a.Text)
	if n, err := strconv.Atoi(a.Text); err == nil && (a.Kind == '0' || a.Kind == '"') {
		at = n
	}
	switch {
	case !found || a.Kind != '0' && a.Kind != '"':
		r.report.AddWrong(rule.Line, "a rule of %s without \"alg\" leaves the choice to the library",
			op.name)
		return 0, true
	case at < 0 || at >= len(names):
		r.report.AddWrong(rule.Line, "there is no algorithm %q for %s: the rule is never used; use one of %s",
			a.Text, op.name, strings.Join(names, ", "))
		return 0, false
	}
	return at, true
}
