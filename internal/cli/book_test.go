package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/proctest"
)

// The page is one file that contains the program and loads nothing from outside.
func TestBook(t *testing.T) {
	page := filepath.Join(proctest.PlainDir(t), "my book.html")
	code, stdout, stderr := command("book", "-o", page)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "my book.html written")
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.True(t, strings.Contains(string(content), `id="wasm">+,^C)`), "gzip's first bytes, in Ascii85")
	assert.False(t, regexp.MustCompile(`(src|href)="(http|//)`).Match(content), "a link to elsewhere")
}

func TestBookWithoutItsFolder(t *testing.T) {
	refusesWith(t, exit.Failed, "no such file or directory", "book", "-o",
		filepath.Join(proctest.PlainDir(t), "none", "book.html"))
}
