package manpage

import (
	"fmt"
	"io"
	"strings"
)

// roff writes the requests of man(7), and stores the first error.
type roff struct {
	out io.Writer
	err error

	afterHeading bool // the last line is a heading
}

func (r *roff) writeLine(parts ...string) {
	if r.err == nil {
		_, r.err = fmt.Fprintln(r.out, strings.Join(parts, ""))
	}
}

// heading writes a title with the macro SH or SS.
func (r *roff) heading(macro, title string) {
	r.writeLine(".", macro, ` "`, escape(title), `"`)
	r.afterHeading = true
}

// item writes a term, which must contain its font requests, and the description indented below it.
func (r *roff) item(term, text string) {
	r.writeLine(".TP")
	r.writeLine(term)
	r.writeLine(`\&`, escape(text)) // .TP needs a body, even an empty one
	r.afterHeading = false
}

// prose writes the paragraphs of a text, in which empty lines separate paragraphs. An indented paragraph is
// an example, so its lines are not filled.
func (r *roff) prose(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		r.paragraph()
		example := strings.HasPrefix(paragraph, "  ")
		if example {
			r.writeLine(".EX")
		}
		for line := range strings.SplitSeq(strings.TrimRight(paragraph, "\n"), "\n") {
			r.writeLine(escape(strings.TrimPrefix(line, "  ")))
		}
		if example {
			r.writeLine(".EE")
		}
	}
}

// paragraph begins a paragraph. After a heading no request is needed.
func (r *roff) paragraph() {
	if !r.afterHeading {
		r.writeLine(".PP")
	}
	r.afterHeading = false
}

func bold(text string) string   { return `\fB` + escape(text) + `\fR` }
func italic(text string) string { return `\fI` + escape(text) + `\fR` }

var special = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`,
	`"`, `\(dq`)

// escape quotes a string so that roff prints it literally, on a separate line or in a quoted argument.
func escape(text string) string {
	var s strings.Builder
	if strings.HasPrefix(text, ".") {
		s.WriteString(`\&`)
	}
	for _, char := range special.Replace(text) {
		if char < 0x80 {
			s.WriteRune(char)
		} else {
			fmt.Fprintf(&s, `\[u%04X]`, char)
		}
	}
	return s.String()
}
