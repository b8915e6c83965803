package host

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// firstLine returns the first line of a file, "" if it cannot be read.
func firstLine(path string) string {
	text, _ := os.ReadFile(filepath.Clean(path))
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}

// field returns the value of the first line "name: value" of a file.
func field(path, name string) string {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return ""
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if key, value, found := strings.Cut(lines.Text(), ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
