package run

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shareIn calls openShared with a lock file in the folder `dir`.
func shareIn(dir string, ranks int, write func(io.Writer) (string, error)) (*os.File, string, error) {
	lock, err := openLocked(filepath.Join(dir, sharedPrefix+"1"+lockSuffix))
	if err != nil {
		return nil, "", err
	}
	defer lock.Close()
	return openShared(lock, ranks, write)
}

// One rank writes the file, all ranks read the file and get the notes, and the last rank removes the file. A
// second job with the same name has its own file.
func TestSharedPlans(t *testing.T) {
	const ranks = 12
	dir := t.TempDir()
	for job := range 3 {
		var written atomic.Int32
		var wait sync.WaitGroup
		for range ranks {
			wait.Add(1)
			go func() {
				defer wait.Done()
				file, notes, err := shareIn(dir, ranks, func(w io.Writer) (string, error) {
					written.Add(1)
					time.Sleep(5 * time.Millisecond)
					_, err := io.WriteString(w, "the plans")
					return "notes", err
				})
				if !assert.NoError(t, err) {
					return
				}
				defer file.Close()
				text, err := io.ReadAll(io.NewSectionReader(file, 0, 100))
				assert.NoError(t, err)
				assert.Equal(t, "the plans", string(text))
				assert.Equal(t, "notes", notes)
			}()
		}
		wait.Wait()
		assert.EqualValues(t, 1, written.Load(), "job %d", job)
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

// A rank that cannot create the plans leaves no file, so the next rank also tries to create them.
func TestSharedPlansFail(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		_, _, err := shareIn(dir, 3, func(io.Writer) (string, error) {
			return "", errors.New("too long")
		})
		assert.ErrorContains(t, err, "too long")
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

// Files that a killed job has left are not used.
func TestOldPlansAreNotShared(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, sharedPrefix+"1"), filepath.Join(dir, sharedPrefix+"2")
	old := time.Now().Add(-2 * staleAge)
	require.NoError(t, os.WriteFile(name+plansSuffix, []byte("old and longer"), 0o600))
	require.NoError(t, os.WriteFile(name+lockSuffix, []byte(`{"Users":1,"Notes":"old"}`), 0o600))
	require.NoError(t, os.Chtimes(name+lockSuffix, old, old))
	require.NoError(t, os.WriteFile(other+plansSuffix, nil, 0o600))
	require.NoError(t, os.WriteFile(other+lockSuffix, nil, 0o600))
	require.NoError(t, os.Chtimes(other+lockSuffix, old, old))
	file, notes, err := shareIn(dir, 2, func(w io.Writer) (string, error) {
		_, err := io.WriteString(w, "new")
		return "", err
	})
	require.NoError(t, err)
	defer file.Close()
	text, err := os.ReadFile(name + plansSuffix)
	require.NoError(t, err)
	assert.Equal(t, "new", string(text))
	assert.Empty(t, notes)
	assert.FileExists(t, name+lockSuffix)
	assert.NoFileExists(t, other+plansSuffix)
	assert.NoFileExists(t, other+lockSuffix)
}
