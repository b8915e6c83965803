package saved

import (
	"os"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/internal/exit"
)

// File returns the path of a bench.json, given that path or its folder.
func File(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, results.JSONName)
	}
	return path
}

// Load reads a bench.json, or the one in a folder.
func Load(path string) (*results.Result, error) {
	r, err := results.Load(File(path))
	return r, exit.Usage(err)
}

// LoadMeasured is Load, except that it refuses a result without cells.
func LoadMeasured(path string) (*results.Result, error) {
	r, err := Load(path)
	if err == nil && len(r.Cells) == 0 {
		err = exit.Usagef("%s: no cells, want a bench.json with measurements", path)
	}
	return r, err
}

// SameFile reports whether two paths lead to the same file or folder.
func SameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
