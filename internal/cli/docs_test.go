package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
)

// text returns the content of a file of the repository as one line.
func text(t *testing.T, name string) string {
	content, err := os.ReadFile(filepath.Join("../..", name))
	require.NoError(t, err)
	return strings.NewReplacer("\n// ", " ", "\n", " ").Replace(string(content))
}

// one returns the only capture group of the first match of a pattern in a text.
func one(t *testing.T, text, pattern string) string {
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	require.Len(t, found, 2, pattern)
	return found[1]
}

// opening returns the first paragraph of the README.
func opening(t *testing.T) string { return one(t, text(t, "README.md"), `^# topocoll  (.*?)  `) }

// Texts that list the topologies, or the packages with procedures, name every topology of the catalog.
func TestTextsNameEveryTopology(t *testing.T) {
	topologies :=
		map[string]string{"ring": "ring", "mesh": "mesh", "hcube": "h(yper)?cube", "circulant": "circulant",
			"tree": "tree", "butterfly": "butterfly", "network": "network"}
	for _, row := range catalog.ByteRows() {
		word, known := topologies[row.Topology()]
		require.True(t, known, row.ID)
		for where, says := range map[string]string{
			"the README's first paragraph": opening(t), "topocoll --help": purpose,
			"catalog.Info": text(t, "catalog/row.go"),
		} {
			assert.Regexp(t, `\b`+word, says, where)
		}
		if !row.OfLibraries() {
			assert.Regexp(t, `\b`+word, text(t, "topo/doc.go"), "topo")
		}
		for _, where := range []string{"local/doc.go", "catalog/doc.go"} {
			assert.Contains(t, text(t, where), "[topocoll/"+row.Topology()+"]", where)
		}
		for _, where := range []string{"comm/doc.go", "comm/check.go"} {
			assert.Regexp(t, `procedures? of .*\b`+row.Topology(), text(t, where), where)
		}
		assert.Contains(t, text(t, "docs/reference/packages.md"), "`"+row.Topology()+"`")
	}
}

// Texts that mention the MPI library name both Open MPI and MPICH.
func TestTextsNameBothLibraries(t *testing.T) {
	for where, says := range map[string]string{"README.md": opening(t), "topocoll --help": purpose,
		"mpi":   text(t, "mpi/doc.go"),
		"local": text(t, "local/doc.go"), "comm": text(t, "comm/doc.go"),
		"without MPI": text(t, "internal/job/ranks/nompi.go"), "main.go": text(t, "main.go")} {
		assert.Contains(t, says, "Open MPI or MPICH", where)
	}
}

var updateDocs = flag.Bool("update-docs", false, "write the generated parts of the pages")

// The generated parts of the pages are current. "make docs" passes -update-docs, which writes them.
func TestGeneratedPagesAreCurrent(t *testing.T) {
	parser, err := kong.New(&commands{}, option.OperationMapper, kong.Vars{"version": ""})
	require.NoError(t, err)
	pages, err := generatePages("../..", parser.Model)
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for path, want := range pages {
		if *updateDocs {
			require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		}
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, want, string(got), "run make docs")
	}
}

// The README and the error of a program without MPI list the same commands as needing MPI. The README also
// lists plan --measured.
func TestTextsNameCommandsThatNeedMPI(t *testing.T) {
	stub := text(t, "internal/job/ranks/nompi.go")
	list := regexp.MustCompile(`[a-z]+`)
	commands := func(text string) []string {
		return slices.DeleteFunc(list.FindAllString(text, -1),
			func(word string) bool { return word == "and" })
	}
	needed := commands(one(t, stub, `needed := \[\]string\{(.*?), "run"\}`))
	assert.ElementsMatch(t, needed, commandsWithMPI(t))
	assert.Equal(t, needed, commands(one(t, stub, `\(CGO_ENABLED=0\): (.*?) need a topocoll`)))
	assert.Equal(t, append(needed, "plan", "measured"),
		commands(one(t, text(t, "README.md"), "Only ([^.]*?) need MPI")))
}

