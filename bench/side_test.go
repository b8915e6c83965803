//go:build cgo

package bench

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// A recordedCall holds the arguments of one call of a contender.
type recordedCall struct {
	who     string
	root    int
	in, out []float64
}

// recordCalls returns a measurement of the native call and of copies of it under other names. It also returns
// a record of the arguments of all their calls, including the native calls that are timed in C.
func recordCalls(t require.TestingT, w *mpi.World, cfg Config, coll catalog.Collective,
	copies ...string) (*measurement[float64], *[]recordedCall) {
	mine := measurementOf(t, benchOf(t, w, cfg), coll, 1024)
	all := new([]recordedCall)
	note := func(who string, run func(catalog.Args[float64]) error) func(catalog.Args[float64]) error {
		return func(a catalog.Args[float64]) error {
			*all = append(*all, recordedCall{who, a.Root, a.In, a.Out})
			return run(a)
		}
	}
	native := mine.set.Contenders[0]
	mine.set.Contenders = nil
	for _, name := range append([]string{results.Native}, copies...) {
		again := native
		again.Name, again.Run = name, note(name, native.Run)
		mine.set.Contenders = append(mine.set.Contenders, again)
	}
	mine.set.InC.Run = note("in C", mine.set.InC.Run)
	mine.restart()
	return mine, all
}

var someCollectives = []catalog.Collective{catalog.Bcast, catalog.Reduce, catalog.Allgather, catalog.Gather,
	catalog.Shift}

// All calls of a repetition have the same root, including the native call that is timed in C. The repetitions
// use all roots in turn.
func TestRootIsOfTheRepetition(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, cache := range []string{results.Cold, results.Warm} {
			mine, all := recordCalls(t, w, Config{CallSettings: CallSettings{Cache: cache}, MemoryLimit: little},
				catalog.Bcast,
				"a", "b")
			repetitions := 2*w.Size + 1
			require.NoError(t, mine.sampler.Repeat(0, repetitions))
			each := len(*all) / repetitions
			for i, call := range *all {
				assert.Equal(t, i/each%w.Size, call.root, "%s, call %d", cache, i)
			}
			require.Equal(t, 5, each, "one call that is not timed, native, its copies, and native in C")
		}
	})
}

// With --map, the root of an algorithm is the label of the rank that is the root of the native call.
func TestRootUnderMap(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var mapping []int // label i is on rank i-1
		for label := range w.Size {
			mapping = append(mapping, (label+w.Size-1)%w.Size)
		}
		mine, all := recordCalls(t, w, Config{Options: contender.Options{Mapping: mapping},
			MemoryLimit: little},
			catalog.Bcast, "ours")
		mine.set.Contenders[1].Mapped = true
		mine.set.Contenders[1].Run = func(a catalog.Args[float64]) error {
			*all = append(*all, recordedCall{who: "ours", root: a.Root})
			return nil
		}
		repetitions := w.Size + 1
		require.NoError(t, mine.sampler.Repeat(0, repetitions))
		for i, call := range *all {
			want := i / 4 % w.Size
			if call.who == "ours" {
				want = (want + 1) % w.Size
			}
			assert.Equal(t, want, call.root, call.who)
		}
	})
}

// With a cold cache every call, including the native calls that are timed in C, takes the next slots of the
// walks (see TestWalk). All slots are therefore used equally often. A call without words takes no slot. In
// some operations only the root has words.
func TestColdSlots(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, coll := range someCollectives[:max(2, 5-w.Size/2)] { // fewer for many ranks, which share cores
			mine, all := recordCalls(t, w, Config{MemoryLimit: little}, coll, "a", "b")
			repetitions := 100 + 30*w.Size
			for b := range repetitions {
				require.NoError(t, mine.sampler.Repeat(b, 1))
			}
			assert.Len(t, *all, repetitions*5, "%s", coll)
			ins, outs, calls := map[*float64]int{}, map[*float64]int{}, [2]int{}
			for _, call := range *all {
				if len(call.in) > 0 {
					ins[&call.in[0]]++
					calls[0]++
				}
				if len(call.out) > 0 {
					outs[&call.out[0]]++
					calls[1]++
				}
			}
			for i, used := range []map[*float64]int{ins, outs} {
				slots := slotsOf(coll, w.Size)[i] / 2 * 2 // an odd slot at the end is not used
				assert.Len(t, used, min(slots, calls[i]), "%s: slots", coll)
				for _, times := range used {
					assert.InDelta(t, float64(calls[i])/float64(slots), times, 1, "%s: calls of a slot", coll)
				}
			}
		}
	})
}

