package rules

import (
	"fmt"
	"strings"

	"topocoll/catalog"
)

// Takes is what a file makes a library take for a call of one of our operations with blocks of so many bytes, as bench counts them, and
// the line that says it. "" is that the library makes its own choice. The file is one of those that Classic and Variables write:
// Open MPI's rules, or MPICH's variables. An error says that it is of another kind.
func Takes(file []byte, v Version, op catalog.Collective, ranks, block int) (does string, line int, err error) {
	json := strings.HasPrefix(strings.TrimSpace(string(file)), "{")
	switch {
	case v.Library == MPICH && !json:
		does, line = variableTakes(file, op)
		return does, line, nil
	case v.Library == MPICH || KindOf(file).Name != classic.Name:
		return "", 0, fmt.Errorf("%s, want rules of Open MPI in numbers, or variables of MPICH", KindOf(file).Name)
	}
	id := colid(openName(op))
	if id < 0 || ranks < 2 {
		return "", 0, nil
	}
	read := ReadClassic(file, v)
	rule, found := read.Choose(openName(op), ranks, Compared(op, ranks, block, element(block)))
	if !found || rule.Algorithm == 0 {
		return "", rule.Line, nil
	}
	return read.does(id, rule), rule.Line, nil
}

// element is the size of the elements that bench takes for a block.
func element(block int) int {
	if block%8 == 0 {
		return 8
	}
	return 1
}

// variableTakes looks the variable of an operation up; the last of several counts.
func variableTakes(file []byte, op catalog.Collective) (does string, line int) {
	number := 0
	for text := range strings.Lines(string(file)) {
		number++
		name, value, _ := strings.Cut(strings.TrimSpace(text), "=")
		if openName(op) != "" && name == "MPIR_CVAR_"+strings.ToUpper(openName(op))+"_INTRA_ALGORITHM" {
			does, line = value, number
		}
	}
	if does == "auto" {
		does = ""
	}
	return does, line
}
