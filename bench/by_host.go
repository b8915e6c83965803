//go:build cgo

package bench

import (
	"topocoll/bench/results"
	"topocoll/mpi"
)

// ByHost orders the ranks of w by their hosts, in the order in which the hosts appear, so that labels next
// to each other share a host where they can. Every rank gets the same order.
func ByHost(w *mpi.World) ([]int, error) {
	name, err := w.ProcessorName()
	if err != nil {
		return nil, err
	}
	m := &machine{world: w, port: mpi.NewPort[uint8](w)}
	hosts, err := m.gather(name)
	if err != nil {
		return nil, err
	}
	return results.OrderByHost(hosts), nil
}
