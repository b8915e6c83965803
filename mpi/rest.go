//go:build cgo

package mpi

import "runtime"

// rest goes through Go's scheduler every few ms. A goroutine that does nothing but call C for 10 ms counts
// as one that hogs its thread: from then on the runtime's monitor wakes every 20 µs, takes its P away and
// hands it to another thread, on the same core where ranks are bound to cores. That was a tenth of the time
// of a 256 KiB message. It also needs a second P, or any call of more than 20 µs loses its only one: see
// Init.
func (p *port) rest() {
	const (
		calls = 16        // between looks at the clock, which cost as much as a short message
		often = 4_000_000 // ns
	)
	p.untilLook = calls
	if now := Now(); now-p.rested > often {
		p.rested = now
		runtime.Gosched()
	}
}
