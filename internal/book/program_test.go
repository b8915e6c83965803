package book

import (
	"context"
	"os"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Load rejects a program that was built for another version of the page.
func TestLoadRefusesAnotherSource(t *testing.T) {
	own, err := sourceDigest(files)
	require.NoError(t, err)
	folder := fstest.MapFS{"program.wasm.gz": {}, "wasm_exec.js": {}, "listings.json": {},
		"source": {Data: own}}
	_, err = Load(folder)
	require.NoError(t, err)
	folder["source"] = &fstest.MapFile{Data: []byte("0")}
	_, err = Load(folder)
	assert.ErrorIs(t, err, errStale)
}

// sourceFolder finds the source from any folder if the program is in the clone.
func TestSourceFolder(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	elsewhere := t.TempDir()
	in, folder, err := sourceFolder(context.Background(), elsewhere, "../..")
	require.NoError(t, err)
	assert.Equal(t, []string{"../..", here}, []string{in, folder})
	_, _, err = sourceFolder(context.Background(), elsewhere)
	assert.Error(t, err)
}
