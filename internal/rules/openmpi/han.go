package openmpi

import (
	"bytes"
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// hanLevels lists HAN's names for its communicators. The index is HAN's number for the communicator.
var hanLevels = []string{"intra_node", "inter_node", "global_communicator"}

// hanComponents returns the components to which HAN can pass a call.
func hanComponents(v rules.Version) []string {
	names := []string{"self", "basic", "libnbc", "tuned", "sm", "adapt", "han"}
	if v.Since(6, 0, 0) {
		names = append(names, "xhc")
	}
	return names
}

// hanAlgorithms lists HAN's own algorithms in 5.0 and later, by operation. It has only the operations that
// HAN implements.
var hanAlgorithms = map[string][]string{
	"allgather": {"default", "intra", "simple"}, "allgatherv": {"default"}, "barrier": {"default", "simple"},
	"allreduce": {"default", "intra", "simple", "reproducible"}, "bcast": {"default", "intra", "simple"},
	"gather": {"default", "intra", "simple"}, "reduce": {"default", "intra", "simple", "reproducible"},
	"scatter": {"default", "intra", "simple"},
}

// isHAN reports whether a file has HAN's format. Such a file contains, outside comments, the name of a
// component or of one of HAN's communicators.
func isHAN(file []byte) bool {
	for line := range bytes.Lines(file) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		for _, word := range strings.Fields(string(line)) {
			name, _, _ := strings.Cut(word, "@")
			if slices.Contains(hanComponents(rules.Version{Major: 6}), name) ||
				slices.Contains(hanLevels, name) {
				return true
			}
		}
	}
	return false
}

// A hanReader reads a file as HAN does. After an error it reads nothing more.
type hanReader struct {
	numberScanner
	version rules.Version
	report  *rules.Report
	levels  []hanLevel // at most one for each operation and communicator
	failed  bool
}

func (r *hanReader) fail(line int, format string, args ...any) {
	if !r.failed {
		r.report.AddWrong(line, "HAN ignores the whole file and uses its variables: "+format, args...)
	}
	r.failed = true
}

// readNumber reads the next number, which must be at least `least`.
func (r *hanReader) readNumber(what string, least int64) number {
	return r.readNumberInBase(0, what, least)
}

// readNumberInBase is like readNumber, but for the given base. With base 0, the number's prefix determines
// the base, as in C.
func (r *hanReader) readNumberInBase(base int, what string, least int64) number {
	if r.failed {
		return number{}
	}
	n, ok := r.nextInBase(base)
	switch {
	case !ok:
		r.fail(r.lineAt(len(r.file)), "the file ends before %s", what)
	case n.value < least:
		r.fail(n.line, "got %d, want %s of at least %d", n.value, what, least)
	case base == 0 && isMisreadOctal(n.text):
		r.report.AddWrong(n.line, "%s begins with 0, so it is read as octal: %d", n.text, n.value)
	}
	return n
}

// readWord reads the next word as the library does: at most 32 bytes. The rest of a longer word counts as the
// next word.
func (r *hanReader) readWord(what string) (word string, line int) {
	for !r.failed {
		r.skipSpace(" \t\n\v\f\r")
		if r.offset == len(r.file) {
			r.fail(r.lineAt(r.offset), "the file ends before %s", what)
			break
		}
		if line = r.lineAt(r.offset); r.file[r.offset] != '#' {
			rest := r.file[r.offset:min(len(r.file), r.offset+32)]
			if end := bytes.IndexAny(rest, " \t\n\v\f\r"); end >= 0 {
				rest = rest[:end]
			}
			r.offset += len(rest)
			return string(rest), line
		}
		r.skipLine()
	}
	return "", 0
}

// accept reports whether the character c comes next. If it does, accept skips c.
func (r *hanReader) accept(c byte) bool {
	for r.skipSpace(" \t\n"); r.offset < len(r.file) && r.file[r.offset] == '#'; r.skipSpace(" \t\n") {
		r.skipLine()
	}
	if r.failed || r.offset == len(r.file) || r.file[r.offset] != c {
		return false
	}
	r.offset++
	return true
}
