package rules

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Report is what a file means to a version of a library.
type Report struct {
	Meaning  []Section
	Findings []Finding // in the order of the lines
}

// A Section is the calls of an operation on a range of ranks.
type Section struct {
	Title string
	Lines []Line
}

// A Line is what is done with a range of sizes, and where the file says it: 0 is nowhere.
type Line struct {
	Sizes, Does string
	Number      int
}

// A Finding is what is wrong in a line of a file, or what is to be known about it.
type Finding struct {
	Line  int
	Text  string
	Wrong bool // the file does something else than it says
}

// CountWrong returns the number of findings about lines that do something else than they say.
func (r *Report) CountWrong() (n int) {
	for _, f := range r.Findings {
		if f.Wrong {
			n++
		}
	}
	return n
}

// AddWrong adds a finding about a line that does something else than it says.
func (r *Report) AddWrong(line int, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{line, fmt.Sprintf(format, args...), true})
}

// AddNote adds a finding that is to be known about a line.
func (r *Report) AddNote(line int, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{line, fmt.Sprintf(format, args...), false})
}

// Sorted orders the findings by line, and drops those that come twice.
func (r *Report) Sorted() *Report {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return a.Line - b.Line })
	r.Findings = slices.Compact(r.Findings)
	return r
}

// Text is the meaning and the findings, without the version.
func (r *Report) Text() string {
	var b strings.Builder
	r.write(&b)
	return b.String()
}

func (r *Report) write(w io.Writer) {
	for _, s := range r.Meaning {
		fmt.Fprintln(w, s.Title)
		width := 0
		for _, l := range s.Lines {
			width = max(width, len(l.Sizes))
		}
		for _, l := range s.Lines {
			where := ""
			if l.Number > 0 {
				where = fmt.Sprintf("  (line %d)", l.Number)
			}
			fmt.Fprintf(w, "  %-*s  %s%s\n", width, l.Sizes, l.Does, where)
		}
	}
	if len(r.Meaning) == 0 {
		fmt.Fprintln(w, "No call obeys a rule of this file: the library makes its own choice everywhere.")
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
		fmt.Fprintf(w, "%s: %s%s\n", kind, where, f.Text)
	}
}
