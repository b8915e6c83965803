// Package libraries finds the package that reads and writes a tuning file: package openmpi or package mpich.
//
//	version, err := rules.ParseVersion("openmpi-4.1.4")
//	// the effect of the file in that version, and its mistakes
//	report := libraries.FormatOf(file).Lint(file, version)
//	// the files with the choices of "topocoll tune"
//	files, err := libraries.New(version, nil).Write(table, version)
package libraries

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/internal/rules"
	"topocoll/internal/rules/mpich"
	"topocoll/internal/rules/openmpi"
	"topocoll/mpi"
	"topocoll/tuned"
)

// New returns the reader and writer for version v. The argument `own` is the selection that is built into
// MPICH, as returned by BuiltIn, or nil if this selection is unknown.
func New(v rules.Version, own []byte) rules.Library {
	if v.Library == rules.MPICH {
		return mpich.Library{BuiltIn: own}
	}
	return openmpi.Library{}
}

// BuiltIn returns the selection that is built into the MPICH of this process. It returns nil if the selection
// is unknown, or if v is not the version of this MPICH. Without the selection, tune writes environment
// variables.
func BuiltIn(v rules.Version) []byte {
	if here, err := rules.ParseVersion(mpi.LibraryVersion()); err == nil && v == here &&
		v.Library == rules.MPICH {
		return mpich.BuiltIn()
	}
	return nil
}

// FileVariables returns the environment variables that name tuning files.
func FileVariables(v rules.Version) (names []string) {
	for _, file := range Names() {
		for _, setting := range New(v, nil).Env(rules.File{Name: file}, "") {
			name, value, _ := strings.Cut(setting, "=")
			if value == "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// FilesInEffect returns the paths of the tuning files that a library reads. The list `settings` contains
// environment variables as NAME=value. FilesInEffect returns an error if the effect of a variable is not
// known. It also returns an error if the files existed only during the run, as they do if a launcher starts
// "topocoll run".
func FilesInEffect(v rules.Version, settings []string) (paths []string, err error) {
	known := map[string]bool{}
	for _, file := range Names() {
		inEffect, path := true, ""
		for _, needed := range New(v, nil).Env(rules.File{Name: file}, "") {
			i := slices.IndexFunc(settings, func(s string) bool { return strings.HasPrefix(s, needed) })
			if i < 0 {
				inEffect = false
				continue
			}
			known[settings[i]] = true
			path += strings.TrimPrefix(settings[i], needed)
		}
		if inEffect && strings.HasPrefix(path, "/dev/fd/") {
			return nil, fmt.Errorf("%s existed only during the run; use --rules", path)
		}
		if inEffect && path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, s := range settings {
		if !known[s] {
			return nil, fmt.Errorf("the program ran with %s, whose effect is not known", s)
		}
	}
	return paths, nil
}

// RulesOf returns the tuning files for the choices of a table, and the version of the table's library.
func RulesOf(table *tuned.Table) ([]rules.File, rules.Version, error) {
	version, err := rules.ParseVersion(table.Library)
	if err != nil {
		return nil, version, err
	}
	files, err := New(version, BuiltIn(version)).Write(table, version)
	return files, version, err
}

// Names returns the names of all files that tune writes.
func Names() []string {
	return slices.Concat(openmpi.FileNames(), mpich.FileNames())
}

// FormatOf recognises the format of a file from its content. If the file contains no format's keywords,
// FormatOf treats JSON as a selection of MPICH, and any other text as a classic rules file of Open MPI.
func FormatOf(file []byte) rules.Format {
	selection, found := mpich.FormatOf(file)
	if format, known := openmpi.FormatOf(file); known && !found {
		return format
	}
	return selection
}

// IsVariables reports whether a file lists environment variables of MPICH, as mpich.env of tune does.
func IsVariables(file []byte) bool { return mpich.IsVariables(rules.File{Text: file}) }

// Read returns a rules.Selector that interprets files as the given version of a library does. It returns an
// error for a file of another library.
func Read(files []rules.File, v rules.Version, own []byte) (rules.Selector, error) {
	library := New(v, own)
	for i, f := range files {
		format := FormatOf(f.Text)
		if format.Library == v.Library || v.Library == rules.MPICH && mpich.IsVariables(f) {
			continue
		}
		if _, err := library.Read(files[:i], v); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: this is %s of %s; use a file for %s", f.Name, format.Name, format.Library, v)
	}
	return library.Read(files, v)
}
