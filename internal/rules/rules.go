// Package rules contains the code that all readers and writers of MPI libraries' tuning files share:
// versions, reports, and the interface Library. Packages openmpi and mpich implement the interface, and
// package libraries selects one of them.
//
// A reader treats a file as the library does: it skips, truncates and ignores the same text. It determines
// the calls to which each rule applies, and the rules that apply to no call. The facts come from the
// libraries' source code; docs/reference/tuning-files.md explains them to users.
package rules

import (
	"cmp"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A Library reads and writes the tuning files of an MPI library.
type Library interface {
	// Write returns the tuning files for the choices of a table, in the form that version v reads. It reads
	// each file back and checks that the file contains every choice.
	Write(table *tuned.Table, v Version) ([]File, error)

	// Read reads several files that are used together. It returns a Selector for version v of the library, or
	// an error for a file that this version ignores.
	Read(files []File, v Version) (Selector, error)

	// Control returns a control file for f. The control file has the operations, entries and sizes of f, but
	// leaves every choice to the library. Runs with f and runs with the control file thus differ only in the
	// algorithms that f names. Control returns nil if f contains environment variables.
	Control(f File, v Version) ([]byte, error)

	// Env returns the environment variables, as NAME=value, that make the library use the file f at a path.
	Env(f File, path string) []string
}

// A Selector returns the algorithms that a library selects after it has read tuning files.
type Selector interface {
	// Select returns the algorithm that the files select for a call of op in a job, or "" if the library makes
	// its own choice. `block` is the size of a block in bytes, as in bench. `line` is the number of the line
	// that makes the choice, or 0 if no such line is known.
	Select(op catalog.Collective, job tuned.Job, block int) (algorithm string, line int)

	// Default returns the algorithm that the library itself chooses for a call, or "" if it is unknown.
	Default(op catalog.Collective, job tuned.Job, block int) (algorithm string)
}

// Algorithm returns the algorithm that the library executes for a call: the choice of the files, or else the
// default. It returns "" if this is unknown.
func Algorithm(s Selector, op catalog.Collective, job tuned.Job, block int) string {
	algorithm, _ := s.Select(op, job, block)
	return cmp.Or(algorithm, s.Default(op, job, block))
}

// A File is a tuning file that a library reads.
type File struct {
	Name string // file name; for Env, it must be a name that Write uses
	Text []byte
}

// A Format is one kind of tuning file.
type Format struct {
	Name    string // description of the format, such as "a rules file of the HAN component"
	Library string // MPI library that reads the format
	// Lint reports the effect of a file in version v of the library, and the mistakes in the file.
	Lint func(file []byte, v Version) *Report
}
