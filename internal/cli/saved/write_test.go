package saved

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func writeNew(w io.Writer) error {
	_, err := io.WriteString(w, "new")
	return err
}

// A new file replaces a regular file, also at the end of a symbolic link. If writing fails, the old file
// remains.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(file, link))
	content := func() string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		return string(text)
	}
	require.NoError(t, WriteFile(file, writeNew))
	assert.Equal(t, "new", content())
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o644))
	failed := errors.New("failed")
	err := WriteFile(link, func(w io.Writer) error { return errors.Join(failed, writeNew(w)) })
	assert.ErrorIs(t, err, failed)
	assert.Equal(t, "old", content())
	require.NoError(t, WriteFile(link, writeNew))
	assert.Equal(t, "new", content())
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink, "the link remains")
	assert.Error(t, WriteFile(dir, writeNew), "a folder")
}

// A pipe, as from >(command) in a shell, is written and remains a pipe.
func TestWriteFileToAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	got := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		got <- string(text)
	}()
	require.NoError(t, WriteFile(pipe, writeNew))
	assert.Equal(t, "new", <-got)
	info, err := os.Stat(pipe)
	require.NoError(t, err)
	assert.Equal(t, os.ModeNamedPipe, info.Mode().Type())
}
