package wrap

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestText(t *testing.T) {
	assert.Equal(t, "# \n", strings.Replace(Text("# ", "", ""), "#", "# ", 1))
	assert.Equal(t, "# one two\n", Text("# ", "#   ", " one\n two "))
	forty := strings.Repeat("µ", 40)
	assert.Equal(t, "# "+forty+"\n#   "+forty+" x\n", Text("# ", "#   ", forty+" "+forty+" x"))
	long := strings.Repeat("y", 100)
	assert.Equal(t, "  "+long+"\n  z\n", Text("  ", "  ", long+" z"), "a long word has its own line")
	for line := range strings.Lines(Text("", Indent("abc"), strings.Repeat("word ", 99))) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), Columns)
	}
}
