// Package rules reads and writes the tuning files of MPI libraries, as the libraries themselves read them: with what their readers
// skip, cut short and drop, and without a word of it. It knows which rule is for which call, and which rules are for none.
//
//	version, err := rules.ParseVersion("openmpi-4.1.4")
//	report := rules.KindOf(file).Lint(file, version) // what a file means to that library, and what is wrong with it
//	files, err := rules.Files(table, version, nil)   // what it is to read after "topocoll tune"
//
// The facts are from the libraries' sources; docs/tuning.md has them for users.
package rules
