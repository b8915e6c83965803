//go:build cgo

package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/native"
	"topocoll/internal/record"
	"topocoll/mpi"

	gompi "github.com/sbromberger/gompi"
)

// A contender is one way to do an operation.
type contender[T mpi.Element] struct {
	name   string
	run    func(a catalog.Args[T]) error
	mapped bool                        // its labels are those of --map, not the ranks
	took   func() (began, ended int64) // of the last call, for one whose time is read in C; else nil
	// counted runs the same on a port that counts; nil where there is nothing of ours to count.
	counted func(trace *record.Trace, a catalog.Args[T]) error
}

// contenders returns native first, then ours, then whoever else has the call.
func contenders[T mpi.Element](m *machine, kind catalog.Kind) ([]contender[T], error) {
	port, op := mpi.NewPort[T](m.world), mpi.Sum[T]()
	list := []contender[T]{{name: results.Native, run: func(a catalog.Args[T]) error { return native.Run(kind, port, op, a) }}}
	c, err := placed[T](m.cfg.Placement, port)
	if err != nil {
		return nil, err
	}
	for _, info := range m.cfg.Rows {
		if info.Op != kind || !info.Takes(m.world.Size) || !info.TakesMesh(m.cfg.Mesh) {
			continue
		}
		row, _ := catalog.Find[T](info.ID)
		list = append(list, contender[T]{
			name:   row.ID,
			mapped: true,
			run:    func(a catalog.Args[T]) error { return row.Run(c, a) },
			counted: func(trace *record.Trace, a catalog.Args[T]) error {
				counting, err := placed(m.cfg.Placement, record.Port[T](trace, port))
				if err != nil {
					return err
				}
				return row.Run(counting, a)
			},
		})
	}
	forced, err := m.forced(kind)
	if err != nil {
		return nil, err
	}
	for _, f := range forced {
		port := mpi.NewPort[T](f.world)
		list = append(list, contender[T]{name: f.name, run: func(a catalog.Args[T]) error { return native.Run(kind, port, op, a) }})
	}
	if g := gompiContender[T](m, kind); g != nil {
		list = append(list, *g)
	}
	return list, nil
}

func placed[T mpi.Element](placement []int, port comm.Port[T]) (*comm.Comm[T], error) {
	c := comm.New(port)
	if placement == nil {
		return c, nil
	}
	if len(placement) != port.Size() {
		return nil, fmt.Errorf("bench: the map has %d labels, want %d", len(placement), port.Size())
	}
	return comm.Map(c, placement)
}

// gompiContender is the binding a Go user would pick, where it has the call: on MPI_COMM_WORLD, for
// float64 and messages that are not empty.
func gompiContender[T mpi.Element](m *machine, kind catalog.Kind) *contender[T] {
	world := m.gompi
	if world == nil || m.world.Size != world.Size() {
		return nil
	}
	var run func(a catalog.Args[float64]) error
	switch kind {
	case catalog.Bcast:
		run = func(a catalog.Args[float64]) error { world.BcastFloat64s(a.Out, a.Root); return nil }
	case catalog.Reduce:
		var unused []float64 // gompi wants a result on every rank
		run = func(a catalog.Args[float64]) error {
			result := a.Out
			if len(result) == 0 {
				if len(unused) < len(a.In) {
					unused = make([]float64, len(a.In))
				}
				result = unused[:len(a.In)]
			}
			return world.ReduceFloat64s(result, a.In, gompi.OpSum, a.Root)
		}
	case catalog.Allreduce:
		run = func(a catalog.Args[float64]) error { return world.AllreduceFloat64s(a.Out, a.In, gompi.OpSum, 0) }
	default:
		return nil
	}
	typed, ok := any(contender[float64]{name: "gompi", run: run}).(contender[T])
	if !ok {
		return nil
	}
	return &typed
}
