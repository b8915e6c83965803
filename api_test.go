package main

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/api.txt")

// publicPackages are the packages for user programs.
var publicPackages = []string{"butterfly", "catalog", "circulant", "coll", "comm", "cost", "hcube", "local",
	"mesh", "mpi", "network", "plan", "ring", "sim", "topo", "topo/pack", "tree", "tuned"}

// The exported names of the packages for user programs equal testdata/api.txt, so every change is noticed.
// After an intended change, run: go test . -run TestPublicAPI -update
func TestPublicAPI(t *testing.T) {
	const golden = "testdata/api.txt"
	var all []string
	for _, folder := range publicPackages {
		all = append(all, exported(t, folder, func(string) bool { return true })...)
	}
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(strings.Join(all, "\n")+"\n"), 0o644))
	}
	known := strings.Split(strings.TrimSpace(contentOf(t, golden)), "\n")
	assert.Empty(t, without(known, all), "gone")
	assert.Empty(t, without(all, known), "new")
}

// A program that builds without cgo also builds with it, because package mpi with cgo exports all names
// that it exports without.
func TestAPIWithoutCgo(t *testing.T) {
	cgo := exported(t, "mpi", func(name string) bool { return !strings.HasPrefix(name, "nocgo_") })
	noCgo := exported(t, "mpi", func(name string) bool { return strings.HasPrefix(name, "nocgo_") })
	assert.Greater(t, len(noCgo), 20)
	assert.Empty(t, without(noCgo, cgo))
}

// without returns the lines that are not in others.
func without(lines, others []string) []string {
	isThere := func(line string) bool { return slices.Contains(others, line) }
	return slices.DeleteFunc(slices.Clone(lines), isThere)
}

// exported lists the exported declarations of the files of a package, each on one line, without bodies and
// comments.
func exported(t *testing.T, folder string, wanted func(file string) bool) []string {
	t.Helper()
	lines := map[string]bool{}
	files := token.NewFileSet()
	isSource := func(file fs.FileInfo) bool {
		return !strings.HasSuffix(file.Name(), "_test.go") && wanted(file.Name())
	}
	packages, err := parser.ParseDir(files, filepath.FromSlash(folder), isSource, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, pkg := range packages {
		ast.PackageExports(pkg)
		for _, file := range pkg.Files {
			for _, declaration := range file.Decls {
				for _, line := range declared(t, files, declaration) {
					lines[folder+": "+line] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(lines))
}

// declared returns one line for a function, and one for each type, constant and variable of a group.
func declared(t *testing.T, files *token.FileSet, declaration ast.Decl) (lines []string) {
	print := func(prefix string, node any) {
		var text bytes.Buffer
		require.NoError(t, printer.Fprint(&text, files, node))
		line := strings.ReplaceAll(text.String(), "// contains filtered or unexported ", "and other ")
		lines = append(lines, prefix+strings.Join(strings.Fields(line), " "))
	}
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Doc, d.Body = nil, nil; d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type)) {
			print("", d)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				print("type ", &ast.TypeSpec{Name: s.Name, TypeParams: s.TypeParams, Assign: s.Assign,
					Type: s.Type})
			case *ast.ValueSpec:
				for _, name := range s.Names {
					lines = append(lines, d.Tok.String()+" "+name.Name)
				}
			}
		}
	}
	return lines
}

// receiver returns the name of the type of a method. Port of package mpi embeds the type port.
func receiver(typ ast.Expr) string {
	switch e := typ.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		if e.Name == "port" {
			e.Name = "Port[T]"
		}
		return e.Name
	}
	return ""
}
