package nodetest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Procedures reads from the source of a package the exported functions that take a communicator, each with the
// names of its parameters.
func Procedures(t *testing.T, folder string) map[string][]string {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	params := map[string][]string{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		for _, declaration := range file.Decls {
			d, is := declaration.(*ast.FuncDecl)
			if !is || !d.Name.IsExported() || d.Recv != nil || !takesComm(d) {
				continue
			}
			for _, field := range d.Type.Params.List {
				for _, name := range field.Names {
					params[d.Name.Name] = append(params[d.Name.Name], name.Name)
				}
			}
		}
	}
	require.NotEmpty(t, params, folder)
	return params
}

func takesComm(d *ast.FuncDecl) bool {
	takes := false
	ast.Inspect(d.Type.Params, func(n ast.Node) bool {
		selector, is := n.(*ast.SelectorExpr)
		takes = takes || is && selector.Sel.Name == "Comm"
		return true
	})
	return takes
}
