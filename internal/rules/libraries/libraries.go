// Package libraries selects the reader and writer of a tuning file: those of Open MPI or those of MPICH.
//
//	version, err := rules.ParseVersion("openmpi-4.1.4")
//	report := libraries.KindOf(file).Lint(file, version)         // what a file means to that library, and what is wrong with it
//	files, err := libraries.Of(version, nil).Files(table, version) // what it reads after "topocoll tune"
package libraries

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
	"topocoll/internal/rules/mpich"
	"topocoll/internal/rules/openmpi"
)

// Of returns the library of a version. own is the selection that an MPICH has built in (mpich.BuiltIn), or nil if it is unknown.
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

// KindOf recognises a format from the content of a file. JSON is MPICH's unless Open MPI knows it; any other text is a file of numbers.
func KindOf(file []byte) rules.Kind {
	selection, found := mpich.Library{}.KindOf(file)
	if kind, known := (openmpi.Library{}).KindOf(file); known && !found {
		return kind
	}
	return selection
}

// Obey reads files as the library of a version does. A file of another library is an error.
func Obey(files []rules.File, v rules.Version, own []byte) (rules.Obeyed, error) {
	library := Of(v, own)
	for i, f := range files {
		kind := KindOf(f.Text)
		if kind.Library == v.Library || v.Library == rules.MPICH && mpich.IsVariables(f) {
			continue
		}
		if _, err := library.Obey(files[:i], v); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %s of %s, want a file of %s", f.Name, kind.Name, kind.Library, v)
	}
	return library.Obey(files, v)
}
