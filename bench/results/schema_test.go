package results

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const described = "../../docs/reference/bench-json.md"

// sections returns the sections of the document, with their headings as keys.
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

// tableRow matches a row of a table. Its first group is the name in the first column, and its second group is
// the rest of the row.
var tableRow = regexp.MustCompile("(?m)^\\| `([a-z0-9_]+)` \\|(.*)$")

func tableOf(section string) (names []string, rest map[string]string) {
	rest = map[string]string{}
	for _, match := range tableRow.FindAllStringSubmatch(section, -1) {
		names, rest[match[1]] = append(names, match[1]), match[2]
	}
	return names, rest
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
	same, err := loadText(t, example)
	require.NoError(t, err)
	assert.Equal(t, &r, same)
}

func TestEveryColumnIsDescribed(t *testing.T) {
	names, _ := tableOf(sections(t)["bench.csv"])
	assert.Equal(t, csvHeader, names)
}
