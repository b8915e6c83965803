package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseSizes parses block sizes in bytes. The text is a list (8,1K,64K), a range with the factor 2 (8:4M), or
// a range with another factor (8:1M:x4). [ParseSize] lists the units.
func ParseSizes(text string) ([]int, error) {
	var sizes []int
	for _, part := range strings.Split(text, ",") {
		more, err := parseRange(part)
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, more...)
	}
	return sizes, nil
}

func parseRange(text string) ([]int, error) {
	bounds := strings.Split(text, ":")
	first, err := ParseSize(bounds[0])
	if err != nil || len(bounds) == 1 {
		return []int{first}, err
	}
	last, err := ParseSize(bounds[1])
	if err != nil {
		return nil, err
	}
	factor := 2
	if len(bounds) == 3 {
		factor, err = strconv.Atoi(strings.TrimPrefix(bounds[2], "x"))
	}
	if err != nil || factor < 2 || len(bounds) > 3 || first > last {
		return nil, fmt.Errorf(
			"size range %q, want FIRST:LAST or FIRST:LAST:xFACTOR with FIRST <= LAST and FACTOR >= 2: "+
				"8:1M:x4", text)
	}
	var sizes []int
	if first == 0 {
		sizes, first = []int{0}, 1
	}
	for size := first; size <= last; size *= factor {
		sizes = append(sizes, size)
		if size > last/factor { // the next size might overflow
			break
		}
	}
	return sizes, nil
}

// sizeUnits lists the units that ParseSize accepts, in upper case, with their sizes in bytes.
var sizeUnits = []struct {
	suffix string
	factor int
}{
	{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1},
}

// ParseSize parses a number of bytes: 65536, 64K, 64KiB, 64kB. K and KiB are 1024 bytes, kB is 1000.
func ParseSize(text string) (int, error) {
	digits, unit := text, 1
	for _, u := range sizeUnits {
		if rest, found := strings.CutSuffix(strings.ToUpper(text), u.suffix); found {
			digits, unit = strings.TrimRight(rest, " "), u.factor
			break
		}
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n < 0 || n > (1<<40)/unit:
		return 0, fmt.Errorf("size %q, want a number of bytes, optionally with a unit: 8, 64K, 64KiB, 64kB, 4M%s",
			text, Suggestion(text))
	case len(digits) > 1 && digits[0] == '0': // a number that begins with 0, such as 000 in 1,000
		return 0, fmt.Errorf("size %q begins with 0; use commas only between the sizes of a list (8,1000), not "+
			"inside a number", text)
	}
	return n * unit, nil
}

// isWord reports whether the text is not empty and has only letters, digits and underscores. It does not use
// package regexp, because regexp would add 180 KB to the page that topocoll book writes.
func isWord(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "0123456789_abcdefghijklmnopqrstuvwxyz") == ""
}

// splitBounds splits a range with a wrong separator into its bounds. For example, it returns 8 and 1M for
// both 8..1M and 8-1M.
func splitBounds(text string) (first, last string, found bool) {
	first, last, found = strings.Cut(text, "..")
	last = strings.TrimLeft(last, ".")
	if !found {
		first, last, found = strings.Cut(text, "-")
	}
	return first, last, found && isWord(first) && isWord(last)
}

// Suggestion returns a hint about a string that ParseSize rejects, or "" if there is none. It suggests 8:1M
// for 8..1M, and 1000 for 1,000.
func Suggestion(text string) string {
	if first, last, found := splitBounds(text); found {
		return "; did you mean " + first + ":" + last + "?"
	}
	if plain := strings.NewReplacer(",", "", "_", "", "'", "").Replace(text); plain != text {
		if _, err := strconv.Atoi(plain); err == nil {
			return "; did you mean " + plain + "?"
		}
	}
	return ""
}

// A WordType is a datatype that the words of a call can have.
type WordType struct {
	Name  string // name in Go, as in Cell.Type
	Bytes int
	Also  string // name in C
}

// WordTypes lists the types of words that a benchmark can use.
func WordTypes() []WordType {
	return []WordType{{"float64", 8, "double"}, {"float32", 4, "float"}, {"int64", 8, "long"}, {"int32", 4,
		"int"}, {"uint8", 1, "byte"}}
}

// ParseType parses the name of a datatype in Go (int32), in C (int) or in MPI (MPI_INT).
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

// WordBytes returns the number of bytes in a word, or 8 if the type is unknown.
func (s Subject) WordBytes() int {
	list := WordTypes()
	if at := slices.IndexFunc(list, func(t WordType) bool { return t.Name == s.Type }); at >= 0 {
		return list[at].Bytes
	}
	return 8
}

// UsualType is the usual type of the words. Tables state the type only if it differs from UsualType.
const UsualType = "float64"

// OtherType returns the type of the words, or "" if it is UsualType.
func (s Subject) OtherType() string {
	if s.Type == UsualType {
		return ""
	}
	return s.Type
}
