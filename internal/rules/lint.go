package rules

import (
	"bytes"
	"strings"
)

// A Kind is a format of tuning files.
type Kind struct {
	Name    string // in words
	Library string // that reads it
	lint    func(file []byte, v Version) *Report
}

// classic is Open MPI's oldest format.
var classic = Kind{"a rules file of the component tuned (coll_tuned_dynamic_rules_filename)", OpenMPI, lintClassic}

// KindOf recognises a format from what is in a file. What is none of the others is a file of numbers.
func KindOf(file []byte) Kind {
	text := bytes.TrimSpace(file)
	switch json := bytes.HasPrefix(text, []byte("{")); {
	case bytes.Contains(text, []byte("collective=")): // also after a comment
		return mpichFile
	case !json && isHAN(file):
		return hanFile
	case !json:
		return classic
	case strings.Contains(string(text), `"collectives"`): // also where a file is cut off, or is no JSON
		return openJSON
	}
	return mpichFile
}

// Lint says what a file means to a version of the library, and what is wrong with it.
func (k Kind) Lint(file []byte, v Version) *Report { return k.lint(file, v) }
