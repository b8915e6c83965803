//go:build ignore

// Mutate checks that the tests find faults. It puts faults into the source, one at a time, runs the tests and
// prints the faults that they did not find:
//
//	go run scripts/mutate.go -n 60 -seed 1 -stage 'go test {dir}' -stage 'make test'
//
// Run it in a clone that you need for nothing else. The stages run in order until one fails; {dir} is the
// folder of the fault. A fault that does not compile is replaced by another one. If a stage takes longer than
// -timeout, it also counts as having found the fault, because the tests hang.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// An area is a set of folders that gets a share of the faults.
type area struct {
	name    string
	folders []string
	share   int
	c       bool
}

var areas = []area{
	{"algorithms", []string{"ring", "mesh", "hcube", "tree", "circulant", "butterfly", "network"}, 4, false},
	{"plan", []string{"plan"}, 2, false},
	{"engine", []string{"mpi"}, 2, true},
	{"bench", []string{"bench", "bench/stats", "bench/results", "bench/results/bounds",
		"bench/results/compare", "bench/results/ranking", "bench/results/tables"}, 2, false},
}

// A fault replaces the bytes [from, to) of a file.
type fault struct {
	file, kind string
	from, to   int
	text       string
}

type stringList []string

func (l *stringList) String() string     { return strings.Join(*l, "; ") }
func (l *stringList) Set(s string) error { *l = append(*l, s); return nil }

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 60, "number of faults")
	seed := flag.Uint64("seed", 1, "seed for the random choice of faults")
	timeout := flag.Duration("timeout", 10*time.Minute, "time limit of a stage")
	dry := flag.Bool("dry", false, "list the faults without running the stages")
	only := flag.String("only", "", "numbers of the faults to try, such as 3,17")
	var stages stringList
	flag.Var(&stages, "stage", "a shell command that runs tests; may be repeated")
	flag.Parse()

	shares := 0
	for _, a := range areas {
		shares += a.share
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	number, found := 0, 0
	for _, a := range areas {
		faults := a.faults()
		random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
		want := *n * a.share / shares
		for _, f := range alternateKinds(faults) {
			if want == 0 {
				break
			}
			source, err := os.ReadFile(f.file)
			if err != nil {
				log.Fatal(err)
			}
			f.apply(source)
			if !*dry && !compiles(f.file) {
				f.restore(source)
				continue
			}
			want--
			number++
			line := strings.Count(string(source[:f.from]), "\n") + 1
			fmt.Printf("%2d %s:%d %s: %s -> %s\n", number, f.file, line, f.kind, oneLine(source[f.from:f.to]),
				oneLine([]byte(f.text)))
			if !*dry && (*only == "" || strings.Contains(","+*only+",", fmt.Sprintf(",%d,", number))) {
				if by := f.failingStage(stages, *timeout); by != "" {
					found++
					fmt.Printf("   found by %s\n", by)
				} else {
					fmt.Println("   NOT FOUND")
				}
			}
			f.restore(source)
		}
	}
	fmt.Printf("%d of %d faults found\n", found, number)
}

func (a area) faults() []fault {
	var all []fault
	for _, folder := range a.folders {
		pattern := "*.go"
		if a.c {
			pattern = "*.c"
		}
		files, _ := filepath.Glob(filepath.Join(folder, pattern))
		for _, file := range files {
			switch {
			case a.c:
				all = append(all, faultsInCFile(file)...)
			case !strings.HasSuffix(file, "_test.go"):
				all = append(all, faultsInGo(file)...)
			}
		}
	}
	return all
}

// alternateKinds reorders faults so that their kinds alternate.
func alternateKinds(faults []fault) []fault {
	var kinds []string
	byKind := map[string][]fault{}
	for _, f := range faults {
		if byKind[f.kind] == nil {
			kinds = append(kinds, f.kind)
		}
		byKind[f.kind] = append(byKind[f.kind], f)
	}
	var out []fault
	for len(out) < len(faults) {
		for _, k := range kinds {
			if rest := byKind[k]; len(rest) > 0 {
				out = append(out, rest[0])
				byKind[k] = rest[1:]
			}
		}
	}
	return out
}

