package saved

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/internal/exit"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

// File returns the path of a bench.json, given that path or its folder.
func File(path string) string { return fileIn(path, results.JSONName) }

// fileIn returns the path of a file, given that path or its folder.
func fileIn(path, name string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, name)
	}
	return path
}

// Load reads a bench.json, given its path or its folder.
func Load(path string) (*results.Result, error) {
	r, err := results.Load(File(path))
	return r, exit.Usage(err)
}

// LoadMeasured is like Load, but it returns an error for a result without cells.
func LoadMeasured(path string) (*results.Result, error) {
	r, err := Load(path)
	if err == nil && len(r.Cells) == 0 {
		err = exit.Usagef("%s has no cells; use a bench.json with measurements", path)
	}
	return r, err
}

// SameFile reports whether two paths refer to the same file or folder.
func SameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// defaultTable is the default folder of the table.
const defaultTable = "report"

// TableIn reads a tuned.json and returns its path. The argument `name` is the file or its folder. The table
// is nil if `name` is the default and there is no such file.
func TableIn(name string) (*tuned.Table, string, error) {
	file := fileIn(name, tune.TableName)
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
		return nil, exit.Usagef("%w; give the table that topocoll tune writes", err)
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

// TuningFile reads a tuning file. It returns an error if the file is larger than 1 MiB.
func TuningFile(name string) ([]byte, error) {
	const most = 1 << 20
	f, err := os.Open(name)
	if err != nil {
		return nil, exit.Usage(err)
	}
	defer f.Close()
	file, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, exit.Usage(err)
	case len(file) > most:
		return nil, exit.Usagef("%s is larger than 1 MiB, so it cannot be a tuning file", wrap.Plain(name))
	}
	return file, nil
}

// Selector reads tuning files, and returns a rules.Selector that interprets them as version v of an MPI
// library does.
func Selector(names []string, v rules.Version) (rules.Selector, error) {
	var files []rules.File
	for _, name := range names {
		text, err := TuningFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, rules.File{Name: wrap.Plain(name), Text: text})
	}
	selector, err := libraries.Read(files, v, libraries.BuiltIn(v))
	return selector, exit.Usage(err)
}

// SelectorInEffect returns a rules.Selector for an MPI library, with the tuning files that the settings
// select. The argument `library` is a result of MPI_Get_library_version. A setting has the form
// NAME=value.
func SelectorInEffect(library string, settings []string) (rules.Selector, rules.Version, error) {
	version, err := rules.ParseVersion(library)
	if err != nil {
		return nil, version, err
	}
	names, err := libraries.FilesInEffect(version, settings)
	if err != nil {
		return nil, version, err
	}
	selector, err := Selector(names, version)
	return selector, version, err
}
