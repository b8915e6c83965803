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

// A forcedWorld runs one native algorithm instead of the library's default choice.
type forcedWorld struct {
	name  string // native:NAME
	world *mpi.World
}

// enlistForced adds the requested native algorithms of the operation.
func (s *Set[T]) enlistForced() error {
	forced, err := s.run.forcedWorlds(s.Case.Op)
	for _, f := range forced {
		port := newPort[T](s.run, f.world)
		c := Contender[T]{Name: f.name, LastCall: s.run.lastCallOn(port),
			Run: native.Call(s.Case.Op, port, s.byLabel.counts)}
		if f.world.NeedsSelect() {
			c.world = f.world
		}
		s.Contenders = append(s.Contenders, c)
	}
	return err
}

// forcedWorlds returns a world for each requested native algorithm of an operation. It makes them when they
// are first needed.
func (r *Run) forcedWorlds(op catalog.Collective) ([]forcedWorld, error) {
	if len(r.Native) == 0 {
		return nil, nil
	}
	if list, made := r.forced[op]; made {
		return list, nil
	}
	list := []forcedWorld{}
	algorithms, err := r.NativeAlgorithms(op)
	if err != nil {
		return nil, err
	}
	names := r.allNames
	for _, a := range algorithms {
		if !slices.ContainsFunc(r.Native,
			func(name string) bool { return catalog.Named(names, name)(a.Name) }) {
			continue
		}
		world, err := r.ranks.World.Forced(a)
		if err != nil {
			return nil, err
		}
		list = append(list, forcedWorld{results.Native + ":" + a.Name, world})
	}
	r.forced[op] = list
	return list, nil
}

// CheckNative refuses requested names that are not native algorithms of any of the operations.
func (r *Run) CheckNative(ops []catalog.Collective) error {
	if len(r.Native) == 0 {
		return nil
	}
	for _, op := range ops {
		algorithms, err := r.NativeAlgorithms(op)
		if err != nil {
			return err
		}
		for _, a := range algorithms {
			r.allNames = append(r.allNames, a.Name)
		}
	}
	slices.Sort(r.allNames)
	r.allNames = slices.Compact(r.allNames)
	for _, name := range r.Native {
		if name != "*" && !slices.ContainsFunc(r.allNames, catalog.Named(r.allNames, name)) {
			return fmt.Errorf("--algo native:%s: %w, want one of %s", name, ErrNative,
				strings.Join(r.allNames, ", "))
		}
	}
	return nil
}

// NativeAlgorithms returns the library's algorithms for an operation. The shift has none, because it is an
// MPI_Sendrecv.
func (r *Run) NativeAlgorithms(op catalog.Collective) ([]mpi.Algorithm, error) {
	call := op.MPI()
	if r.Counts != "" {
		call = op.MPIVector()
	}
	if op == catalog.Shift {
		return nil, nil
	}
	return r.ranks.World.Algorithms(strings.ToLower(strings.TrimPrefix(call, "MPI_")))
}

// RemoveUnusable removes the forced algorithms that the library cannot use for this call. MPICH reports this
// only when the algorithm is called.
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
			s.Left = append(s.Left, fmt.Sprintf("%s: the library does not use it for %s of %s on %d ranks",
				c.Name, s.Case.Op, results.FormatSize(s.Case.Bytes), s.Case.P))
		}
	}
	return nil
}
