package coll_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/tuned"
)

// onLocal runs body on p goroutines, each with its World.
func onLocal[T any](t *testing.T, p int, body func(w *coll.World[T]) error, with ...coll.Option) {
	t.Helper()
	require.NoError(t, local.Run(p, func(port comm.AsyncPort[T]) error {
		w, err := coll.New[T](port, with...)
		if err != nil {
			return err
		}
		return body(w)
	}))
}

// members returns the ranks of a world. It gathers them with an all-gather.
func members(w *coll.World[int], rank int) ([]int, error) {
	all := make([]int, w.Size())
	err := coll.Allgather(w, []int{rank}, all)
	return all, err
}

// The ranks of a color are ordered by key, and by rank if their keys are equal. A rank with a negative color
// gets no world.
func TestSplit(t *testing.T) {
	onLocal(t, 7, func(w *coll.World[int]) error {
		me := w.Label()
		color, key := []int{5, 0, 5, -3, 0, 5, 5}[me], []int{9, 1, -9, 0, 1, 9, 0}[me]
		sub, err := w.Split(color, key)
		if err != nil {
			return err
		}
		if color < 0 {
			assert.Nil(t, sub)
			return coll.Barrier(w)
		}
		got, err := members(sub, me)
		assert.Equal(t, map[int][]int{0: {1, 4}, 5: {2, 6, 0, 5}}[color], got)
		assert.Equal(t, me, got[sub.Label()])
		if err != nil {
			return err
		}
		return coll.Barrier(w)
	})
}

// A rank outside every part has a nil World, and every call on it is refused.
func TestNilWorld(t *testing.T) {
	var none *coll.World[int]
	x, args := make([]int, 1), catalog.Args[int]{Out: make([]int, 1)}
	for name, call := range map[string]func() error{
		"Barrier": func() error { return coll.Barrier(none) },
		"Shift":   func() error { return coll.Shift(none, 1, x, x) },
		"Bcast":   func() error { _, err := none.Start(catalog.Bcast, args); return err },
		"Scatter": func() error { return none.Run(catalog.Scatter, args) },
		"Split":   func() error { _, err := none.Split(0, 0); return err },
		"Sub":     func() error { _, err := none.Sub([]int{0}); return err },
	} {
		err := call()
		assert.ErrorIs(t, err, comm.ErrArgument)
		assert.ErrorContains(t, err, "coll: "+name+": the World is nil; call "+name+" only on ranks that "+
			"belong to the World")
	}
	none.Free()
}

// Split works with every type whose words can hold a number. It refuses the other types on all ranks.
// TestEncode has more types.
func TestSplitOfTypes(t *testing.T) {
	type pixel struct {
		Color [3]uint8
		On    bool
	}
	splits[uint8](t, "")
	splits[string](t, "")
	splits[pixel](t, "")
	splits[*int](t, "words of type *int, want strings")
}

func splits[T any](t *testing.T, refusal string) {
	t.Helper()
	onLocal(t, 5, func(w *coll.World[T]) error {
		sub, err := w.Split(w.Label()%2, -w.Label())
		if refusal != "" {
			assert.ErrorIs(t, err, comm.ErrArgument)
			assert.ErrorContains(t, err, refusal)
			return coll.Barrier(w.Rows())
		}
		if err == nil {
			assert.Equal(t, (4-w.Label())/2, sub.Label())
			assert.Equal(t, 3-w.Label()%2, sub.Size())
			err = coll.Barrier(sub)
		}
		return err
	})
}

// Rows and columns of the mesh, the ranks of a host, and a list of ranks are correct worlds, also when they
// are nested.
func TestSubs(t *testing.T) {
	onLocal(t, 6, func(w *coll.World[int]) error { // a mesh of 2 rows and 3 columns
		me := w.Label()
		rows := w.Rows()
		got, err := members(rows, me)
		assert.Equal(t, [][]int{{0, 1, 2}, {3, 4, 5}}[me/3], got)
		assert.Equal(t, me%3, rows.Label())
		if err != nil {
			return err
		}
		cols := w.Cols()
		got, err = members(cols, me)
		assert.Equal(t, []int{me % 3, me%3 + 3}, got)
		assert.Equal(t, me/3, cols.Label())
		if err != nil {
			return err
		}
		hosts := w.Hosts()
		got, err = members(hosts, me)
		assert.Equal(t, [][]int{{0, 2, 4}, {1, 5}, {3}}[[]int{0, 1, 0, 2, 0, 1}[me]], got)
		if err != nil {
			return err
		}
		last, err := rows.Sub([]int{2, 0})
		if err != nil {
			return err
		}
		if me%3 == 1 {
			assert.Nil(t, last)
			return coll.Barrier(w)
		}
		got, err = members(last, me)
		assert.Equal(t, []int{me/3*3 + 2, me / 3 * 3}, got)
		if err != nil {
			return err
		}
		return coll.Barrier(w)
	}, coll.On(coll.Machine{On: []int{0, 1, 0, 2, 0, 1}}))
}

