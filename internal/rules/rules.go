// Package rules has what the tuning files of all MPI libraries share: versions, reports, and the
// interface of a library's readers and writers. Packages openmpi and mpich implement it, and
// package libraries selects one of them.
//
// A reader treats a file as the library does: it skips, truncates and ignores the same parts. It knows which
// rule applies to which call, and which rules apply to no call. The facts come from the libraries' sources;
// docs/reference/tuning-files.md explains them to users.
package rules

import (
	"topocoll/catalog"
	"topocoll/tuned"
)

// A Library reads and writes the tuning files of an MPI library.
type Library interface {
	// Names returns the names of all files that Write can return.
	Names() []string

	// FormatOf recognises a format of this library from the content of a file.
	FormatOf(file []byte) (format Format, found bool)

	// Write returns the tuning files that a version reads, for the choices of a table. It reads each file
	// back and checks that the file has every choice.
	Write(table *tuned.Table, v Version) ([]File, error)

	// Read reads several files together, as a version does. It returns an error for a file that the library
	// ignores.
	Read(files []File, v Version) (Selector, error)

	// Control returns a file with the operations, entries and sizes of f that leaves every choice to the
	// library. Runs with f and with this file differ only in the algorithms that f names. Control returns nil
	// for a file of variables.
	Control(f File, v Version) ([]byte, error)

	// Env returns the environment, as NAME=value, with which the library reads the file at a path.
	Env(f File, path string) []string
}

// A Selector selects algorithms as a library does after it has read tuning files.
type Selector interface {
	// Select returns the algorithm that the files select for a call of op in a job, and the line that names
	// it, or 0. block is the size of a block in bytes, as in bench. Select returns "" if the library makes
	// its own choice.
	Select(op catalog.Collective, job tuned.Job, block int) (algorithm string, line int)
}

// A File is a tuning file that a library reads.
type File struct {
	Name string // name of a file that tune writes
	Text []byte
}

// A Format is one kind of tuning file.
type Format struct {
	Name    string // description of the format
	Library string // the library that reads it
	// reports what a file does in a version of the library, and its mistakes
	Lint func(file []byte, v Version) *Report
}
