package book

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A listing is the source file of a procedure without its imports.
type listing struct {
	First int    `json:"first"` // the number of its first line
	Text  string `json:"text"`
}

// listings returns the source files of the packages with procedures, by a name such as hcube/bcast.go. The go
// tool finds them from the folder in.
func listings(ctx context.Context, in string) (map[string]listing, error) {
	out, err := goTool(ctx, in, "list", "-f", `{{$p := .}}{{range .GoFiles}}{{$p.Dir}}/{{.}}{{"\n"}}{{end}}`,
		"topocoll/ring", "topocoll/mesh", "topocoll/hcube", "topocoll/circulant", "topocoll/tree",
		"topocoll/butterfly", "topocoll/network", "topocoll/internal/errata")
	if err != nil {
		return nil, err
	}
	all := map[string]listing{}
	for _, file := range strings.Fields(out) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if all[path.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))], err =
			cut(string(text)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// cut removes the package clause and the imports.
func cut(text string) (listing, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.ImportsOnly)
	if err != nil {
		return listing{}, err
	}
	end := file.Name.End()
	for _, d := range file.Decls {
		end = d.(*ast.GenDecl).End()
	}
	lines := strings.Split(text, "\n")
	first := files.Position(end).Line
	for first < len(lines) && strings.TrimSpace(lines[first]) == "" {
		first++
	}
	return listing{first + 1, strings.TrimRight(strings.Join(lines[first:], "\n"), "\n")}, nil
}