func TestSubRefuses(t *testing.T) {
	onLocal(t, 3, func(w *coll.World[int]) error {
		_, err := w.Sub([]int{0, 3})
		assert.EqualError(t, err, "comm: Sub: index 1 has label 3, want distinct labels in 0..2")
		_, err = w.Sub([]int{1, 1})
		assert.ErrorIs(t, err, comm.ErrArgument)
		sub, err := w.Sub(nil)
		assert.Nil(t, sub)
		assert.NoError(t, err)
		_, err = coll.Of(comm.New(port3{}).Line(1, 1, 2))
		assert.ErrorContains(t, err, "comm: Line: ")
		return nil
	})
}

// port3 is the port of rank 0 of three processes. It does not communicate.
type port3 struct{ comm.Port[int] }

func (port3) Rank() int { return 0 }
func (port3) Size() int { return 3 }

// A World can be created from a line of a communicator.
func TestOfALine(t *testing.T) {
	require.NoError(t, local.Run(5, func(port comm.AsyncPort[int]) error {
		if port.Rank()%2 == 1 {
			return nil
		}
		w, err := coll.Of(comm.New[int](port).Line(4, -2, 3))
		if err != nil {
			return err
		}
		got, err := members(w, port.Rank())
		assert.Equal(t, []int{4, 2, 0}, got)
		return err
	}))
}

// The model and the tuning table use the number of ranks and the hosts of the sub-communicator.
func TestSubChoosesForItsHosts(t *testing.T) {
	bcast := func(p, hosts, slots int, algo string) tuned.Choice {
		return tuned.Choice{Op: catalog.Bcast, Job: tuned.Job{Ranks: p, Hosts: hosts, Slots: slots},
			Algo: algo}
	}
	table := &tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{
		bcast(8, 2, 4, "ring/bcast-linear"), bcast(4, 1, 4, "tree/bcast-knomial=3"),
		bcast(4, 2, 2, "hcube/bcast"), bcast(2, 2, 1, "circulant/bcast"),
	}}
	machine := coll.Machine{Hosts: 2, Slots: 4}
	onLocal(t, 8, func(w *coll.World[int]) error {
		for want, ranks := range map[string][]int{
			"ring/bcast-linear": {7, 6, 5, 4, 3, 2, 1, 0}, "tree/bcast-knomial=3": {4, 6, 5, 7},
			"hcube/bcast": {0, 1, 6, 7}, "circulant/bcast": {7, 0},
		} {
			sub, err := w.Sub(ranks)
			if err != nil {
				return err
			}
			if sub == nil {
				continue
			}
			chosen, err := sub.ChoiceFor(coll.Call{Op: catalog.Bcast, Bytes: 8})
			assert.NoError(t, err)
			assert.Equal(t, want, chosen.ID, ranks)
			if sub.Label() > 0 || sub.Size() > 4 {
				continue
			}
			on := make([]int, len(ranks))
			for i, rank := range ranks {
				on[i] = rank / 4
			}
			list, err := coll.Rank(coll.Call{Op: catalog.Allgather, P: len(ranks), Bytes: 1 << 10},
				coll.Machine{Hosts: 2, On: on})
			assert.NoError(t, err)
			chosen, err = sub.ChoiceFor(coll.Call{Op: catalog.Allgather, Bytes: 1 << 10})
			assert.NoError(t, err)
			assert.Equal(t, list[0], chosen, ranks)
		}
		return nil
	}, coll.On(machine), coll.Tuned(table))
}

