package tune

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"topocoll/tuned"
)

// The names of the files in the output folder of topocoll tune.
const (
	StateName = "tune.json"
	TableName = "tuned.json"
	PageName  = "tuned.html"
)

// A State holds the measurements of one or several runs.
type State struct {
	Schema  int     `json:"schema"`
	Library string  `json:"library"`
	Network string  `json:"network,omitempty"`
	Sizes   []int   `json:"sizes,omitempty"` // the sizes in the grids of all runs, in ascending order
	Points  []Point `json:"points"`
}

const schema = 2

// Read reads the state from a file. If the file does not exist, the state is empty. If the file belongs to
// another library or network, Read returns an error.
func Read(name, library, network string) (State, error) {
	s := State{Schema: schema, Library: library, Network: network}
	var old State
	if exists, err := ReadJSON(name, &old); !exists || err != nil {
		return s, err
	}
	switch {
	case old.Schema != schema:
		return s, fmt.Errorf("%s: schema %d, want %d", name, old.Schema, schema)
	case old.Library != library:
		return s, fmt.Errorf("%s: measured with %q, but this library is %q; use another folder (--out)",
			name, old.Library, library)
	case old.Network != network:
		return s, fmt.Errorf("%s: measured on the network %q, but this network is %q; use another folder (--out)",
			name, old.Network, network)
	}
	return old, old.check(name)
}

// check returns an error for points without a winner, and for points from which no valid table can be made.
func (s State) check(name string) error {
	for i, p := range s.Points {
		if len(p.bestEntries(anyAlgorithm)) == 0 || len(p.bestEntries(isNative)) == 0 {
			return fmt.Errorf("%s: point %d (%s, %d bytes) has no winner", name, i+1, p.Op, p.Bytes)
		}
	}
	return s.Table("", time.Time{}).Check()
}

// AddSizes adds the grid of a run. The sizes of earlier grids remain, because the earlier points would
// otherwise also apply to longer blocks that were never measured.
func (s *State) AddSizes(grid []int) {
	s.Sizes = slices.Compact(slices.Sorted(slices.Values(slices.Concat(s.Sizes, grid))))
}

// Write writes the state as JSON.
func (s State) Write(w io.Writer) error { return WriteJSON(w, s) }

// ReadJSON reads a value from a JSON file, and reports whether the file exists.
func ReadJSON(name string, value any) (exists bool, err error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(text, value); err != nil {
		return true, fmt.Errorf("%s: %w", name, err)
	}
	return true, nil
}

// WriteJSON writes a value as indented JSON.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(value)
}

// Table returns the tuning table made from the points.
func (s State) Table(program string, made time.Time) *tuned.Table {
	return &tuned.Table{Schema: tuned.Schema, Made: made, Program: program, Library: s.Library,
		Network: s.Network,
		Choices: Choices(s.Points, s.Sizes)}
}
