package openmpi

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// An openEntry is the rules for some numbers of ranks, by how these are spread over the hosts.
type openEntry struct {
	ranks openRange
	where string // any, one-per-node, single-node
	rules []openRule
}

type openRule struct {
	sizes openRange
	rule  tunedRule
}

// spread says in words how ranks are spread.
var spread = map[string]string{"one-per-node": ", each on a host of its own",
	"single-node": ", all on one host"}

// openJSONRules is what Open MPI has in memory after it has read a JSON rules file.
type openJSONRules struct {
	entries map[string][]openEntry
	dropped string // why the library ignores the whole file; "" if it does not
}

// readOpenJSON reads a JSON rules file as a version of Open MPI does. Nothing is an error: a file
// that the library drops has no rules.
func readOpenJSON(file []byte, v rules.Version) *openJSONRules {
	root, _, err := rules.ParseJSON(file)
	if !v.Since(6, 0, 0) || err != nil {
		return &openJSONRules{dropped: "no JSON of Open MPI 6.0"}
	}
	l := &openLint{report: &rules.Report{}, version: v, entries: map[string][]openEntry{}}
	if l.file(root); l.dropped {
		return &openJSONRules{dropped: l.report.Text()}
	}
	return &openJSONRules{entries: l.entries}
}

// choose returns the rule that the library applies to an operation, by Open MPI's name, in a job,
// for the size that unit.compared returns. Without a rule, or where the rule's algorithm is 0, it
// makes its own choice.
func (r *openJSONRules) choose(op string, job tuned.Job, size uint64) (tunedRule, bool) {
	for _, e := range r.entries[op] {
		fits := e.where == "any" || e.where == "single-node" && job.Hosts == 1 || e.where == "one-per-node" &&
			job.Slots == 1 && job.Hosts > 1
		if !fits || int64(job.Ranks) < e.ranks.min || int64(job.Ranks) > e.ranks.max {
			continue
		}
		for _, one := range e.rules {
			if one.sizes.min <= int64(size) && int64(size) <= one.sizes.max {
				return one.rule, true
			}
		}
		break
	}
	return tunedRule{}, false
}

// distribution is where the ranks of an entry are, as the file says it: any, one-per-node or
// single-node.
func (l *openLint) distribution(entry rules.Value) string {
	d, found := entry.Member("comm_rank_distribution")
	switch {
	case !found:
	case d.Kind != '"':
		l.drop(d.Line, "comm_rank_distribution is no text")
	case d.Text == "one-per-node" || d.Text == "single-node":
		return d.Text
	case d.Text != "any":
		l.report.AddWrong(d.Line, "comm_rank_distribution %q is taken for any; want any, one-per-node or single-node", d.Text)
	}
	return "any"
}

// keys finds what the reader does not know, and so does not see.
func (l *openLint) keys(object rules.Value, known ...string) {
	if object.Kind != '{' {
		l.drop(object.Line, "an entry that is no object")
		return
	}
	for _, m := range object.Members {
		if !slices.Contains(known, m.Key) {
			instead := ""
			if m.Key == "segsize" {
				instead = ", want seg_size"
			}
			l.report.AddWrong(m.Line, "the library does not know %q, and does not see it%s", m.Key, instead)
		}
	}
}

// bound is a whole number, or "inf", which is the largest that the library has.
func (l *openLint) bound(object rules.Value, key string, otherwise int64) int64 {
	m, found := object.Member(key)
	if !found {
		return otherwise
	}
	if m.Kind == '"' && strings.HasPrefix(strings.ToLower(m.Text), "inf") {
		if strings.HasPrefix(key, "comm_size") {
			l.report.AddWrong(m.Line, "%q of %s is read as -1, which no communicator has: leave it out", m.Text, key)
		}
		return math.MaxInt64
	}
	n, err := strconv.ParseInt(m.Text, 10, 64)
	if m.Kind != '0' || err != nil {
		l.drop(m.Line, "%s is no whole number", key)
	}
	return n
}

// algorithm is that of a rule, by name or number. A rule with another one is not used, unlike in a
// file of numbers.
func (l *openLint) algorithm(op operation, rule rules.Value) (at int, ok bool) {
	a, found := rule.Member("alg")
	names := op.algorithms(l.version)
	at = slices.Index(names, a.Text)
	if n, err := strconv.Atoi(a.Text); err == nil && (a.Kind == '0' || a.Kind == '"') {
		at = n
	}
	switch {
	case !found || a.Kind != '0' && a.Kind != '"':
		l.report.AddWrong(rule.Line, "a rule of %s without \"alg\" is one of the library's own choice", op.name)
		return 0, true
	case at < 0 || at >= len(names):
		l.report.AddWrong(rule.Line, "there is no algorithm %q of %s: the rule is never used; want one of %s",
			a.Text, op.name, strings.Join(names, ", "))
		return 0, false
	}
	return at, true
}
