//go:build cgo && !mpich

package bench

import (
	"topocoll/catalog"

	gompi "github.com/sbromberger/gompi"
)

// A gompiWorld is gompi's MPI_COMM_WORLD. gompi is written for Open MPI; see gompi_none.go.
type gompiWorld struct{ *gompi.Communicator }

func newGompiWorld() *gompiWorld { return &gompiWorld{gompi.NewCommunicator(nil)} }

// messages returns gompi's send and receive of x.
func (w *gompiWorld) messages(x []float64, peer int) (send, recv func() error) {
	return func() error { w.SendFloat64s(x, peer, 1); return nil },
		func() error { w.RecvPreallocFloat64s(x, peer, 1); return nil }
}

// gompiContender is the binding that a Go user would choose. It returns nil if gompi does not have the call; gompi
// works on MPI_COMM_WORLD only, with float64 words, which it adds, and messages that are not empty.
func gompiContender[T number](m *measurer, coll catalog.Collective) *contender[T] {
	world := m.gompi
	if world == nil || m.world.Size != world.Size() || coll.Reduces() && operatorOf(m.cfg.Operator).name != Sum {
		return nil
	}
	var run func(a catalog.Args[float64]) error
	switch coll {
	case catalog.Bcast:
		run = func(a catalog.Args[float64]) error { world.BcastFloat64s(a.Out, a.Root); return nil }
	case catalog.Reduce:
		var unused []float64 // gompi needs a result on every rank
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
