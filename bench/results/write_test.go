package results

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// createFiles creates the files of a run after n pairs of cells have been added.
func createFiles(t *testing.T, dir string, n int) *File {
	file, err := Create(dir, &Result{Env: Env{Invocation: Invocation{P: 2}}})
	require.NoError(t, err)
	for i := range n {
		require.NoError(t, file.Append([]Cell{{Subject: Subject{Op: "bcast", Algo: Native, Bytes: i}},
			{Subject: Subject{Op: "bcast",
				Algo: "hcube/bcast", Bytes: i}}}))
	}
	return file
}

// countCells returns the number of cells in bench.json and in bench.csv.
func countCells(t *testing.T, dir string) (cells, rows int) {
	text, err := os.ReadFile(filepath.Join(dir, JSONName))
	require.NoError(t, err)
	var r Result
	require.NoError(t, json.Unmarshal(text, &r), "%s", text)
	assert.Equal(t, "partial", r.Status)
	csv, err := os.ReadFile(filepath.Join(dir, CSVName))
	require.NoError(t, err)
	return len(r.Cells), strings.Count(string(csv), "\n") - 1
}

// While the files grow, a reader always finds complete files and no other files in the folder.
func TestFilesAreWholeAllTheTime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	file := createFiles(t, dir, 0)
	stop, stopped := make(chan struct{}), make(chan int)
	go func() {
		reads := 0
		for ; ; reads++ {
			select {
			case <-stop:
				stopped <- reads
				return
			default:
			}
			r, err := Load(filepath.Join(dir, JSONName))
			if !assert.NoError(t, err) || !assert.True(t, len(r.Cells) == 0 || r.HasSamples()) {
				stopped <- reads
				return
			}
		}
	}()
	for i := range 300 {
		require.NoError(t,
			file.Append([]Cell{{Subject: Subject{Op: "bcast", Algo: Native, P: 2, Bytes: i},
				Sampling: Sampling{N: 100}, SampleLists: SampleLists{Samples: make([]int64, 100)}}}))
	}
	close(stop)
	assert.NotZero(t, <-stopped)
	cells, rows := countCells(t, dir)
	assert.Equal(t, 300, cells)
	assert.Equal(t, 300, rows)
	require.NoError(t, file.Close(&Result{Schema: Schema, Status: "complete", Cells: make([]Cell, 1)}))
	text, err := os.ReadFile(filepath.Join(dir, JSONName))
	require.NoError(t, err)
	assert.Contains(t, string(text), `"complete"`)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3)
}

// If the disk is full, the existing files remain intact.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := proctest.Command(t, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs",
		dir).CombinedOutput(); err != nil {
		t.Skipf("needs leave to mount: %s", out)
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", dir).Run()) })
	file := createFiles(t, dir, 3)
	var err error
	for n := 3; err == nil; n++ {
		require.Equal(t, 2*n, file.CellCount())
		err = file.Append([]Cell{{Subject: Subject{Op: "bcast", Algo: Native},
			SampleLists: SampleLists{Samples: make([]int64, 1000)}}, {Subject: Subject{Op: "bcast",
			Algo: "ring/bcast"}}})
	}
	assert.EqualError(t, err, fmt.Sprintf("%s/bench.json: no space left on device", dir))
	cells, rows := countCells(t, dir)
	assert.Equal(t, file.CellCount(), cells)
	assert.Equal(t, file.CellCount(), rows)
	assert.Greater(t, cells, 6)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3, "an unfinished file is left")
}

// A symbolic link in the place of a file is replaced, and its target is not touched.
func TestLinksAreNotFollowed(t *testing.T) {
	dir, precious := t.TempDir(), filepath.Join(t.TempDir(), "precious")
	require.NoError(t, os.WriteFile(precious, []byte("mine"), 0o644))
	for _, name := range []string{JSONName, CSVName, JSONName + unfinishedSuffix} {
		require.NoError(t, os.Symlink(precious, filepath.Join(dir, name)))
	}
	require.NoError(t, createFiles(t, dir, 1).Close(&Result{Status: "complete"}))
	text, err := os.ReadFile(precious)
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
	info, err := os.Lstat(filepath.Join(dir, JSONName))
	require.NoError(t, err)
	assert.True(t, info.Mode().IsRegular())
}

// If writing a file fails, the old file remains and no other file is left.
func TestSaveFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	assert.ErrorIs(t, Save(path, func(w io.Writer) error {
		io.WriteString(w, "new")
		return io.ErrShortBuffer
	}), io.ErrShortBuffer)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	assert.NoError(t, CheckWritable(dir))
	assert.NoError(t, CheckWritable(filepath.Join(dir, "a", "b")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries, "the attempt left something behind")

	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "taken", PageName), 0o755))
	for _, bad := range []string{"", file, filepath.Join(file, "x"), "/proc/x", filepath.Join(dir, "taken")} {
		assert.Error(t, CheckWritable(bad), bad)
	}
}
