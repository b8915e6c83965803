package results

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const described = "../../docs/reference/bench-json.md"

// sections returns the sections of the document by their headings.
func sections(t *testing.T) map[string]string {
	text, err := os.ReadFile(described)
	require.NoError(t, err)
	byHeading := map[string]string{}
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		heading, body, _ := strings.Cut(part, "\n")
		byHeading[heading] = body
	}
	return byHeading
}

// tableRow matches a row of a table: the name in its first column, and the rest.
var tableRow = regexp.MustCompile("(?m)^\\| `([a-z0-9_]+)` \\|(.*)$")

func tableOf(section string) (names []string, rest map[string]string) {
	rest = map[string]string{}
	for _, match := range tableRow.FindAllStringSubmatch(section, -1) {
		names, rest[match[1]] = append(names, match[1]), match[2]
	}
	return names, rest
}

// The document has exactly the fields of bench.json, in their order, and says of every optional
// field when it is absent.
func TestEveryFieldIsDescribed(t *testing.T) {
	seen := map[reflect.Type]bool{}
	describes(t, sections(t), reflect.TypeFor[Result](), "bench.json", "", seen)
	for _, of := range []reflect.Type{reflect.TypeFor[Env](), reflect.TypeFor[Host](),
		reflect.TypeFor[Rank](), reflect.TypeFor[Cell](),
		reflect.TypeFor[Link](), reflect.TypeFor[Message](), reflect.TypeFor[Counters](),
		reflect.TypeFor[Interval]()} {
		assert.True(t, seen[of], "%v was not looked at", of)
	}
}

func describes(t *testing.T, sections map[string]string, of reflect.Type, heading, path string,
	seen map[reflect.Type]bool) {
	if seen[of] {
		return
	}
	seen[of] = true
	require.Contains(t, sections, heading, "%s has no section for %v", described, of)
	names, rest := tableOf(sections[heading])
	var tags []string
	for i := range of.NumField() {
		tag, options, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if tag == "-" {
			continue
		}
		tags = append(tags, tag)
		if options == "omitempty" {
			assert.Contains(t, rest[tag], "bsent", "%s.%s may be left out: say when", heading, tag)
		}
		field, below := of.Field(i).Type, path+tag
		if field.Kind() == reflect.Slice {
			field, below = field.Elem(), below+"[]"
		}
		switch {
		case field == reflect.TypeFor[Interval]():
			describes(t, sections, field, "Intervals", "", seen)
		case field.Kind() == reflect.Struct:
			describes(t, sections, field, below, below+".", seen)
		}
	}
	assert.Equal(t, tags, names, "%s, section %s", described, heading)
}

func TestExampleIsOne(t *testing.T) {
	_, example, _ := strings.Cut(sections(t)["Example"], "```json\n")
	example, _, found := strings.Cut(example, "```")
	require.True(t, found)
	decoder := json.NewDecoder(strings.NewReader(example))
	decoder.DisallowUnknownFields()
	var r Result
	require.NoError(t, decoder.Decode(&r))
	assert.Equal(t, Schema, r.Schema)
	assert.Equal(t, "hcube/bcast", r.Cells[0].Algo)
	same, err := loaded(t, example)
	require.NoError(t, err)
	assert.Equal(t, &r, same)
}

func TestEveryColumnIsDescribed(t *testing.T) {
	names, _ := tableOf(sections(t)["bench.csv"])
	assert.Equal(t, csvHeader, names)
}
