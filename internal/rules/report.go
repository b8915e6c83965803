package rules

import (
	"fmt"
	"slices"
	"strings"
)

// A Report describes the effect of a tuning file in a version of a library, and the mistakes in the file.
type Report struct {
	Meaning  []Section
	Findings []Finding // in the order of the lines
}

// A Section describes the choices for calls of one operation. For Open MPI, it covers one range of
// communicator sizes.
type Section struct {
	Title string
	Lines []Line
}

// A Line describes the choice for some calls, for example for a range of sizes. Number is the line number of
// the rule that makes this choice, or 0 if no rule applies.
type Line struct {
	Sizes, Does string
	Number      int
}

// A Finding is a mistake in a line of a file, or a note about a line.
type Finding struct {
	Line  int
	Text  string
	Wrong bool // true for a mistake: the library does not do what the line specifies
}

// CountWrong returns the number of mistakes.
func (r *Report) CountWrong() (n int) {
	for _, f := range r.Findings {
		if f.Wrong {
			n++
		}
	}
	return n
}

// AddWrong adds a mistake in a line.
func (r *Report) AddWrong(line int, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{line, fmt.Sprintf(format, args...), true})
}

// AddNote adds a note about a line.
func (r *Report) AddNote(line int, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{line, fmt.Sprintf(format, args...), false})
}

// SortFindings sorts the findings by line, removes duplicates, and returns the report.
func (r *Report) SortFindings() *Report {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return a.Line - b.Line })
	r.Findings = slices.Compact(r.Findings)
	return r
}

// Text returns the sections and the findings as lines of text.
func (r *Report) Text() string {
	var b strings.Builder
	for _, s := range r.Meaning {
		fmt.Fprintln(&b, s.Title)
		width := 0
		for _, l := range s.Lines {
			width = max(width, len(l.Sizes))
		}
		for _, l := range s.Lines {
			where := ""
			if l.Number > 0 {
				where = fmt.Sprintf("  (line %d)", l.Number)
			}
			fmt.Fprintf(&b, "  %-*s  %s%s\n", width, l.Sizes, l.Does, where)
		}
	}
	if len(r.Meaning) == 0 {
		fmt.Fprintln(&b,
			"No rule in this file applies to any call, so the library makes its own choice for every call.")
	}
	for _, f := range r.Findings {
		kind := "note"
		if f.Wrong {
			kind = "wrong"
		}
		where := ""
		if f.Line > 0 {
			where = fmt.Sprintf("line %d: ", f.Line)
		}
		fmt.Fprintf(&b, "%s: %s%s\n", kind, where, f.Text)
	}
	return b.String()
}
