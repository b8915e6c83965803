package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
)

// These tests check that docs/reference/textbook.md names all algorithms and tests that it must name, and
// only names that exist.

func textbook(t *testing.T) string { return contentOf(t, "docs/reference/textbook.md") }

// names returns the distinct first groups of the matches of pattern in text.
func names(pattern, text string) map[string]bool {
	set := map[string]bool{}
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		set[match[1]] = true
	}
	return set
}

func TestTextbookNamesEveryRow(t *testing.T) {
	ids := map[string]bool{}
	for _, row := range catalog.Rows[string]() {
		if !row.OfLibraries() {
			ids[row.ID] = true
		}
	}
	namesAll(t, "docs/reference/textbook.md", "`((?:ring|mesh|hcube|network)/[a-z-]+)`", ids)
}

// docs/reference/algorithms.md names all algorithms of other libraries, and otherwise only algorithms of the
// textbook.
func TestAlgorithmsNamesEveryRow(t *testing.T) {
	libraries, exist := map[string]bool{}, map[string]bool{}
	for _, row := range catalog.Rows[string]() {
		exist[row.ID] = true
		if row.OfLibraries() {
			libraries[row.ID] = true
		}
	}
	namesAll(t, "docs/reference/algorithms.md", "`((?:circulant|tree|butterfly)/[a-z-]+)`", libraries)
	for id := range names("`((?:ring|mesh|hcube|network)/[a-z-]+)`", contentOf(t,
		"docs/reference/algorithms.md")) {
		assert.True(t, exist[id], "docs/reference/algorithms.md names %s, which is not in the catalog", id)
	}
}

// The line of an algorithm lists every name that the algorithm has in a library.
func TestAlgorithmsNamesEveryNamesake(t *testing.T) {
	for _, n := range catalog.Namesakes() {
		id, _, _ := strings.Cut(n.ID, "=")
		var who []string
		for line := range strings.Lines(contentOf(t, "docs/reference/algorithms.md")) {
			if cells := strings.Split(line, " | "); len(cells) > 6 && strings.Contains(cells[1], "`"+id+"`") {
				who = append(who, cells[len(cells)-2])
			}
		}
		require.Len(t, who, 1, "lines of docs/reference/algorithms.md for %s", id)
		assert.Regexp(t, n.Library+"( 5)? (`[a-z-_]+`, )*`"+n.Name+"`", who[0], id)
	}
}

// namesAll requires that the matches of a pattern in a page are exactly the given ids.
func namesAll(t *testing.T, page, pattern string, ids map[string]bool) {
	named := names(pattern, contentOf(t, page))
	for id := range ids {
		assert.True(t, named[id], "no row of %s names %s", page, id)
	}
	for id := range named {
		assert.True(t, ids[id], "%s names %s, which is not in the catalog", page, id)
	}
}

func TestTextbookHasAllRows(t *testing.T) {
	text, _, _ := strings.Cut(textbook(t), "## Errata")
	for n := 1; n <= 61; n++ {
		assert.Equal(t, 1, strings.Count(text, fmt.Sprintf("\n| %d |", n)), "row %d", n)
	}
}

func TestTextbookNamesFunctionsThatExist(t *testing.T) {
	exported := functions(t)
	for name := range names("`([a-z]+\\.[A-Z][A-Za-z0-9]*)`", textbook(t)) {
		assert.True(t, exported[name], name)
	}
}

// docs/reference/textbook.md and the decision about tests name only tests that exist. The page also names
// every test of package errata.
func TestTextbookNamesTestsThatExist(t *testing.T) {
	tests := functions(t)
	const pattern = "`([a-z]+\\.(?:Test|Fuzz)[A-Za-z0-9_]*)`"
	named := names(pattern, textbook(t))
	decision := contentOf(t, "docs/decisions/0012-which-layer-proves-what.md")
	for name := range names(pattern, textbook(t)+decision) {
		assert.True(t, tests[name], name)
	}
	for name := range tests {
		if strings.HasPrefix(name, "errata.Test") {
			assert.True(t, named[name], "%s is not in docs/reference/textbook.md", name)
		}
	}
}

// functions returns the exported functions and types of all packages, tests included, as folder.Name.
func functions(t *testing.T) map[string]bool {
	set := map[string]bool{}
	for _, pattern := range []string{"*/*.go", "internal/*/*.go", "bench/*/*.go", "bench/*/*/*.go",
		"mpi/*/*.go", "examples/*/*.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range files {
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				continue // the compiler reports it
			}
			add := func(name *ast.Ident) { set[filepath.Base(filepath.Dir(path))+"."+name.Name] = true }
			for _, declaration := range file.Decls {
				switch d := declaration.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil {
						add(d.Name)
					}
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						if s, is := spec.(*ast.TypeSpec); is {
							add(s.Name)
						}
					}
				}
			}
		}
	}
	return set
}
