package mpi

// #cgo noescape tc_probe
// #cgo nocallback tc_probe
// #include "port.h"
import "C"

// Arrived reports whether a message from process from can be received: MPI_Iprobe.
func (p *port) Arrived(from int) (bool, error) {
	if err := p.ready("mpi: Arrived", from, 0); err != nil {
		return false, err
	}
	var here C.int
	code := C.tc_probe(p.c, C.int(from), &here)
	return here != 0, p.result("mpi: Arrived", "MPI_Iprobe", code)
}
