// Package book writes the interactive book: one HTML page that animates every algorithm of the catalog. The
// page runs the procedures themselves, compiled to WebAssembly.
package book

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Program holds the files that the page needs to run.
type Program struct {
	WASM     []byte // compressed with gzip
	Exec     []byte // script of the Go distribution that runs WASM
	Listings []byte // source code of the algorithms and of the textbook's misprints, as JSON
	Source   []byte // digest of the source that the program was built from
}

func (p *Program) filesByName() map[string]*[]byte {
	return map[string]*[]byte{"program.wasm.gz": &p.WASM, "wasm_exec.js": &p.Exec,
		"listings.json": &p.Listings, "source": &p.Source}
}

// errStale means that the program and the page were built from different source code.
var errStale = errors.New("the WebAssembly program and the page were built from different source code; " +
	"rebuild topocoll")

// sourceDigest returns the digest of the source of the page and of its program. `folder` is the folder of
// this package.
func sourceDigest(folder fs.FS) ([]byte, error) {
	sum := sha256.New()
	for _, part := range []string{"page", "scene", "wasm"} {
		err := fs.WalkDir(folder, part, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(folder, name)
			fmt.Fprintln(sum, name, len(text))
			sum.Write(text)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return fmt.Appendf(nil, "%x", sum.Sum(nil)), nil
}

// Load reads a program from a folder. The error wraps fs.ErrNotExist if the folder has no program, or
// errStale if the program was built for another version of the page.
func Load(folder fs.FS) (p Program, err error) {
	for name, part := range p.filesByName() {
		if *part, err = fs.ReadFile(folder, name); err != nil {
			return Program{}, fmt.Errorf("book: %w", err)
		}
	}
	if own, err := sourceDigest(files); err != nil || !bytes.Equal(own, p.Source) {
		return Program{}, fmt.Errorf("book: %w", cmp.Or(err, errStale))
	}
	return p, nil
}

// Save writes the program to a folder, from which Load can read it.
func (p Program) Save(folder string) error {
	for name, part := range p.filesByName() {
		if err := os.WriteFile(filepath.Join(folder, name), *part, 0o644); err != nil {
			return fmt.Errorf("book: %w", err)
		}
	}
	return nil
}

// compilerFlags compile the program without inlining, which keeps the page below 3 MB. Package sim is
// compiled with inlining, because a view spends most of its time there. For each package, the last matching
// flag is used.
var compilerFlags = []string{"-gcflags=topocoll/...=-l", "-gcflags=topocoll/sim=",
	"-gcflags=encoding/json=-l"}

// Compile builds the program of this page with the go tool, from the source code of topocoll. The go tool
// runs in the current folder. If it does not find the source code from there, it runs in the parent of the
// executable's folder, because make puts the executable into bin.
func Compile(ctx context.Context) (Program, error) {
	fail := func(err error) (Program, error) { return Program{}, fmt.Errorf("book: %w", err) }
	self, _ := os.Executable() // if the path is unknown, sourceFolder tries only the current folder
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	in, folder, err := sourceFolder(ctx, "", filepath.Dir(filepath.Dir(self)))
	if err != nil {
		return fail(err)
	}
	dir, err := os.MkdirTemp("", "topocoll-book")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	// go run caches its linked programs, and go build -o does not. With -exec cp, go run copies an unchanged
	// program without linking it again.
	file := filepath.Join(dir, "program.wasm")
	run := slices.Concat([]string{"run", "-buildvcs=false", "-trimpath", "-ldflags=-s -w"}, compilerFlags,
		[]string{"-exec", "cp", "topocoll/internal/book/wasm", file})
	if _, err := goTool(ctx, in, run...); err != nil {
		return fail(err)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return fail(err)
	}
	root, err := goTool(ctx, in, "env", "GOROOT")
	if err != nil {
		return fail(err)
	}
	p := Program{WASM: gzipped(wasm)}
	if p.Source, err = sourceDigest(files); err != nil {
		return fail(err)
	}
	if there, err := sourceDigest(os.DirFS(folder)); err != nil || !bytes.Equal(there, p.Source) {
		return fail(cmp.Or(err, errStale))
	}
	if p.Exec, err = os.ReadFile(filepath.Join(root, "lib/wasm/wasm_exec.js")); err != nil {
		return fail(err)
	}
	listings, err := listings(ctx, in)
	if err != nil {
		return fail(err)
	}
	p.Listings, err = json.Marshal(listings)
	return p, err
}

// sourceFolder runs the go tool in one folder after the other, until the tool finds this package. It returns
// the folder in which the tool ran, and the folder of the package. If the tool finds no package, sourceFolder
// returns the error from the first folder.
func sourceFolder(ctx context.Context, folders ...string) (in, folder string, err error) {
	var first error
	for _, in := range folders {
		folder, err := goTool(ctx, in, "list", "-f", "{{.Dir}}", "topocoll/internal/book")
		if err == nil {
			return in, folder, nil
		}
		first = cmp.Or(first, err)
	}
	return "", "", first
}

func gzipped(data []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write(data) // a bytes.Buffer returns no error
	w.Close()
	return out.Bytes()
}

// goTool runs the go tool in a folder, with WebAssembly as the target. It ignores GOFLAGS, because flags such
// as -race do not work for WebAssembly.
func goTool(ctx context.Context, in string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = in
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var out, stderr bytes.Buffer
	command.Stdout, command.Stderr = &out, &stderr
	if err := command.Run(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return "", fmt.Errorf("%w: %s", err, line)
	}
	return strings.TrimSpace(out.String()), nil
}

// A listing is the source file of a procedure, without the package clause and the imports.
type listing struct {
	First int    `json:"first"` // number of the listing's first line in the file
	Text  string `json:"text"`
}

// listings returns the source files of the packages with procedures, by names such as hcube/bcast.go. It runs
// "go list" in the folder `in`.
func listings(ctx context.Context, in string) (map[string]listing, error) {
	out, err := goTool(ctx, in, "list", "-f", `{{$p := .}}{{range .GoFiles}}{{$p.Dir}}/{{.}}{{"\n"}}{{end}}`,
		"topocoll/ring", "topocoll/mesh", "topocoll/hcube", "topocoll/circulant", "topocoll/tree",
		"topocoll/butterfly", "topocoll/network", "topocoll/internal/errata")
	if err != nil {
		return nil, err
	}
	all := map[string]listing{}
	for file := range strings.FieldsSeq(out) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if all[path.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))], err =
			withoutImports(string(text)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// withoutImports returns a source file without the package clause and the imports.
func withoutImports(text string) (listing, error) {
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
