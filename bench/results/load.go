package results

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Load reads a bench.json. The cells of a run that was cut off have no verdicts yet: they get them here.
func Load(path string) (*Result, error) {
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: not a bench.json: %w", path, err)
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("%s: schema %d, want %d", path, r.Schema, Schema)
	}
	if slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Algo == Native && c.Verdict == Open }) {
		Judge(r.Cells, false)
	}
	return &r, nil
}
