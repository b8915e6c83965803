package coll_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/local"
	"topocoll/topo"
)

// Every operation gives the right result for every root, length and shift of the common tests, whatever
// algorithm is selected. Strings show every operand and its place.
func TestOperations(t *testing.T) {
	for name, with := range map[string][]coll.Option{
		"one host":      nil,
		"hosts of two":  {coll.On(coll.Machine{Slots: 2})},
		"deterministic": {coll.Deterministic()},
	} {
		// conform.TestLocal tests the algorithms for p up to 17. This test covers the arguments that coll passes
		// to them.
		sizes := []int{3, 4, 7}
		if with == nil {
			sizes = []int{1, 2, 3, 5, 6, 8}
		}
		sizes = slices.DeleteFunc(sizes, func(p int) bool { return p > most() })
		for _, p := range sizes {
			t.Run(fmt.Sprintf("%s/p=%d", name, p), func(t *testing.T) {
				t.Parallel()
				for _, op := range catalog.Collectives() {
					info := catalog.Info{ID: "auto", Op: op, Commutative: op == catalog.ReduceScatter}
					cases := conform.Cases(info, p)
					exams := make([]conform.Exam[string], len(cases))
					for i, k := range cases {
						exams[i] = conform.Set(op, conform.Strings(), k)
					}
					assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
						w, err := coll.New[string](port, with...)
						if err != nil {
							return err
						}
						row := catalog.Row[string]{Info: info,
							Run: func(_ *comm.Comm[string],
								a catalog.Args[string]) error {
								return called(w, op, a)
							}}
						c := comm.New[string](port)
						for _, exam := range exams {
							if err := conform.Check(row, c, exam); err != nil {
								return err
							}
						}
						return nil
					}))
				}
			})
		}
	}
}

func most() int {
	if testing.Short() { // the race detector is ten times slower
		return 5
	}
	return 9
}

// called calls the function of package coll for the operation op.
func called[T any](w *coll.World[T], op catalog.Collective, a catalog.Args[T]) error {
	return map[catalog.Collective]func() error{
		catalog.Bcast:         func() error { return coll.Bcast(w, a.Root, a.Out) },
		catalog.Reduce:        func() error { return coll.Reduce(w, a.Root, a.Op, a.In, a.Out) },
		catalog.Allgather:     func() error { return coll.Allgather(w, a.In, a.Out) },
		catalog.ReduceScatter: func() error { return coll.ReduceScatter(w, a.Op, a.In, a.Out) },
		catalog.Allreduce:     func() error { return coll.Allreduce(w, a.Op, a.In, a.Out) },
		catalog.Scan:          func() error { return coll.Scan(w, a.Op, a.In, a.Out) },
		catalog.Exscan:        func() error { return coll.Exscan(w, a.Op, a.In, a.Out) },
		catalog.Scatter:       func() error { return coll.Scatter(w, a.Root, a.In, a.Out) },
		catalog.Gather:        func() error { return coll.Gather(w, a.Root, a.In, a.Out) },
		catalog.Alltoall:      func() error { return coll.Alltoall(w, a.In, a.Out) },
		catalog.Shift:         func() error { return coll.Shift(w, a.Shift, a.In, a.Out) },
		catalog.Barrier:       func() error { return coll.Barrier(w) },
	}[op]()
}

