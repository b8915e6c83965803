//go:build ignore

// Sample-text prints a random sample of the text that people read, for a reviewer who did not write it:
//
//	go run scripts/sample-text.go -seed 1 -comments 300 -messages 150
//
// Each comment of the sample is complete. Comments come from Go and C files other than tests. The messages
// are the string literals of at least three words in Go code. The same seed and commit give the same sample.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "seed for the random sample")
	nComments := flag.Int("comments", 300, "number of comments")
	nMessages := flag.Int("messages", 150, "number of messages")
	flag.Parse()

	out, err := exec.Command("git", "ls-files", "*.go", "*.c", "*.h").Output()
	if err != nil {
		log.Fatal(err)
	}
	var comments, messages []string
	for _, name := range strings.Fields(string(out)) {
		if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") {
			continue
		}
		if strings.HasSuffix(name, ".go") {
			c, m := textInGo(name)
			comments, messages = append(comments, c...), append(messages, m...)
		} else {
			comments = append(comments, commentsInC(name)...)
		}
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	show := func(title string, all []string, n int) {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		fmt.Printf("== %d of %d %s\n\n", min(n, len(all)), len(all), title)
		for i, text := range all[:min(n, len(all))] {
			fmt.Printf("%d. %s\n\n", i+1, text)
		}
	}
	show("comments", comments, *nComments)
	show("messages", messages, *nMessages)
}

func textInGo(name string) (comments, messages []string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	for _, group := range file.Comments {
		if text := strings.TrimSpace(group.Text()); strings.Contains(text, " ") {
			comments = append(comments,
				fmt.Sprintf("%s:%d\n%s", name, files.Position(group.Pos()).Line, text))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && len(strings.Fields(text)) >= 3 {
				messages = append(messages,
					fmt.Sprintf("%s:%d\n%s", name, files.Position(lit.Pos()).Line, text))
			}
		}
		if field, ok := n.(*ast.Field); ok && field.Tag != nil {
			tag, _ := strconv.Unquote(field.Tag.Value)
			if help := regexp.MustCompile(`help:"([^"]+)"`).FindStringSubmatch(tag); help != nil {
				messages = append(messages,
					fmt.Sprintf("%s:%d\n%s", name, files.Position(field.Pos()).Line, help[1]))
			}
			return false
		}
		return true
	})
	return comments, messages
}

var commentInC = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:(?:^[ \t]*//[^\n]*\n)+)|//[^\n]*`)

func commentsInC(name string) []string {
	source, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	var all []string
	for _, at := range commentInC.FindAllIndex(source, -1) {
		text := strings.TrimSpace(string(source[at[0]:at[1]]))
		if strings.Count(text, " ") > 2 {
			all = append(all,
				fmt.Sprintf("%s:%d\n%s", name, strings.Count(string(source[:at[0]]), "\n")+1, text))
		}
	}
	return all
}
