package results

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A WordType is a type of the words of a call.
type WordType struct {
	Name  string // in Go, as in Cell.Type
	Bytes int
	Also  string // its name in C
}

// WordTypes lists the types that a benchmark may have.
func WordTypes() []WordType {
	return []WordType{{"float64", 8, "double"}, {"float32", 4, "float"}, {"int64", 8, "long"}, {"int32", 4, "int"}, {"uint8", 1, "byte"}}
}

// ParseType returns a type by its name in Go or in C, as in MPI_INT too.
func ParseType(text string) (WordType, error) {
	name := strings.TrimPrefix(strings.ToLower(text), "mpi_")
	var names []string
	for _, t := range WordTypes() {
		if name == t.Name || name == t.Also {
			return t, nil
		}
		names = append(names, fmt.Sprintf("%s (%s)", t.Name, t.Also))
	}
	return WordType{}, fmt.Errorf("type %.40q, want %s", text, strings.Join(names, ", "))
}

// WordBytes is the size of the words of a cell; of a type that is not known, 8.
func (c Cell) WordBytes() int {
	list := WordTypes()
	if at := slices.IndexFunc(list, func(t WordType) bool { return t.Name == c.Type }); at >= 0 {
		return list[at].Bytes
	}
	return 8
}

// Calls says what all calls of the run have in common, if the user chose it: "type int32, operator max, root 0"; otherwise "".
func (e Env) Calls() string {
	var chosen []string
	if e.Started != "" {
		chosen = append(chosen, fmt.Sprintf("%s, started and waited for", e.Started))
	}
	if e.Tests > 0 {
		chosen = append(chosen, many(e.Tests, "test")+" while computing")
	}
	if e.Counts != "" {
		chosen = append(chosen, "counts "+e.Counts)
	}
	if e.Type != "" {
		chosen = append(chosen, "type "+e.Type)
	}
	if e.Operator != "" {
		chosen = append(chosen, "operator "+e.Operator)
	}
	if e.Root != nil {
		chosen = append(chosen, fmt.Sprintf("root %d", *e.Root))
	}
	return strings.Join(chosen, ", ")
}

// usualType is the type of words that tables do not name.
const usualType = "float64"

// writeType prints the type of the words of a size, if it is not that of the size before.
func writeType(w io.Writer, before, cells []Cell) {
	now := typeOf(cells)
	if now == typeOf(before) {
		return
	}
	why := ""
	if bytes := cells[0].Bytes; bytes%8 != 0 && now == "uint8" {
		why = ": " + FormatSize(bytes) + " is no multiple of 8"
	}
	WriteComment(w, "words of type %s%s", now, why)
}

func typeOf(cells []Cell) string {
	if len(cells) == 0 || cells[0].Type == "" {
		return usualType
	}
	return cells[0].Type
}

// OtherType is the type of the words of a cell; "" if it is the usual one.
func (c Cell) OtherType() string {
	if c.Type == usualType {
		return ""
	}
	return c.Type
}

// otherTypes is the first operation and size of which two results have words of different types.
func otherTypes(a, b *Result) []setting {
	types := map[Case]string{}
	for _, c := range a.Cells {
		types[c.Case()] = c.Type
	}
	for _, c := range b.Cells {
		if of, both := types[c.Case()]; both && of != c.Type {
			return []setting{{"words of " + c.Case().String(), of, c.Type}}
		}
	}
	return nil
}