// Every rank makes the same choice for every root and size, using only the lengths of its own buffers.
func TestEveryRankChoosesTheSame(t *testing.T) {
	sum := comm.Sum[float64]()
	for _, machine := range []coll.Machine{{}, {Slots: 2}, {On: []int{0, 1, 0, 2}},
		{Network: topo.NewRing(4)}} {
		const p = 4
		chosen := make([][]coll.Candidate, p)
		require.NoError(t, local.Run(p, func(port comm.AsyncPort[float64]) error {
			w, err := coll.New[float64](port, coll.On(machine))
			if err != nil {
				return err
			}
			me := port.Rank()
			for _, op := range catalog.Collectives() {
				for _, m := range []int{0, 7, 1000} {
					for _, root := range []int{0, 3} {
						a := catalog.Args[float64]{Root: root, Shift: root,
							In:  make([]float64, op.In(p, m, me, root)),
							Out: make([]float64, op.Out(p, m, me, root))}
						if op.Reduces() {
							a.Op = sum
						}
						c, err := w.Choice(op, a)
						if err != nil {
							return err
						}
						same, err := w.ChoiceFor(coll.Call{Op: op, Bytes: 8 * m, Shift: root})
						assert.NoError(t, err)
						assert.Equal(t, c, same)
						chosen[me] = append(chosen[me], c)
					}
				}
			}
			return nil
		}))
		for rank := range chosen {
			assert.Equal(t, chosen[0], chosen[rank], "rank %d on %+v", rank, machine)
		}
	}
}

// An invalid argument gives an error with its value and the accepted values, and nothing is sent.
func TestRefuses(t *testing.T) {
	sum, concat := comm.Sum[int](),
		comm.Op[int]{Name: "first", Apply: func(dst, a, _ []int) { copy(dst, a) }}
	two, three := make([]int, 2), make([]int, 3)
	for want, call := range map[string]func(w *coll.World[int]) error{
		"coll: Bcast: root 2, want 0..1": func(
			w *coll.World[int]) error {
			return coll.Bcast(w, 2, two)
		},
		"coll: Reduce: root -1, want 0..1": func(
			w *coll.World[int]) error {
			return coll.Reduce(w, -1, sum, two, two)
		},
		"coll: Reduce: result has 3 words, want 2": func(
			w *coll.World[int]) error {
			return coll.Reduce(w, 0, sum, two, three)
		},
		"coll: Allgather: result has 3 words, want 4": func(
			w *coll.World[int]) error {
			return coll.Allgather(w, two, three)
		},
		"coll: ReduceScatter: all has 3 words, want 4": func(
			w *coll.World[int]) error {
			return coll.ReduceScatter(w, sum, three, two)
		},
		`coll: ReduceScatter: op "first" does not commute, but this algorithm combines out of`: func(
			w *coll.World[int]) error {
			return coll.ReduceScatter(w, concat, make([]int, 4), two)
		},
		"coll: Allreduce: result has 3 words, want 2": func(
			w *coll.World[int]) error {
			return coll.Allreduce(w, sum, two, three)
		},
		"coll: Scan: the operator is missing": func(
			w *coll.World[int]) error {
			return coll.Scan(w, comm.Op[int]{}, two, two)
		},
		"coll: Exscan: result has 2 words, want 3": func(
			w *coll.World[int]) error {
			return coll.Exscan(w, sum, three, two)
		},
		"coll: Scatter: all has 3 words, want 4": func(
			w *coll.World[int]) error {
			return coll.Scatter(w, 0, three, two)
		},
		"coll: Gather: all has 3 words, want 4": func(
			w *coll.World[int]) error {
			return coll.Gather(w, 0, two, three)
		},
		"coll: Alltoall: all has 3 words, want a multiple of 2": func(
			w *coll.World[int]) error {
			return coll.Alltoall(w, three, three)
		},
		"coll: Shift: result has 3 words, want 2": func(
			w *coll.World[int]) error {
			return coll.Shift(w, 1, two, three)
		},
		`coll: operation "sort", want one of [bcast`: func(
			w *coll.World[int]) error {
			return w.Run("sort", catalog.Args[int]{})
		},
	} {
		err := local.Run(2, func(port comm.AsyncPort[int]) error {
			w, err := coll.New[int](port)
			if err != nil {
				return err
			}
			refused := call(w)
			assert.ErrorIs(t, refused, comm.ErrArgument)
			assert.NoError(t, coll.Barrier(w), "the world can be used for the next call")
			return refused
		})
		assert.ErrorContains(t, err, want)
	}
}

