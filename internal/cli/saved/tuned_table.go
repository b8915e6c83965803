package saved

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"topocoll/internal/cli/exit"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

// defaultTable is the folder whose table is taken unless another one is named.
const defaultTable = "report"

// TableIn reads the tuned.json of that name, or in the folder of that name, and returns its name too. A table that is taken by default need
// not be there: nil.
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
