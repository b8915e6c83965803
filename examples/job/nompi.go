//go:build !cgo

package job

import "errors"

// Run runs body on p goroutines; this program is built without MPI.
func Run[T any](p int, body Body[T]) error {
	if p == 0 {
		return errors.New("built without MPI (CGO_ENABLED=0), want --local P")
	}
	return Local(p, body)
}
