// Package libraries selects the reader and writer of a tuning file: package openmpi or package mpich.
//
//	version, err := rules.ParseVersion("openmpi-4.1.4")
//	report := libraries.FormatOf(file).Lint(file, version)         // what a file means to that library, and what is wrong with it
//	files, err := libraries.Of(version, nil).Write(table, version) // what it reads after "topocoll tune"
package libraries

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
	"topocoll/internal/rules/mpich"
	"topocoll/internal/rules/openmpi"
)

// Of returns the readers and writers for a version. own is the selection that an MPICH has built in
// (mpich.BuiltIn), or nil if it is unknown.
func Of(v rules.Version, own []byte) rules.Library {
	if v.Library == rules.MPICH {
		return mpich.Library{BuiltIn: own}
	}
	return openmpi.Library{}
}

// Names returns the names of all files that tune writes.
func Names() []string {
	return slices.Concat(openmpi.Library{}.Names(), mpich.Library{}.Names())
}

// FormatOf recognises a format from the content of a file. JSON is MPICH's unless Open MPI knows
// it; any other text is a file of numbers.
func FormatOf(file []byte) rules.Format {
	selection, found := mpich.Library{}.FormatOf(file)
	if format, known := (openmpi.Library{}).FormatOf(file); known && !found {
		return format
	}
	return selection
}

// Read reads files as the library of a version does. A file of another library is an error.
func Read(files []rules.File, v rules.Version, own []byte) (rules.Selector, error) {
	library := Of(v, own)
	for i, f := range files {
		format := FormatOf(f.Text)
		if format.Library == v.Library || v.Library == rules.MPICH && mpich.IsVariables(f) {
			continue
		}
		if _, err := library.Read(files[:i], v); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %s of %s, want a file of %s", f.Name, format.Name, format.Library, v)
	}
	return library.Read(files, v)
}
