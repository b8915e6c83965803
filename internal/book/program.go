// Package book writes the living book: one HTML page on which every algorithm of the catalog can be played. What it shows is
// executed by the procedures themselves, which are inside the page as WebAssembly.
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
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Program is what the page runs.
type Program struct {
	WASM     []byte // packed by gzip
	Exec     []byte // Go's own script that runs it
	Listings []byte // JSON: the source of the procedures and of what is misprinted
	Source   []byte // the digest of the page and of what answers it, for which it was built
}

// files are the names of the parts in a folder.
func (p *Program) files() map[string]*[]byte {
	return map[string]*[]byte{"program.wasm.gz": &p.WASM, "wasm_exec.js": &p.Exec, "listings.json": &p.Listings, "source": &p.Source}
}

// errStale says that a program and the page are not of the same source.
var errStale = errors.New("the program inside the page is of another source")

// source returns the digest of the page and of what answers it, in the folder of this package.
func source(folder fs.FS) ([]byte, error) {
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

// Load reads a program from a folder; fs.ErrNotExist if there is none. One that was built for another page is refused.
func Load(folder fs.FS) (p Program, err error) {
	for name, part := range p.files() {
		if *part, err = fs.ReadFile(folder, name); err != nil {
			return Program{}, fmt.Errorf("book: %w", err)
		}
	}
	if own, err := source(files); err != nil || !bytes.Equal(own, p.Source) {
		return Program{}, fmt.Errorf("book: %w", cmp.Or(err, errStale))
	}
	return p, nil
}

// Save writes the program into a folder for Load.
func (p Program) Save(folder string) error {
	for name, part := range p.files() {
		if err := os.WriteFile(filepath.Join(folder, name), *part, 0o644); err != nil {
			return fmt.Errorf("book: %w", err)
		}
	}
	return nil
}

// notInlined are the packages in which nothing is inlined: the procedures, which are there for several types of words and say what to do
// rather than do it, and what prepares a view once. So the page is a fifth of a megabyte smaller. The simulator is not among them.
var notInlined = []string{"catalog", "ring", "mesh", "hcube", "tree", "circulant", "butterfly", "network", "topo", "cost", "internal/explain", "internal/errata",
	"internal/figure", "internal/fit", "internal/host", "internal/wrap", "internal/book/scene", "internal/book/wasm", "bench/results", "bench/stats"}

// Compile builds the program by the go tool from the source of this page: in this folder, or in the one above that of the
// executable, where make has built it.
func Compile(ctx context.Context) (Program, error) {
	fail := func(err error) (Program, error) { return Program{}, fmt.Errorf("book: %w", err) }
	self, _ := os.Executable() // "" is a folder without the source
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
	// go run keeps what it links, which go build -o does not: with cp to execute it, it is only copied when nothing has changed.
	file := filepath.Join(dir, "program.wasm")
	run := []string{"run", "-buildvcs=false", "-trimpath", "-ldflags=-s -w"}
	for _, name := range notInlined {
		run = append(run, "-gcflags=topocoll/"+name+"=-l")
	}
	if _, err := goTool(ctx, in, append(run, "-exec", "cp", "topocoll/internal/book/wasm", file)...); err != nil {
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
	p := Program{WASM: packed(wasm)}
	if p.Source, err = source(files); err != nil {
		return fail(err)
	}
	if there, err := source(os.DirFS(folder)); err != nil || !bytes.Equal(there, p.Source) {
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

// sourceFolder returns the first of some folders in which the go tool finds this package, and the folder of the package. The
// error is that of the first.
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

func packed(data []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write(data) // a buffer takes all
	w.Close()
	return out.Bytes()
}

// goTool runs the go tool for WebAssembly in a folder. It takes no flags from the environment, such as -race, which would not work there.
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
