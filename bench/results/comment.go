package results

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// columns of a terminal, which no line passes.
const columns = 80

// writeComment prints a text as lines that begin with #, broken between words.
func writeComment(w io.Writer, format string, args ...any) {
	line := "#"
	for _, word := range strings.Fields(fmt.Sprintf(format, args...)) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			fmt.Fprintln(w, line)
			line = "#  "
		}
		line += " " + word
	}
	fmt.Fprintln(w, line)
}
