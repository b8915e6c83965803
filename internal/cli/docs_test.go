package cli

import (
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
)

// text returns a file of the repository, its lines joined.
func text(t *testing.T, name string) string {
	content, err := os.ReadFile(filepath.Join("../..", name))
	require.NoError(t, err)
	return strings.NewReplacer("\n// ", " ", "\n", " ").Replace(string(content))
}

// one returns the part of a text that the group of a pattern matches.
func one(t *testing.T, text, pattern string) string {
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	require.Len(t, found, 2, pattern)
	return found[1]
}

// opening is the first paragraph of the README.
func opening(t *testing.T) string { return one(t, text(t, "README.md"), `^# topocoll  (.*?)  `) }

// Every topology of the catalog is named where procedures, or all topologies, are told of.
func TestTextsNameEveryTopology(t *testing.T) {
	topologies := map[string]string{"ring": "ring", "mesh": "mesh", "hcube": "h(yper)?cube", "circulant": "circulant", "tree": "tree", "butterfly": "butterfly", "network": "network"}
	for _, row := range catalog.Rows[byte]() {
		word, known := topologies[row.Topology()]
		require.True(t, known, row.ID)
		for where, says := range map[string]string{
			"the README's first paragraph": opening(t), "topocoll --help": description, "catalog.Info": text(t, "catalog/row.go"),
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
		assert.Contains(t, text(t, "README.md"), "`"+row.Topology()+"/`")
	}
}

// Both libraries are named where the library is told of.
func TestTextsNameBothLibraries(t *testing.T) {
	for where, says := range map[string]string{"README.md": opening(t), "topocoll --help": description, "mpi": text(t, "mpi/doc.go"),
		"local": text(t, "local/doc.go"), "comm": text(t, "comm/doc.go"), "without MPI": text(t, "internal/cli/nompi.go"), "main.go": text(t, "main.go")} {
		assert.Contains(t, says, "Open MPI or MPICH", where)
	}
}

// The README's table has the commands of the program.
func TestReadmeHasEveryCommand(t *testing.T) {
	parser, err := kong.New(&commands{}, kong.Vars{"version": ""})
	require.NoError(t, err)
	var want []string
	for _, node := range parser.Model.Children {
		if !node.Hidden {
			want = append(want, node.Name)
		}
	}
	var got []string
	for _, row := range regexp.MustCompile("\\| `topocoll ([a-z]+)").FindAllStringSubmatch(text(t, "README.md"), -1) {
		got = append(got, row[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	assert.Equal(t, want, slices.Compact(got))
}

// The commands that need MPI are those that the program without it refuses, and both texts list them.
func TestTextsNameCommandsThatNeedMPI(t *testing.T) {
	stub := text(t, "internal/cli/nompi.go")
	var refused []string
	for _, method := range regexp.MustCompile(`func \(\*([a-z]+)Command\) Run\([^)]*\) error +\{ return noMPI\(ctx\) \}`).FindAllStringSubmatch(stub, -1) {
		refused = append(refused, method[1])
	}
	list := regexp.MustCompile(`[a-z]+`)
	want := func(said string) []string {
		return slices.DeleteFunc(list.FindAllString(said, -1), func(word string) bool { return word == "and" })
	}
	assert.Equal(t, refused, want(one(t, stub, `\(CGO_ENABLED=0\): (.*?) must be built`)))
	assert.Equal(t, refused, want(one(t, text(t, "README.md"), "Only ([^.]*?) need MPI")))
}

// Every page has a line in docs/README.md.
func TestEveryPageIsListed(t *testing.T) {
	for _, pattern := range []string{"*.md", "decisions/*.md"} {
		files, err := filepath.Glob("../../docs/" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			if name, _ := filepath.Rel("../../docs", file); name != "README.md" {
				assert.Contains(t, text(t, "docs/README.md"), "]("+name+") |")
			}
		}
	}
}

// Every folder of Go files is in the README's table of folders or in that of CONTRIBUTING.
func TestTextsNameEveryFolder(t *testing.T) {
	readme := text(t, "README.md") + text(t, "CONTRIBUTING.md")
	for _, pattern := range []string{"*/*.go", "internal/*/*.go"} {
		files, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			name := filepath.Base(filepath.Dir(file))
			assert.True(t, strings.Contains(readme, "`"+name+"`") || strings.Contains(readme, "`"+name+"/`"), name)
		}
	}
}

// The numbers of decision 0007 are the constants of the code.
func TestNumbersOfReplay(t *testing.T) {
	decision := text(t, "docs/decisions/0007-plans-are-replayed-in-c.md")
	for _, number := range []struct{ file, code, says string }{
		{"plan/code.go", `const window = (\d+)`, `messages begin at most (\d+) steps ahead`},
		{"mpi/program.c", `enum \{ FEW = (\d+) \}`, `Up to (\d+) words`},
	} {
		assert.Equal(t, one(t, text(t, number.file), number.code), one(t, decision, number.says), number.code)
	}
	assert.Contains(t, text(t, "mpi/port.go"), "overlapFrom: 4096")
	assert.Regexp(t, `more than +4 KiB in all`, decision)
}

// The README says of which commit, how many launches and which day its table of networks is, and its one result is from there.
func TestReadmeSaysWhenItMeasured(t *testing.T) {
	table := one(t, text(t, "README.md"), `<!-- scripts/networks-table -->  (.*?)  <!-- end of networks-table -->`)
	assert.Regexp(t, `^Measured at commit [0-9a-f]{7}, \d+ launch(es)?, \d{4}-\d\d-\d\d\b`, table)
	assert.Contains(t, table, "| links | operation |")
	result := regexp.MustCompile("takes (\\d+) ms .*?, (\\d+) ms .*? (\\d+) ms with `network/bcast`, where (\\d+) ms is a").FindStringSubmatch(text(t, "README.md"))
	require.Len(t, result, 5)
	assert.Regexp(t, fmt.Sprintf(`\| torus 4x4, 50 Mbit/s \| bcast 512 KiB \| %s \| %s \S+ \| \*\*%s\*\* network/bcast \| %s \|`, result[1], result[2], result[3], result[4]), table)
}
