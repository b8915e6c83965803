//go:build !cgo

package job

import (
	"errors"
	"os"
)

// Run runs body on p goroutines; this program is built without MPI.
func Run[T any](p int, body Body[T]) error {
	if p == 0 {
		return errors.New("built without MPI (CGO_ENABLED=0), want --local P")
	}
	return Local(p, body)
}

// Exit ends the process.
func Exit(code int) { os.Exit(code) }
