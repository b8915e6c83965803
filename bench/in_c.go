//go:build cgo

package bench

import (
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/native"
)

// A timedCall is the native call with its time read in C.
type timedCall[T mpi.Element] struct {
	run  func(a catalog.Args[T]) error
	took func() (began, ended int64)
}

func newTimedCall[T mpi.Element](m *machine, kind catalog.Kind) timedCall[T] {
	port, op := mpi.NewPort[T](m.world), mpi.Sum[T]()
	port.TimeCalls()
	return timedCall[T]{func(a catalog.Args[T]) error { return native.Run(kind, port, op, a) }, port.LastCall}
}

// batchInC times the native call alone, read in C, in some blocks of its own. Two more readings of the clock
// among the contenders would make native slower than ours. Roots, places and the call before
// that is not timed are as theirs.
func (t *trial[T]) batchInC(first, blocks int) error {
	ns, longest := make([]int64, blocks), make([]int64, blocks)
	for b := range blocks {
		root := (first + b) % t.m.world.Size
		if err := t.lead(0, root); err != nil {
			return err
		}
		args := t.args(t.contenders[0], root)
		t.m.usual = t.usual(0)
		if err := t.m.enter(); err != nil {
			return err
		}
		err := t.inC.run(args)
		t.m.beat(0)
		if err != nil {
			return err
		}
		began, ended := t.inC.took()
		ns[b] = ended - began
	}
	if err := mpi.Allreduce(t.m.times, mpi.Max[int64](), ns, longest); err != nil {
		return err
	}
	t.alone = append(t.alone, longest...)
	return nil
}
