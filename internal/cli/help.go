package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// printHelp prints the help of a command, with its examples at the end. Examples are the indented lines of
// the text that a command's Help returns.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	all := node.Detail
	defer func() { node.Detail = all }()
	var text, examples strings.Builder
	for line := range strings.Lines(all) {
		if strings.HasPrefix(line, "  ") {
			examples.WriteString(strings.TrimSuffix(line, "\n") + "\n")
		} else {
			text.WriteString(line)
		}
	}
	node.Detail = strings.TrimSpace(text.String())
	err := kong.DefaultHelpPrinter(options, ctx)
	if err == nil && examples.Len() > 0 {
		_, err = fmt.Fprintf(ctx.Stdout, "\nExamples\n%s", &examples)
	}
	return err
}
