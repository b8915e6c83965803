// Package manpage writes the manual page of a program whose command line kong parses. It uses the help
// strings of the program.
package manpage

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// A Page is a manual page of section 1, for commands.
type Page struct {
	App      *kong.Application
	Version  string
	Purpose  string    // one-line description, for whatis and apropos
	Sections []Section // sections that follow the generated ones
}

// A Section has text, items, or both.
type Section struct {
	Title string
	Text  string
	Items []Item
}

// An Item is a term and its description.
type Item struct{ Term, Text string }

// Write writes the page in the format of man(7).
func (p Page) Write(out io.Writer) error {
	r := &roff{out: out}
	name := p.App.Name
	r.writeLine(`.TH "`, escape(strings.ToUpper(name)), `" 1 "" "`, escape(p.Version), `" "User Commands"`)
	r.writeLine(".nr HY 0\n.nh\n.ad l") // no hyphenation, no justification
	r.heading("SH", "NAME")
	r.writeLine(escape(name), ` \- `, escape(p.Purpose))
	r.heading("SH", "SYNOPSIS")
	r.writeLine(bold(name), " ", italic("command"), " [", italic("flags"), "]")
	r.heading("SH", "DESCRIPTION")
	r.prose(p.App.Help)
	r.heading("SH", "OPTIONS")
	r.flags(p.App.Flags)
	r.heading("SH", "COMMANDS")
	for _, command := range p.App.Leaves(true) {
		r.command(name, command)
	}
	for _, section := range p.Sections {
		r.section(section)
	}
	return r.err
}

func (r *roff) section(s Section) {
	r.heading("SH", s.Title)
	if s.Text != "" {
		r.prose(s.Text)
	}
	for _, item := range s.Items {
		r.item(bold(item.Term), item.Text)
	}
}

func (r *roff) command(name string, node *kong.Node) {
	r.heading("SS", name+" "+node.Summary())
	r.prose(node.Help)
	if node.Detail != "" {
		r.prose(node.Detail)
	}
	for _, arg := range node.Positional {
		r.item(italic(arg.Summary()), arg.Help)
	}
	r.flags(node.Flags)
}

// flags writes the flags in order, each group under its title.
func (r *roff) flags(flags []*kong.Flag) {
	group := ""
	for _, flag := range flags {
		if flag.Hidden {
			continue
		}
		if flag.Group != nil && flag.Group.Title != group {
			group = flag.Group.Title
			r.prose(group + ":")
		}
		r.item(flagTerm(flag), kong.DefaultHelpValueFormatter(flag.Value))
	}
}

// flagTerm returns a flag in the form of the command line: -n, --n=P.
func flagTerm(flag *kong.Flag) string {
	text := bold("--" + flag.Name)
	if flag.Short != 0 {
		text = bold("-"+string(flag.Short)) + ", " + text
	}
	if !flag.IsBool() {
		text += "=" + italic(flag.FormatPlaceHolder())
	}
	return text
}
