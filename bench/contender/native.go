//go:build cgo

package contender

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/mpi"
)

// NativeAlgorithms holds the algorithms of the MPI library, and the names of the requested ones.
type NativeAlgorithms struct {
	world     *mpi.World
	counts    catalog.Distribution // "": calls with equal blocks
	requested []string             // names of the requested algorithms; "*" means all
	names     []string             // names of the algorithms of all operations of the run
	forced    map[catalog.Collective][]forcedWorld
}

// NewNativeAlgorithms returns the algorithms of the library for calls with the given count distribution.
func NewNativeAlgorithms(w *mpi.World, counts catalog.Distribution, requested []string) *NativeAlgorithms {
	return &NativeAlgorithms{world: w, counts: counts, requested: requested,
		forced: map[catalog.Collective][]forcedWorld{}}
}

// A forcedWorld is a world whose calls run one native algorithm instead of the library's default choice.
type forcedWorld struct {
	name  string // native:NAME
	world *mpi.World
}

func (b *builder[T]) addForced() error {
	forced, err := b.run.Algorithms.worldsOf(b.measured.Op)
	for _, f := range forced {
		port := newPort[T](b.run, f.world)
		c := Contender[T]{Name: f.name, LastCall: b.run.lastCallOn(port),
			Run: native.Call(b.measured.Op, port, b.node.counts)}
		if f.world.NeedsSelect() {
			c.world = f.world
		}
		b.add(c)
	}
	return err
}

// worldsOf returns a world for each requested native algorithm of an operation. It creates the worlds at the
// first call for the operation.
func (n *NativeAlgorithms) worldsOf(op catalog.Collective) ([]forcedWorld, error) {
	if len(n.requested) == 0 {
		return nil, nil
	}
	if list, made := n.forced[op]; made {
		return list, nil
	}
	list := []forcedWorld{}
	algorithms, err := n.List(op)
	if err != nil {
		return nil, err
	}
	for _, a := range algorithms {
		if !slices.ContainsFunc(n.requested,
			func(name string) bool { return catalog.Named(n.names, name)(a.Name) }) {
			continue
		}
		world, err := n.world.Forced(a)
		if err != nil {
			return nil, err
		}
		list = append(list, forcedWorld{results.Native + ":" + a.Name, world})
	}
	n.forced[op] = list
	return list, nil
}

// CheckRequested returns an error if any requested name is not the name of a native algorithm for one of the
// operations.
func (n *NativeAlgorithms) CheckRequested(ops []catalog.Collective) error {
	if len(n.requested) == 0 {
		return nil
	}
	for _, op := range ops {
		algorithms, err := n.List(op)
		if err != nil {
			return err
		}
		for _, a := range algorithms {
			n.names = append(n.names, a.Name)
		}
	}
	slices.Sort(n.names)
	n.names = slices.Compact(n.names)
	for _, name := range n.requested {
		if name != "*" && !slices.ContainsFunc(n.names, catalog.Named(n.names, name)) {
			return fmt.Errorf("--algo native:%s: %w; use one of %s", name, ErrNative,
				strings.Join(n.names, ", "))
		}
	}
	return nil
}

// List returns the library's algorithms for an operation. There are none for a shift, because a shift calls
// MPI_Sendrecv.
func (n *NativeAlgorithms) List(op catalog.Collective) ([]mpi.Algorithm, error) {
	call := op.MPI()
	if n.counts != "" {
		call = op.MPIVector()
	}
	if op == catalog.Shift {
		return nil, nil
	}
	return n.world.Algorithms(strings.ToLower(strings.TrimPrefix(call, "MPI_")))
}

// RemoveUnusable removes the forced algorithms that the library cannot use for this call. MPICH reports this
// problem only when the algorithm is called.
func (s *Set[T]) RemoveUnusable() error {
	for i := len(s.Contenders) - 1; i > 0; i-- {
		c := s.Contenders[i]
		if c.world == nil {
			continue
		}
		err := s.Watched(i).Run(s.Args(c, 0))
		if err != nil && !mpi.Unusable(err) {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		refused, err := s.run.ranks.AnyHolds(err != nil)
		if err != nil {
			return err
		}
		if refused {
			s.Contenders = slices.Delete(s.Contenders, i, i+1)
			s.Left = append(s.Left, fmt.Sprintf(
				"%s: the library does not support this algorithm for %s of %s bytes on %d ranks",
				c.Name, s.Case.Op, results.FormatSize(s.Case.Bytes), s.Case.P))
		}
	}
	return nil
}
