//go:build cgo

package bench

import (
	"runtime"
	"runtime/metrics"

	"topocoll/internal/host"
	"topocoll/mpi"
)

// portOf returns a port for the contenders of a trial, which is freed with the trial: the programs of one cell are of no use to
// another.
func portOf[T number](m *measurer, world *mpi.World) *mpi.Port[T] {
	port := mpi.NewPort[T](world)
	port.Programs().Limit = programsAtMost
	m.ports = append(m.ports, port)
	return port
}

// freePorts frees the ports of a trial.
func (m *measurer) freePorts() {
	m.peak = max(m.peak, host.OwnMemory())
	for _, port := range m.ports {
		port.Free()
	}
	m.ports = nil
}

// load makes the programs for a root, as far as they fit the cache, before any rank begins a call. Otherwise the first sample
// with each root would have the time of recording them, and on a slow network, which allows few samples, most would. The first
// time it is a preparation, after which the ranks wait for each other.
func (t *trial[T]) load(root int) error {
	if t.loaded[root] {
		return t.loadAll(root)
	}
	t.loaded[root] = true
	return t.m.prepare(t.recording(), func() error { return t.loadAll(root) })
}

func (t *trial[T]) loadAll(root int) error {
	for i, c := range t.contenders {
		if c.load == nil || t.hasLost(i) {
			continue
		}
		t.m.step()
		if err := c.load(t.side(c).like(&t.at, root)); err != nil {
			return err
		}
		t.m.collect()
	}
	t.m.beat(0)
	return nil
}

// uncollected is how much Go may allocate before the collector runs, in bytes. While calls are timed it runs only when it is
// told to, between two repetitions.
const uncollected = 4 << 20

// collect runs the collector if there is enough to collect.
func (m *measurer) collect() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	if metrics.Read(allocated); allocated[0].Value.Uint64()-m.heap > uncollected {
		runtime.GC()
		m.heap = allocated[0].Value.Uint64()
	}
}