// commandsWithMPI returns the commands whose method Run is only in a build with cgo.
func commandsWithMPI(t *testing.T) (names []string) {
	files, err := filepath.Glob("*/*.go")
	require.NoError(t, err)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		if regexp.MustCompile(`(?s)^//go:build cgo\n.*\nfunc \(\w+ \*Command\) Run\(`).Match(source) {
			names = append(names, filepath.Dir(file))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// docs/README.md lists every page, except that the README.md of docs/decisions and of results list the pages
// of these folders.
func TestEveryPageIsListed(t *testing.T) {
	for _, page := range pages(t) {
		folder, file := filepath.Split(page)
		if folder == "" || page == "docs/README.md" {
			continue
		}
		list := "docs/README.md"
		if (folder == "docs/decisions/" || folder == "results/") && file != "README.md" {
			list = folder + "README.md"
		}
		link, err := filepath.Rel(filepath.Dir(list), page)
		require.NoError(t, err)
		assert.Contains(t, text(t, list), "]("+link+")", page)
	}
}

// pages returns the paths of all pages, relative to the root of the repository.
func pages(t *testing.T) []string {
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "results/*.md"} {
		files, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, file := range files {
			page, err := filepath.Rel("../..", file)
			require.NoError(t, err)
			pages = append(pages, page)
		}
	}
	return pages
}

// Links between pages lead to files and headings that exist.
func TestLinksOfPages(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s:]*)\)`)
	code := regexp.MustCompile("(?s)```.*?```|`[^`]*`")
	for _, page := range pages(t) {
		content, err := os.ReadFile(filepath.Join("../..", page))
		require.NoError(t, err)
		for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(string(content), ""), -1) {
			path, heading, _ := strings.Cut(found[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			_, err := os.Stat(filepath.Join("../..", target))
			if assert.NoError(t, err, "link %s of %s", found[1], page) && heading != "" &&
				filepath.Ext(target) == ".md" {
				assert.Contains(t, headings(t, target), heading, "link %s of %s", found[1], page)
			}
		}
	}
}

// headings returns the anchors that GitHub gives the headings of a page.
func headings(t *testing.T, page string) []string {
	content, err := os.ReadFile(filepath.Join("../..", page))
	require.NoError(t, err)
	var anchors []string
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(content), -1) {
		text := regexp.MustCompile(`[^\pL\pN_ -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		anchors = append(anchors, strings.ReplaceAll(text, " ", "-"))
	}
	return anchors
}

// CONTRIBUTING.md or the list of packages names every folder with Go files.
func TestTextsNameEveryFolder(t *testing.T) {
	listed := text(t, "docs/reference/packages.md") + text(t, "CONTRIBUTING.md")
	for _, pattern := range []string{"*/*.go", "internal/*/*.go"} {
		files, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			name := filepath.Base(filepath.Dir(file))
			assert.True(t, strings.Contains(listed, "`"+name+"`") || strings.Contains(listed, "`"+name+"/`"),
				name)
		}
	}
}

// The numbers in decision 0007 equal the constants in the code.
func TestNumbersOfReplay(t *testing.T) {
	decision := text(t, "docs/decisions/0007-plans-are-replayed-in-c.md")
	for _, number := range []struct{ file, code, says string }{
		{"plan/code.go", `const maxStepsAhead = (\d+)`, `at most (\d+) steps +ahead`},
		{"mpi/combine.c", `enum \{ FEW = (\d+) \}`, `Combinations\* up to (\d+) words`},
	} {
		assert.Equal(t, one(t, text(t, number.file), number.code), one(t, decision, number.says), number.code)
	}
	assert.Contains(t, text(t, "mpi/port.go"), "overlapFrom: 4096")
	assert.Regexp(t, `exceed +4 KiB in +total`, decision)
}

// The table of selected calls on networks states its commit, number of launches and date. The README quotes a
// result of the table.
func TestSelectedNetworksSayWhenTheyWereMeasured(t *testing.T) {
	table := one(t, text(t, "results/networks.md"),
		`<!-- scripts/networks-table -->  (.*?)  <!-- end of networks-table -->`)
	assert.Regexp(t, `^Measured at commit [0-9a-f]{7}, \d+ launch(es)?, \d{4}-\d\d-\d\d\b`, table)
	assert.Contains(t, table, "| links | operation |")
	measured := regexp.MustCompile(`commit ([0-9a-f]{7}).*?(\d{4}-\d\d-\d\d)`).FindStringSubmatch(table)
	assert.Contains(t, text(t, "results/networks.md"),
		"| [Selected calls](#selected-calls) | "+measured[2]+" | "+measured[1],
		"the table of how it was measured")
	result := regexp.MustCompile(
		"takes (\\d+) ms .*?, (\\d+) ms .*? (\\d+) ms with `network/bcast` .*?" +
			"The lower bound is (\\d+) ms").FindStringSubmatch(text(t, "README.md"))
	require.Len(t, result, 5)
	assert.Regexp(t,
		fmt.Sprintf(
			`\| torus 4x4, 50 Mbit/s \| bcast 512 KiB \| %s \| %s \S+ \| \*\*%s\*\* network/bcast \| %s \|`,
			result[1], result[2], result[3], result[4]), table)
}

// Every page of results states how each of its tables was measured. README.md quotes these pages.
func TestResultsSayHowTheyWereMeasured(t *testing.T) {
	known := regexp.MustCompile(`^(\d{4}-\d\d-\d\d|not recorded)`)
	commit := regexp.MustCompile(`^([0-9a-f]{7,8}\b|not recorded)`)
	command := regexp.MustCompile("^(the same|not recorded|`.+`)")
	files, err := filepath.Glob("../../results/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		if filepath.Base(file) == "README.md" {
			continue
		}
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		_, how, found := strings.Cut(string(content), "\n## How it was measured\n\nMachine: ")
		require.True(t, found, file)
		how, pages, _ := strings.Cut(how, "\n## ")
		_, rows, found := strings.Cut(how,
			"| table | date | commit | MPI library | launches | command |\n|---|---|---|---|---|---|\n")
		require.True(t, found, file)
		for row := range strings.Lines(strings.TrimSpace(rows)) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(row), "| "), " | ")
			require.Len(t, cells, 6, row)
			assert.Regexp(t, known, cells[1], file)
			assert.Regexp(t, commit, cells[2], file)
			assert.NotEmpty(t, cells[3], file)
			assert.NotEmpty(t, cells[4], file)
			assert.Regexp(t, command, cells[5], file)
		}
		for section := range strings.SplitSeq("## "+pages, "\n## ") {
			title, text, _ := strings.Cut(strings.TrimPrefix(section, "## "), "\n")
			if strings.Contains(text, "\n|---|") {
				assert.Contains(t, rows, "| ["+title+"](#", file)
			}
		}
	}
}

// A generated part without an end marker is rejected. Otherwise it would silently become out of date.
func TestDocsNeedTheEndsOfParts(t *testing.T) {
	folder := t.TempDir()
	page := filepath.Join(folder, "docs", "reference", "page.md")
	require.NoError(t, os.MkdirAll(filepath.Dir(page), 0o755))
	require.NoError(t, os.WriteFile(page, []byte("<!-- make docs: exit codes -->\n<!-- end -->\n"+
		"<!-- make docs: flags -->\n"), 0o644))
	_, err := generatePages(folder, nil)
	assert.ErrorContains(t, err, "page.md: 2 parts begin with <!-- make docs: ... -->, but 1 end")
}
