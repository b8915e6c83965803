// This file and the other files docs_*_test.go generate parts of the documentation: commands, exit codes,
// algorithms, packages and the fields of JSON files. A page marks such a part:
//
//	<!-- make docs: commands -->
//	<!-- end -->

package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

var generatedPart = regexp.MustCompile(`(?s)<!-- make docs: ([a-zA-Z /.]+) -->\n.*?<!-- end -->`)

// generatePages regenerates the marked parts of the pages in docs/reference. It returns the new content of
// every page that has such parts, by path.
func generatePages(root string, app *kong.Application) (map[string]string, error) {
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
			fresh, failed := generatePart(root, app, name)
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

func generatePart(root string, app *kong.Application, name string) (string, error) {
	if typeName, found := strings.CutPrefix(name, "fields of "); found {
		return fieldsTable(root, typeName)
	}
	switch name {
	case "commands":
		return commandsTable(app), nil
	case "flags":
		return flagsTable(app), nil
	case "exit codes":
		return exitCodesTable(), nil
	case "algorithms":
		return algorithmsTable(), nil
	case "packages":
		return packagesTable(root)
	}
	return "", errors.New(
		"no such part; use commands, flags, exit codes, algorithms, packages or fields of TYPE")
}