// faultsInGo finds places for faults in the functions of a Go file.
func faultsInGo(name string) []fault {
	source, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, 0)
	if err != nil {
		log.Fatal(err)
	}
	at := func(p token.Pos) int { return files.Position(p).Offset }
	text := func(n ast.Node) string { return string(source[at(n.Pos()):at(n.End())]) }
	var all []fault
	add := func(kind string, from, to token.Pos, text string) {
		all = append(all, fault{name, kind, at(from), at(to), text})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			one, isOne := n.Y.(*ast.BasicLit)
			end := n.OpPos + token.Pos(len(n.Op.String()))
			switch n.Op {
			case token.ADD, token.SUB:
				if isOne && one.Value == "1" {
					add("off by one", n.OpPos, n.End(), "")
				}
				if isOne && one.Kind == token.STRING {
					break
				}
				other := map[token.Token]string{token.ADD: "-", token.SUB: "+"}[n.Op]
				add("wrong sign", n.OpPos, end, other)
			case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
				other := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=",
					token.GEQ: ">",
					token.EQL: "!=", token.NEQ: "=="}[n.Op]
				if text(n.Y) != "nil" {
					add("wrong comparison", n.OpPos, end, other)
				}
			case token.QUO, token.MUL, token.REM:
				other := map[token.Token]string{token.QUO: "*", token.MUL: "/", token.REM: "/"}[n.Op]
				add("wrong arithmetic", n.OpPos, end, other)
			case token.XOR, token.SHL:
				other := map[token.Token]string{token.XOR: "|", token.SHL: ">>"}[n.Op]
				add("wrong bit", n.OpPos, end, other)
			}
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok && text(call.Fun) != "panic" {
				add("missing call", n.Pos(), n.End(), "")
			}
		case *ast.CallExpr:
			if k := len(n.Args); k >= 2 && text(n.Args[k-1]) != text(n.Args[k-2]) {
				a, b := n.Args[k-2], n.Args[k-1]
				add("swapped operands", a.Pos(), b.End(), text(b)+", "+text(a))
			}
		}
		return true
	})
	return all
}

var faultsInC = []struct{ kind, pattern, with string }{
	{"off by one", ` [+-] 1\b`, ""},
	{"wrong comparison", ` < `, " <= "},
	{"wrong comparison", ` == `, " != "},
	{"wrong sign", ` \+ `, " - "},
	{"wrong arithmetic", ` \* `, " + "},
	{"missing call", `(?m)^\t+[A-Za-z_]+\([^;{}]*\);$`, ";"},
}

// faultsInCFile finds places for faults outside comments and preprocessor lines of a C file.
func faultsInCFile(name string) []fault {
	source, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	var all []fault
	for _, k := range faultsInC {
		for _, at := range regexp.MustCompile(k.pattern).FindAllIndex(source, -1) {
			line := string(source[strings.LastIndexByte(string(source[:at[0]]), '\n')+1 : at[0]])
			t := strings.TrimSpace(line)
			if strings.Contains(line, "//") || strings.HasPrefix(t, "*") || strings.HasPrefix(t, "/*") ||
				strings.HasPrefix(t, "#") ||
				(k.with == " + " && !strings.Contains(t, "=")) || strings.HasPrefix(line, "static") {
				continue
			}
			all = append(all, fault{name, k.kind, at[0], at[1], k.with})
		}
	}
	return all
}

func (f fault) apply(source []byte) {
	changed := string(source[:f.from]) + f.text + string(source[f.to:])
	if err := os.WriteFile(f.file, []byte(changed), 0o644); err != nil {
		log.Fatal(err)
	}
}

func (f fault) restore(source []byte) {
	if err := os.WriteFile(f.file, source, 0o644); err != nil {
		log.Fatal(err)
	}
}

func compiles(file string) bool {
	return exec.Command("go", "build", "./"+filepath.Dir(file)).Run() == nil
}

// failingStage runs the stages until one fails or hangs, and returns that stage, or "" if all pass.
func (f fault) failingStage(stages []string, timeout time.Duration) string {
	for _, stage := range stages {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		cmd := exec.CommandContext(ctx, "sh", "-c",
			strings.ReplaceAll(stage, "{dir}", "./"+filepath.Dir(f.file)))
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		cmd.WaitDelay = 5 * time.Second
		out, err := cmd.CombinedOutput()
		hung := ctx.Err() != nil
		cancel()
		switch {
		case hung:
			return stage + " (time limit)"
		case err != nil:
			return stage + firstFailure(string(out))
		}
	}
	return ""
}

func firstFailure(out string) string {
	for line := range strings.Lines(out) {
		if t := strings.TrimSpace(line); strings.HasPrefix(t, "--- FAIL") || strings.HasPrefix(t, "panic:") {
			return ": " + t
		}
	}
	return ""
}

func oneLine(b []byte) string {
	s := strings.Join(strings.Fields(string(b)), " ")
	if len(s) > 60 {
		s = s[:57] + "..."
	}
	return fmt.Sprintf("%q", s)
}
