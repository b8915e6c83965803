package host

import (
	"os"
	"strconv"
	"strings"
)

// firstLine returns the first line of a file, or "" if the file cannot be read.
func firstLine(path string) string {
	text, _ := os.ReadFile(path)
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}

// fieldValue returns the value in the first line of a file that has the form "name: value" or "name value".
// Without such a line it returns "".
func fieldValue(path, name string) string {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, name); found && value != "" &&
			strings.ContainsAny(value[:1], ": \t") {
			return strings.Trim(value, ": \t\n")
		}
	}
	return ""
}

// parseNumber parses the first word of a string.
func parseNumber(text string) (n int64, found bool) {
	word, _, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(word, 10, 64)
	return n, err == nil
}

// parseNumberOr parses the first word of a string, and returns `other` if it is not a number.
func parseNumberOr(text string, other int) int {
	if n, found := parseNumber(text); found {
		return int(n)
	}
	return other
}
