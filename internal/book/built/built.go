// Package built has the program inside the page of topocoll book. make build puts the program beside this
// file. It is built from the same source as the binary, so it is not committed.
package built

import "embed"

// Files has the program's files, and this one.
//
//go:embed *
var Files embed.FS
