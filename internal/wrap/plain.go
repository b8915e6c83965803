package wrap

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a text as one line that a terminal only shows: white space becomes blanks. Control characters, those
// that turn round or hide others, and bytes that are no text at all are left out.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError || !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
}

// PlainLines is Plain of every line.
func PlainLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Plain(line)
	}
	return strings.Join(lines, "\n")
}