func TestBadMachines(t *testing.T) {
	for want, m := range map[string]coll.Machine{
		"coll: a time of -1 µs, want 0 to 1e+12":         {Within: coll.Times{Ts: -1}},
		"coll: 2 hosts of -1 slots, want 1 or more":      {Hosts: 2, Slots: -1},
		"coll: Machine.On has hosts for 2 ranks, want 4": {On: []int{0, 1}},
		"coll: rank 3 on host 3, want 0..1":              {Hosts: 2, On: []int{0, 1, 0, 3}},
		"coll: rank 2 on host 2, want 0..1":              {Hosts: 2, Slots: 1},
		"coll: 4 hosts on ring:3, want at most 3":        {Network: topo.NewRing(3), Hosts: 4, Slots: 1},
		"coll: rank 1 on host -1, want 0..2":             {Network: topo.NewRing(3), On: []int{0, -1, 0, 0}},
	} {
		_, err := coll.Rank(coll.Call{Op: catalog.Bcast, P: 4, Bytes: 8}, m)
		assert.EqualError(t, err, want)
	}
	for want, call := range map[string]coll.Call{
		"coll: Rank: 0 ranks, want 1 or more":         {Op: catalog.Bcast},
		`coll: Rank: operation "sort", want one of [`: {Op: "sort", P: 2},
		"coll: Rank: -8 bytes, want 0 or more":        {Op: catalog.Bcast, P: 2, Bytes: -8},
	} {
		_, err := coll.Rank(call, coll.Machine{})
		assert.ErrorContains(t, err, want)
	}
}

// Rank returns the whole catalog in the order of the predicted times.
func TestRank(t *testing.T) {
	ids := func(list []coll.Candidate) (ids []string) {
		for _, c := range list {
			ids = append(ids, c.ID)
		}
		return ids
	}
	for _, p := range []int{8, 100} {
		list, err := coll.Rank(coll.Call{Op: catalog.Allreduce, P: p, Bytes: 1 << 20}, coll.Machine{})
		require.NoError(t, err)
		assert.True(t,
			slices.IsSortedFunc(list, func(a, b coll.Candidate) int { return int(a.Time - b.Time) }))
		assert.Contains(t, ids(list), "hcube/allreduce")
		assert.Equal(t, p > 64, list[0].Formula)
	}
	short, err := coll.Rank(coll.Call{Op: catalog.Allreduce, P: 8, Bytes: 8}, coll.Machine{})
	require.NoError(t, err)
	assert.Equal(t, "hcube/allreduce", short[0].ID, "log p steps")
	aboveEager, err := coll.Rank(coll.Call{Op: catalog.Allreduce, P: 2, Bytes: 4096},
		coll.Machine{Eager: coll.EagerOpenMPI})
	require.NoError(t, err)
	assert.Equal(t, "hcube/allreduce", aboveEager[0].ID, "one round of two segments")
	assert.Equal(t, coll.EagerOpenMPI, aboveEager[0].Segment)
	long, err := coll.Rank(coll.Call{Op: catalog.Allreduce, P: 8, Bytes: 1 << 22}, coll.Machine{})
	require.NoError(t, err)
	assert.Equal(t, "hcube/allreduce-rabenseifner", long[0].ID, "2m(p-1)/p words")
	ordered, err :=
		coll.Rank(coll.Call{Op: catalog.Allreduce, P: 8, Bytes: 1 << 22, Ordered: true}, coll.Machine{})
	require.NoError(t, err)
	assert.NotContains(t, ids(ordered), "hcube/allreduce-rabenseifner", "it does not keep the order")
	ring, err :=
		coll.Rank(coll.Call{Op: catalog.Allreduce, P: 8, Bytes: 1 << 22},
			coll.Machine{Network: topo.NewRing(8)})
	require.NoError(t, err)
	assert.Contains(t, ring[0].ID, "ring/allreduce", "far partners share the links of a ring")
}
