// Package built has the program inside the page of topocoll book, where make build has put it beside this file: it is made of the
// same source as the binary, so it is not committed.
package built

import "embed"

// Files has the program's files, and this one.
//
//go:embed *
var Files embed.FS
