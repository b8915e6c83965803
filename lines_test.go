package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostColumns is the maximum length of a line of source code. A tab counts as 2 columns.
const mostColumns = 110

// structTag is a line with a struct tag, which cannot continue on the next line.
var structTag = regexp.MustCompile("^\t+.*`[a-z]+:\".*`$")

// No line of Go, C or Fortran has more than mostColumns columns, except lines with a struct tag.
func TestLinesAreShort(t *testing.T) {
	files := 0
	require.NoError(t, filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		switch filepath.Ext(name) {
		case ".go", ".c", ".h", ".f90":
		default:
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files++
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			line = strings.TrimSuffix(line, "\n")
			columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "  "))
			if columns > mostColumns && !structTag.MatchString(line) {
				assert.Failf(t, "long line", "%s:%d: %d columns, want at most %d", name, number, columns,
					mostColumns)
			}
		}
		return nil
	}))
	assert.Greater(t, files, 500)
}
