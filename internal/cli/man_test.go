package cli

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/proctest"
)

// The man page has exactly the commands and flags of the help, with their defaults.
func TestManHasEveryFlag(t *testing.T) {
	code, page, _ := command("man")
	require.Equal(t, exit.OK, code)
	page = strings.NewReplacer(`\-`, "-", `\fB`, "", `\fI`, "", `\fR`, "", `\&`, "", `\(dq`,
		`"`).Replace(page)
	parser, err :=
		kong.New(&commands{}, option.OperationMapper, kong.Name("topocoll"),
			kong.BindTo(io.Discard, (*io.Writer)(nil)), kong.Vars{"version": ""})
	require.NoError(t, err)
	for _, node := range parser.Model.Leaves(true) {
		_, section, found := strings.Cut(page, "\n.SS \"topocoll "+node.Summary()+"\"\n")
		require.True(t, found, node.Path())
		section, _, _ = strings.Cut(section, "\n.S")
		for _, flag := range node.Flags {
			_, item, found := strings.Cut(section, "\n.TP\n"+flag.String()+"\n")
			assert.True(t, found, "%s of %s", flag, node.Path())
			item, _, _ = strings.Cut(item, "\n.TP")
			assert.Contains(t, flag.String()+item, flag.Default, "%s of %s", flag, node.Path())
		}
	}
	assert.Equal(t, len(parser.Model.Leaves(true)), strings.Count(page, "\n.SS "))
	for _, word := range []string{"--version", "EXIT STATUS", "TOPOCOLL_NETWORK", "report/bench.json"} {
		assert.Contains(t, page, word)
	}
}

// groff prints no warning, and the formatted page fits in a terminal of 80 columns.
func TestManIsShown(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("needs groff")
	}
	page := shown(t, "man")
	// the options switch off bold and underlined text
	groff := proctest.Command(t, "groff", "-ww", "-man", "-Tutf8", "-rLL=78n", "-P-cbou")
	groff.Stdin = strings.NewReader(page)
	var warnings bytes.Buffer
	groff.Stderr = &warnings
	shown, err := groff.Output()
	require.NoError(t, err)
	assert.Empty(t, warnings.String())
	for line := range strings.Lines(string(shown)) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, line)
	}
}
