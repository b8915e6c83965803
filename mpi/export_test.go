//go:build cgo

package mpi

// OnWorld runs body on the goroutine of MPI, for examples.
func OnWorld(body func(w *World)) {
	done := make(chan bool)
	calls <- func() {
		defer close(done)
		body(world)
	}
	<-done
}
