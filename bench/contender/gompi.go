//go:build cgo && !mpich

package contender

import (
	gompi "github.com/sbromberger/gompi"

	"topocoll/bench/words"
	"topocoll/catalog"
)

// A gompiWorld is gompi's MPI_COMM_WORLD. gompi is written for Open MPI; see gompi_none.go.
type gompiWorld struct{ *gompi.Communicator }

func newGompiWorld() *gompiWorld { return &gompiWorld{gompi.NewCommunicator(nil)} }

// GompiMessages returns functions that use gompi to send x to a peer and to receive x from the peer.
func GompiMessages(x []float64, peer int) (send, recv func() error) {
	w := newGompiWorld()
	return func() error { w.SendFloat64s(x, peer, 1); return nil },
		func() error { w.RecvPreallocFloat64s(x, peer, 1); return nil }
}

// newGompi returns the contender "gompi", which calls the gompi binding of MPI. It returns nil if gompi is
// not requested or cannot make the call. gompi works on MPI_COMM_WORLD only, with float64 words, the operator
// "sum", and messages that are not empty.
func newGompi[T words.Number](r *Run, op catalog.Collective) *Contender[T] {
	world := r.gompi
	if world == nil || r.ranks.World.Size != world.Size() || op.Reduces() &&
		words.Find(r.Operator).Name != words.Sum {
		return nil
	}
	var run func(a catalog.Args[float64]) error
	switch op {
	case catalog.Bcast:
		run = func(a catalog.Args[float64]) error { world.BcastFloat64s(a.Out, a.Root); return nil }
	case catalog.Reduce:
		var unused []float64 // gompi needs a result buffer on every rank
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
		run = func(a catalog.Args[float64]) error {
			return world.AllreduceFloat64s(a.Out, a.In, gompi.OpSum,
				0)
		}
	default:
		return nil
	}
	typed, ok := any(Contender[float64]{Name: "gompi", Run: run}).(Contender[T])
	if !ok {
		return nil
	}
	return &typed
}
