//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
)

// A forcedWorld runs one native algorithm instead of the one that the library would choose.
type forcedWorld struct {
	name  string // native:NAME
	world *mpi.World
}

// forced returns a world for each requested native algorithm of an operation. They are made when the operation first
// needs them.
func (m *measurer) forced(coll catalog.Collective) ([]forcedWorld, error) {
	if len(m.cfg.Native) == 0 {
		return nil, nil
	}
	if list, made := m.worlds[coll]; made {
		return list, nil
	}
	list := []forcedWorld{}
	algorithms, err := m.algorithms(coll)
	if err != nil {
		return nil, err
	}
	names, err := m.nativeNames()
	if err != nil {
		return nil, err
	}
	for _, a := range algorithms {
		if !slices.ContainsFunc(m.cfg.Native, func(name string) bool { return catalog.Named(names, name)(a.Name) }) {
			continue
		}
		world, err := m.world.Forced(a)
		if err != nil {
			return nil, err
		}
		list = append(list, forcedWorld{results.Native + ":" + a.Name, world})
	}
	m.worlds[coll] = list
	return list, nil
}

// ErrNative marks a requested native algorithm that the library does not have.
var ErrNative = errors.New("no such algorithm")

// checkNative refuses names that stand for no native algorithm of any operation of the run.
func (m *measurer) checkNative() error {
	if len(m.cfg.Native) == 0 {
		return nil
	}
	names, err := m.nativeNames()
	if err != nil {
		return err
	}
	for _, name := range m.cfg.Native {
		if name != "*" && !slices.ContainsFunc(names, catalog.Named(names, name)) {
			return fmt.Errorf("--algo native:%s: %w, want one of %s", name, ErrNative, strings.Join(names, ", "))
		}
	}
	return nil
}

// nativeNames returns the names of the native algorithms of all operations of the run.
func (m *measurer) nativeNames() (names []string, err error) {
	for _, coll := range m.cfg.Ops() {
		algorithms, err := m.algorithms(coll)
		if err != nil {
			return nil, err
		}
		for _, a := range algorithms {
			names = append(names, a.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// algorithms returns the library's algorithms for an operation. The shift, an MPI_Sendrecv, has none.
func (m *measurer) algorithms(coll catalog.Collective) ([]mpi.Algorithm, error) {
	call := coll.MPI()
	if m.cfg.Counts != "" {
		call = coll.MPIVector()
	}
	if coll == catalog.Shift {
		return nil, nil
	}
	return m.world.Algorithms(strings.ToLower(strings.TrimPrefix(call, "MPI_")))
}

// leaveUnusable removes the forced algorithms that the library cannot use for this call; MPICH reports this only when
// they are called.
func (t *trial[T]) leaveUnusable() error {
	for i := len(t.contenders) - 1; i > 0; i-- {
		c := t.contenders[i]
		if c.world == nil {
			continue
		}
		err := t.watched(i).run(t.args(c, 0))
		if err != nil && !mpi.Unusable(err) {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		refused, err := t.m.greatest(truth(err != nil))
		if err != nil {
			return err
		}
		if refused[0] == 1 {
			t.contenders = slices.Delete(t.contenders, i, i+1)
			t.m.left = append(t.m.left, fmt.Sprintf("%s: the library does not use it for %s of %s on %d ranks",
				c.name, t.coll, results.FormatSize(t.bytes), t.m.world.Size))
		}
	}
	t.reset()
	return nil
}