// slotsOf returns the number of slots for the input words, and the number of slots for the results, in calls
// with blocks of 1 KiB. Each lane has half of `little` bytes.
func slotsOf(coll catalog.Collective, p int) (slots [2]int) {
	for i, words := range []func(root int) int{
		func(root int) int { return coll.In(p, 128, 0, root) },
		func(root int) int { return coll.Out(p, 128, 0, root) },
	} {
		bytes := 8 * max(words(0), words(1%p))
		slots[i] = (little/2 - 2*64) / max(64, (bytes+63)/64*64)
	}
	return slots
}

// With a warm cache all calls use the same slot, and each repetition begins with an untimed call.
func TestWarmSlots(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, coll := range someCollectives {
			mine, all := recordCalls(t, w, Config{CallSettings: CallSettings{Cache: results.Warm}}, coll, "a", "b")
			const repetitions = 12
			require.NoError(t, mine.sampler.Repeat(0, repetitions))
			assert.Len(t, *all, repetitions*5)
			for i := range mine.set.Contenders {
				assert.Len(t, mine.sampler.Samples[i].Longest, repetitions)
			}
			leads := map[string]bool{}
			for b := range repetitions {
				leads[(*all)[5*b].who] = true
			}
			assert.Greater(t, len(leads), 1, "the first call is random")
			assert.Len(t, mine.timesInC(), repetitions)
			in, out := (*all)[0].in, (*all)[0].out
			for _, call := range *all {
				assert.Equal(t, unsafe.SliceData(in), unsafe.SliceData(call.in))
				assert.Equal(t, unsafe.SliceData(out), unsafe.SliceData(call.out))
			}
		}
	})
}

// The recorded positions are the positions at which the contenders ran in their repetitions.
func TestPositions(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, cache := range []string{results.Cold, results.Warm} {
			mine, all :=
				recordCalls(t, w, Config{CallSettings: CallSettings{Cache: cache}, MemoryLimit: little,
					Effort: Effort{Exact: 30}}, catalog.Allgather,
					"a",
					"b", "c")
			require.NoError(t, mine.sampler.Repeat(0, 10))
			require.NoError(t, mine.sampler.Repeat(10, 20))
			cells := mine.cells("max", make([]results.Counters, 4), nil)
			orders := map[[5]int]bool{}
			for b := range 30 {
				var order [5]int
				repetition := (*all)[b*(1+5)+1:][:5]
				for i, c := range cells {
					order[i] = c.Position[b]
					assert.Equal(t, c.Algo, repetition[c.Position[b]].who, "%s, repetition %d", cache, b)
				}
				order[4] = mine.sampler.Samples[4].Position[b]
				assert.Equal(t, "in C", repetition[order[4]].who)
				orders[order] = true
				assert.ElementsMatch(t, []int{0, 1, 2, 3, 4}, order)
			}
			assert.Greater(t, len(orders), 5, "a new order for every repetition")
		}
	})
}

// Results are checked in every slot, regardless of the words that earlier calls left in it.
func TestChecksInEverySlot(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, cache := range []string{results.Cold, results.Warm} {
			for _, coll := range catalog.Collectives() {
				mine, all := recordCalls(t, w, Config{CallSettings: CallSettings{Cache: cache}, MemoryLimit: 1 << 14},
					coll, "a")
				for round := range 6 {
					require.NoError(t, mine.sampler.Repeat(round, 2))
					require.NoError(t, mine.sampler.Check(round%w.Size), "%s %s", cache, coll)
				}
				assert.NotEmpty(t, *all)
			}
		}
	})
}
