package wrap

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a string as one line that is safe to print on a terminal. It replaces white space with
// blanks. It removes control characters, characters that reverse or hide others, and bytes that are not
// UTF-8.
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

// PlainLines applies Plain to every line.
func PlainLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Plain(line)
	}
	return strings.Join(lines, "\n")
}

// ShellWord returns a string as one word of a shell command, in quotes if necessary.
func ShellWord(text string) string {
	isPlain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-./=:,+@%", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !isPlain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