// Rows and columns work on the simulator. Calls on two disjoint sub-communicators together take the same time
// as one call.
func TestSubsOnTheSimulator(t *testing.T) {
	times := coll.Times{Ts: 10, Tw: 0.01}
	run := func(body func(w *coll.World[uint8]) error) float64 {
		result, err := sim.Run(context.Background(), 6, sim.Config{Ts: 10, Tw: 0.01},
			func(port comm.Port[uint8]) error {
				w, err := coll.New(port, coll.On(coll.Machine{Within: times}))
				if err != nil {
					return err
				}
				return body(w)
			})
		require.NoError(t, err)
		return result.Time
	}
	list, err := coll.Rank(coll.Call{Op: catalog.Allreduce, P: 3, Bytes: 64}, coll.Machine{Within: times})
	require.NoError(t, err)
	took := run(func(w *coll.World[uint8]) error {
		rows := w.Rows()
		x, sum := make([]uint8, 64), make([]uint8, 64)
		x[63] = 1 << rows.Label()
		err = coll.Allreduce(rows, comm.Sum[uint8](), x, sum)
		assert.EqualValues(t, 7, sum[63])
		return err
	})
	assert.InDelta(t, list[0].Time, took, 1e-6)
	run(func(w *coll.World[uint8]) error {
		sub, err := w.Split(w.Label()%3, 0)
		assert.Equal(t, 2, sub.Size())
		return err
	})
}

// Concurrent calls on overlapping worlds do not mix their messages.
func TestStartOnSubs(t *testing.T) {
	onLocal(t, 6, func(w *coll.World[int]) error {
		rows := w.Rows()
		cols := w.Cols()
		me := w.Label()
		var requests []plan.Request
		var results [][]int
		for _, on := range []*coll.World[int]{rows, cols, w, rows} {
			out := make([]int, on.Size())
			r, err := on.Start(catalog.Allgather, catalog.Args[int]{In: []int{me}, Out: out})
			if err != nil {
				return err
			}
			requests, results = append(requests, r), append(results, out)
		}
		column, err := members(cols, me)
		if err != nil {
			return err
		}
		assert.Equal(t, []int{me % 3, me%3 + 3}, column)
		for _, r := range slices.Backward(requests) {
			if err := r.Wait(); err != nil {
				return err
			}
		}
		row := []int{me / 3 * 3, me/3*3 + 1, me/3*3 + 2}
		assert.Equal(t, [][]int{row, {me % 3, me%3 + 3}, {0, 1, 2, 3, 4, 5}, row}, results)
		return nil
	})
}

// The memory does not grow when a program creates and drops thousands of worlds.
func TestDroppedWorldsLeaveNoMemory(t *testing.T) {
	makeAndDrop := func(w *coll.World[int], n int) error {
		for i := range n {
			ranks := []int{0, 1, 2, 3}
			ranks[0], ranks[i%4] = ranks[i%4], ranks[0]
			sub, err := w.Sub(ranks[:2+i%3])
			if err != nil {
				return err
			}
			if sub != nil {
				if _, err := members(sub, w.Label()); err != nil {
					return err
				}
			}
		}
		return coll.Barrier(w)
	}
	onLocal(t, 4, func(w *coll.World[int]) error {
		if err := makeAndDrop(w, 100); err != nil {
			return err
		}
		before := heap(w)
		if err := makeAndDrop(w, 2000); err != nil {
			return err
		}
		for range 5 { // Sub frees what the collector has found since the previous call
			heap(w)
			time.Sleep(time.Millisecond) // the collector runs cleanups in a goroutine
			if err := makeAndDrop(w, 4); err != nil {
				return err
			}
		}
		if after := heap(w); w.Label() == 0 {
			assert.Less(t, after, before+1<<20)
		}
		return nil
	})
}

// heap returns the bytes in use on the heap. The barriers keep the ranks from allocating meanwhile.
func heap(w *coll.World[int]) uint64 {
	coll.Barrier(w)
	var stats runtime.MemStats
	if w.Label() == 0 {
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&stats)
	}
	coll.Barrier(w)
	return stats.HeapAlloc
}

// The example computes the sum of each row of a mesh with 2 rows and 3 columns.
func ExampleWorld_Split() {
	local.Run(6, func(port comm.AsyncPort[int]) error {
		w, err := coll.New[int](port)
		if err != nil {
			return err
		}
		row, err := w.Split(w.Label()/3, w.Label())
		if err != nil {
			return err
		}
		sum := make([]int, 1)
		if err := coll.Allreduce(row, comm.Sum[int](), []int{w.Label()}, sum); err != nil {
			return err
		}
		all := make([]int, 6)
		err = coll.Gather(w, 0, sum, all)
		if w.Label() == 0 {
			fmt.Println(topo.NearSquare(6, 2), all)
		}
		return err
	})
	// Output: 2x3 [3 3 3 12 12 12]
}
