// Package built embeds the WebAssembly program of the interactive book. The Makefile target `build` puts the
// program beside this file. The program is built from the same source as the binary, so it is not committed.
package built

import "embed"

// Files contains the program's files and this file.
//
//go:embed *
var Files embed.FS
