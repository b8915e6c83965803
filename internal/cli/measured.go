package cli

import (
	"os"
	"path/filepath"

	"topocoll/bench/results"
)

// fileOrIn returns the bench.json that a path names: itself or, of a folder, the one in it.
func fileOrIn(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, results.JSONName)
	}
	return path
}

// loaded reads a bench.json, or that of a folder.
func loaded(path string) (*results.Result, error) {
	r, err := results.Load(fileOrIn(path))
	return r, usage(err)
}

// measured is loaded, but refuses one without cells.
func measured(path string) (*results.Result, error) {
	r, err := loaded(path)
	if err == nil && len(r.Cells) == 0 {
		err = usagef("%s: no cells, want a bench.json with measurements", path)
	}
	return r, err
}

// sameFile reports whether two paths are of one file or folder.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
