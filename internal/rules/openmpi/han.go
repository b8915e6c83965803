package openmpi

import (
	"bytes"
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// hanLevels are the communicators that HAN makes, by number.
var hanLevels = []string{"intra_node", "inter_node", "global_communicator"}

// hanComponents are those that HAN can hand a call to.
func hanComponents(v rules.Version) []string {
	names := []string{"self", "basic", "libnbc", "tuned", "sm", "adapt", "han"}
	if v.Since(6, 0, 0) {
		names = append(names, "xhc")
	}
	return names
}

// hanAlgorithms are HAN's own, from 5.0 on, for the operations that it has.
var hanAlgorithms = map[string][]string{
	"allgather": {"default", "intra", "simple"}, "allgatherv": {"default"}, "barrier": {"default", "simple"},
	"allreduce": {"default", "intra", "simple", "reproducible"}, "bcast": {"default", "intra", "simple"},
	"gather": {"default", "intra", "simple"}, "reduce": {"default", "intra", "simple", "reproducible"},
	"scatter": {"default", "intra", "simple"},
}

// isHAN recognises the format: components or operations by name stand outside of comments.
func isHAN(file []byte) bool {
	for line := range bytes.Lines(file) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		for _, word := range strings.Fields(string(line)) {
			name, _, _ := strings.Cut(word, "@")
			if slices.Contains(hanComponents(rules.Version{Major: 6}), name) || slices.Contains(hanLevels, name) {
				return true
			}
		}
	}
	return false
}

// A hanReader takes what HAN's reader wants. After an error there is nothing more.
type hanReader struct {
	numbers
	version rules.Version
	report  *rules.Report
	levels  []hanLevel // no operation twice at a level
	failed  bool
}

func (r *hanReader) fail(line int, format string, args ...any) {
	if !r.failed {
		r.report.AddWrong(line, "HAN drops the whole file, and takes its variables: "+format, args...)
	}
	r.failed = true
}

// number is the next number, at least of a size.
func (r *hanReader) number(what string, least int64) number { return r.numberIn(0, what, least) }

// numberIn is one in a base; 0 is what its first digits say.
func (r *hanReader) numberIn(base int, what string, least int64) number {
	if r.failed {
		return number{}
	}
	n, ok := r.nextIn(base)
	switch {
	case !ok:
		r.fail(r.line(len(r.file)), "the file ends where %s is wanted", what)
	case n.value < least:
		r.fail(n.line, "%d stands where %s is wanted, at least %d", n.value, what, least)
	case base == 0 && octal(n.text):
		r.report.AddWrong(n.line, "%s begins with 0, and is read as octal: %d", n.text, n.value)
	}
	return n
}

// word is the next word, of which the library reads 32 bytes.
func (r *hanReader) word(what string) (word string, line int) {
	for !r.failed {
		r.space(" \t\n\v\f\r")
		if r.at == len(r.file) {
			r.fail(r.line(r.at), "the file ends where %s is wanted", what)
			break
		}
		if line = r.line(r.at); r.file[r.at] != '#' {
			rest := r.file[r.at:min(len(r.file), r.at+32)]
			if end := bytes.IndexAny(rest, " \t\n\v\f\r"); end >= 0 {
				rest = rest[:end]
			}
			r.at += len(rest)
			return string(rest), line
		}
		r.comment()
	}
	return "", 0
}

// eats reports whether a character is the next, and takes it.
func (r *hanReader) eats(c byte) bool {
	for r.space(" \t\n"); r.at < len(r.file) && r.file[r.at] == '#'; r.space(" \t\n") {
		r.comment()
	}
	if r.failed || r.at == len(r.file) || r.file[r.at] != c {
		return false
	}
	r.at++
	return true
}
