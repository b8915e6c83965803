package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The page is one file with the program inside, and asks for nothing from elsewhere.
func TestBook(t *testing.T) {
	page := filepath.Join(plainDir(t), "my book.html")
	code, stdout, stderr := command("book", "-o", page)
	require.Equal(t, exitOK, code, stderr)
	assert.Contains(t, stdout, "my book.html written")
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(content), `id="wasm">H4sI`) // gzip's first bytes
	assert.NotRegexp(t, `(src|href)="(http|//)`, string(content))
}

func TestBookWithoutItsFolder(t *testing.T) {
	refusesWith(t, exitRuntime, "no such file or directory", "book", "-o", filepath.Join(plainDir(t), "none", "book.html"))
}
