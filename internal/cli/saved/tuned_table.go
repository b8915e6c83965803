package saved

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"topocoll/internal/exit"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

// defaultTable is the default folder of the table.
const defaultTable = "report"

// TableIn reads a tuned.json, or the one in a folder, and returns its path. It returns nil if name is the
// default and there is no such file.
func TableIn(name string) (*tuned.Table, string, error) {
	file := name
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		file = filepath.Join(name, tune.TableName)
	}
	table, err := ReadTable(file)
	if name == defaultTable && errors.Is(err, fs.ErrNotExist) {
		return nil, file, nil
	}
	return table, file, err
}

// ReadTable reads a tuned.json.
func ReadTable(name string) (*tuned.Table, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, exit.Usagef("%w, want the table that topocoll tune writes", err)
	}
	if err != nil {
		return nil, exit.Usage(err)
	}
	defer file.Close()
	table, err := tuned.Read(file)
	if err != nil {
		return nil, exit.Usagef("%s: %w", name, err)
	}
	return table, nil
}
