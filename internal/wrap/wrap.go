// Package wrap breaks text into lines that fit a terminal.
package wrap

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Columns is the usual width of a terminal.
const Columns = 80

// Text breaks a string between words into lines of at most Columns characters. A line is longer only if a
// single word does not fit. The first line begins with `first`, and the other lines with `rest`. Each line
// ends with a newline.
func Text(first, rest, text string) string {
	var s strings.Builder
	line, empty := first, true
	for _, word := range strings.Fields(text) {
		switch {
		case empty:
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > Columns:
			s.WriteString(strings.TrimRight(line, " ") + "\n")
			line = rest
		default:
			line += " "
		}
		line += word
		empty = false
	}
	return s.String() + strings.TrimRight(line, " ") + "\n"
}

// WriteComment formats a message like fmt.Sprintf, and prints it as lines that begin with # and have at most
// Columns characters.
func WriteComment(w io.Writer, format string, args ...any) {
	io.WriteString(w, Text("# ", "#   ", fmt.Sprintf(format, args...)))
}

// Indent returns a string of spaces that is as long as the given string.
func Indent(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }
