// Package docs generates parts of the documentation from the program: commands, exit codes, algorithms,
// packages and the fields of JSON files. A page marks such a part:
//
//	<!-- make docs: commands -->
//	<!-- end -->
package docs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// A Command regenerates the marked parts of the pages in docs/reference of the current folder. "make docs"
// runs it.
type Command struct{}

func (*Command) Run(k *kong.Kong) error {
	pages, err := Pages(".", k.Model)
	if err != nil {
		return err
	}
	for path, text := range pages {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

var generatedPart = regexp.MustCompile(`(?s)<!-- make docs: ([a-zA-Z /.]+) -->\n.*?<!-- end -->`)

// Pages regenerates the marked parts of the pages in docs/reference. It returns the new content of every page
// that has such parts, by path.
func Pages(root string, app *kong.Application) (map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(root, "docs", "reference", "*.md"))
	if err != nil {
		return nil, err
	}
	pages := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		starts := strings.Count(string(text), "<!-- make docs: ")
		if n := len(generatedPart.FindAll(text, -1)); n != starts {
			return nil, fmt.Errorf("%s: %d parts begin with <!-- make docs: ... -->, but %d end with <!-- end -->",
				path, starts, n)
		}
		if starts == 0 {
			continue
		}
		pages[path] = generatedPart.ReplaceAllStringFunc(string(text), func(old string) string {
			name := generatedPart.FindStringSubmatch(old)[1]
			fresh, failed := generate(root, app, name)
			if failed != nil && err == nil {
				err = fmt.Errorf("%s: %s: %w", path, name, failed)
			}
			return fmt.Sprintf("<!-- make docs: %s -->\n%s<!-- end -->", name, fresh)
		})
		if err != nil {
			return nil, err
		}
	}
	return pages, nil
}

func generate(root string, app *kong.Application, name string) (string, error) {
	if typeName, found := strings.CutPrefix(name, "fields of "); found {
		return fields(root, typeName)
	}
	switch name {
	case "commands":
		return commands(app), nil
	case "flags":
		return flags(app), nil
	case "exit codes":
		return exitCodes(), nil
	case "algorithms":
		return algorithms(), nil
	case "packages":
		return packages(root)
	}
	return "", errors.New(
		"no such part; use commands, flags, exit codes, algorithms, packages or fields of TYPE")
}
