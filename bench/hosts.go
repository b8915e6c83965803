//go:build cgo

package bench

import "topocoll/mpi"

// Hosts returns the name of every rank's host, on every rank.
func Hosts(w *mpi.World) ([]string, error) {
	name, err := w.ProcessorName()
	if err != nil {
		return nil, err
	}
	m := &machine{world: w, port: mpi.NewPort[uint8](w)}
	return m.gather(name)
}
