package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// flagsTable returns a table of the flags that several commands have, and a table of each command's other
// flags.
func flagsTable(app *kong.Application) string {
	var commands []*kong.Node
	shared := map[string][]string{} // commands that have a flag, by the flag's table line
	var lines []string              // table lines of all flags, in the order of their first use
	for _, leaf := range app.Leaves(true) {
		commands = append(commands, leaf)
		for _, flag := range flagsOf(leaf) {
			line := flagLine(flag)
			if shared[line] == nil {
				lines = append(lines, line)
			}
			shared[line] = append(shared[line], "`"+leaf.Path()+"`")
		}
	}
	var out strings.Builder
	out.WriteString("\n| flag | meaning | commands |\n|---|---|---|\n")
	for _, line := range lines {
		if len(shared[line]) > 1 {
			fmt.Fprintf(&out, "%s %s |\n", line, strings.Join(shared[line], ", "))
		}
	}
	for _, command := range commands {
		table := ""
		for _, flag := range flagsOf(command) {
			if line := flagLine(flag); len(shared[line]) == 1 {
				table += line + "\n"
			}
		}
		if table != "" {
			fmt.Fprintf(&out, "\n### %s\n\n| flag | meaning |\n|---|---|\n%s", command.Path(), table)
		}
	}
	return out.String() + "\n"
}

// flagsOf returns the flags that a command's help shows, without the flags that all commands have.
func flagsOf(node *kong.Node) []*kong.Flag {
	var flags []*kong.Flag
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			if flag.Name != "help" && flag.Name != "version" {
				flags = append(flags, flag)
			}
		}
	}
	return flags
}

// flagLine returns the first two cells of a flag's table line: the flag and its meaning.
func flagLine(flag *kong.Flag) string {
	name := "--" + flag.Name
	if flag.Short != 0 {
		name = "-" + string(flag.Short)
		if len(flag.Name) > 1 {
			name += ", --" + flag.Name
		}
	}
	if !flag.IsBool() && !flag.IsCounter() {
		name += "=" + flag.FormatPlaceHolder()
	}
	escape := func(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
	return "| `" + escape(name) + "` | " + escape(flag.Help) + " |"
}
