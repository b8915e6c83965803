package cli

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"topocoll/catalog"
	"topocoll/internal/exit"
)

// commandsTable returns a table of the commands of each group, with one example of each command.
func commandsTable(app *kong.Application) string {
	var out strings.Builder
	group := ""
	for _, node := range app.Leaves(true) {
		if within := node.ClosestGroup(); within != nil && within.Title != group {
			group = within.Title
			fmt.Fprintf(&out, "\n### %s\n\n| command | what it does | example |\n|---|---|---|\n", group)
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s |\n", node.Path(), strings.TrimSuffix(node.Help, "."),
			firstExample(node))
	}
	return out.String() + "\n"
}

var exampleLine = regexp.MustCompile(`(?m)^ +(topocoll .*?)(?:  .*)?$`)

// firstExample returns the first example in a command's help, or "" if there is none.
func firstExample(node *kong.Node) string {
	found := exampleLine.FindStringSubmatch(node.Detail)
	if found == nil {
		return ""
	}
	return "`" + strings.ReplaceAll(found[1], "|", `\|`) + "`"
}

func exitCodesTable() string {
	var out strings.Builder
	out.WriteString("| exit code | meaning |\n|---|---|\n")
	for code, text := range exit.Codes {
		fmt.Fprintf(&out, "| %d | %s |\n", code, text)
	}
	return out.String()
}

// algorithmsTable returns a table of the catalog, with one line per operation.
func algorithmsTable() string {
	ids := map[catalog.Collective][]string{}
	for _, row := range catalog.ByteRows() {
		ids[row.Op] = append(ids[row.Op], "`"+row.ID+"`")
	}
	var out strings.Builder
	out.WriteString("| operation | algorithms |\n|---|---|\n")
	for _, operation := range catalog.Collectives() {
		fmt.Fprintf(&out, "| %v | %s |\n", operation, strings.Join(ids[operation], ", "))
	}
	return out.String()
}

// publicPackages are the packages that a program may import.
var publicPackages = []string{"coll", "comm", "mpi", "local", "sim", "catalog", "plan", "topo", "topo/pack",
	"cost", "tuned",
	"ring", "mesh", "hcube", "circulant", "tree", "butterfly", "network"}

// packagesTable returns a table of the public packages with the first sentence of their documentation.
func packagesTable(root string) (string, error) {
	var out strings.Builder
	out.WriteString("| package | purpose |\n|---|---|\n")
	for _, name := range publicPackages {
		text, err := packageDoc(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "| `%s` | %s |\n", name, text)
	}
	return out.String(), nil
}

// packageDoc returns the first sentence of a package's documentation, without "Package NAME".
func packageDoc(folder string) (string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file.Name()), nil,
			parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return "", err
		}
		if parsed.Doc != nil {
			text := strings.Join(strings.Fields(parsed.Doc.Text()), " ")
			sentence, _, _ := strings.Cut(text, ". ")
			return strings.TrimSuffix(strings.TrimPrefix(sentence, "Package "+parsed.Name.Name+" "), "."), nil
		}
	}
	return "", fmt.Errorf("%s has no package documentation", folder)
}
