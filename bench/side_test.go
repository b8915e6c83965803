//go:build cgo

package bench

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// A handed is what a contender was handed in one call.
type handed struct {
	who     string
	root    int
	in, out []float64
}

// noting are a trial of some operation with native and its copies under other names, and what each call of them,
// and of the one that is timed in C, is handed.
func noting(t require.TestingT, w *mpi.World, cfg Config, kind catalog.Kind, copies ...string) (*trial[float64], *[]handed) {
	m, err := newMachine(w, cfg.withDefaults())
	require.NoError(t, err)
	mine, err := newTrial[float64](m, kind, 1024)
	require.NoError(t, err)
	all := new([]handed)
	note := func(who string, run func(catalog.Args[float64]) error) func(catalog.Args[float64]) error {
		return func(a catalog.Args[float64]) error {
			*all = append(*all, handed{who, a.Root, a.In, a.Out})
			return run(a)
		}
	}
	native := mine.contenders[0]
	mine.contenders = nil
	for _, name := range append([]string{results.Native}, copies...) {
		again := native
		again.name, again.run = name, note(name, native.run)
		mine.contenders = append(mine.contenders, again)
	}
	mine.inC.run = note("in C", mine.inC.run)
	mine.reset()
	return mine, all
}

// span is the cache lines of some words, first..end-1.
func span(x []float64) (first, end uintptr) {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	return at / cacheLine, (at + uintptr(8*len(x)) + cacheLine - 1) / cacheLine
}

var someKinds = []catalog.Kind{catalog.Bcast, catalog.Reduce, catalog.Allgather, catalog.Gather, catalog.Shift}

// All contenders of a block have one root, over the blocks all have their turn, and so has the call that is timed in C.
func TestRootIsOfTheBlock(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, cache := range []string{results.Cold, results.Warm} {
			mine, all := noting(t, w, Config{Cache: cache, MemoryLimit: little}, catalog.Bcast, "a", "b")
			blocks := 2*w.Size + 1
			require.NoError(t, mine.batch(0, blocks))
			each := len(*all) / blocks
			for i, call := range *all {
				assert.Equal(t, i/each%w.Size, call.root, "%s, call %d", cache, i)
			}
			require.Equal(t, 5, each, "one that is not timed, native, its copies, and native in C")
		}
	})
}

// Under --map the root of ours is the label of the rank that is the root of native's.
func TestRootUnderMap(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var placement []int // label i is on rank i-1
		for label := range w.Size {
			placement = append(placement, (label+w.Size-1)%w.Size)
		}
		mine, all := noting(t, w, Config{Placement: placement, MemoryLimit: little}, catalog.Bcast, "ours")
		mine.contenders[1].mapped = true
		mine.contenders[1].run = func(a catalog.Args[float64]) error {
			*all = append(*all, handed{who: "ours", root: a.Root})
			return nil
		}
		blocks := w.Size + 1
		require.NoError(t, mine.batch(0, blocks))
		for i, call := range *all {
			want := i / 4 % w.Size
			if call.who == "ours" {
				want = (want + 1) % w.Size
			}
			assert.Equal(t, want, call.root, call.who)
		}
	})
}

// With a cold cache no call has a cache line that any before it had until half of the memory has gone by, and no two steps in a row
// are of the same length; this goes for the calls timed in C too.
func TestColdPlaces(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, kind := range someKinds[:max(2, 5-w.Size/2)] { // fewer where many ranks take turns
			mine, all := noting(t, w, Config{MemoryLimit: little}, kind, "a", "b")
			blocks := 100 + 30*w.Size // the root alone has words of one kind, and the walk has to begin anew for these too
			for b := range blocks {
				require.NoError(t, mine.batch(b, 1))
			}
			assert.Len(t, *all, blocks*5, "%s", kind)
			var ins, outs [][]float64
			for _, call := range *all {
				ins, outs = append(ins, call.in), append(outs, call.out)
			}
			spaced(t, kind, mine.at.in, ins)
			spaced(t, kind, mine.at.out, outs)
		}
	})
}

// spaced asserts that the words of calls are as far apart as TestColdPlaces says.
func spaced(t require.TestingT, kind catalog.Kind, l lane[float64], calls [][]float64) {
	usedBefore, gone := map[uintptr]int{}, 0 // lines, and what all calls before had of them
	steps, at := map[uintptr]int{}, uintptr(0)
	most := len(l.words)*8/cacheLine - 2*l.slot*8/cacheLine - 2 // an odd slot at the end is left over
	n := 0
	for _, words := range calls {
		first, end := span(words)
		if len(words) == 0 {
			continue
		}
		n++
		for of := first; of < end; of++ {
			if before, used := usedBefore[of]; used {
				assert.GreaterOrEqual(t, gone-before, most, "%s: lines that went by since", kind)
			}
			usedBefore[of] = gone
		}
		gone += int(end - first)
		steps[first-at]++
		at = first
	}
	if n > 100 && l.slots > 16 {
		assert.Greater(t, gone, most, "%s: the walk has begun anew", kind)
		for step, times := range steps {
			assert.Less(t, times, n/4, "%s: %d of %d steps go %d lines on", kind, times, n, int(step))
		}
	}
}

// With a warm cache all calls are at one place. Each block begins with one that is not timed.
func TestWarmPlaces(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, kind := range someKinds {
			mine, all := noting(t, w, Config{Cache: results.Warm}, kind, "a", "b")
			const blocks = 12
			require.NoError(t, mine.batch(0, blocks))
			assert.Len(t, *all, blocks*5)
			for i := range mine.contenders {
				assert.Len(t, mine.longest[i], blocks)
			}
			leads := map[string]bool{}
			for b := range blocks {
				leads[(*all)[5*b].who] = true
			}
			assert.Greater(t, len(leads), 1, "anyone may lead")
			assert.Len(t, mine.alone(), blocks)
			in, out := (*all)[0].in, (*all)[0].out
			for _, call := range *all {
				assert.Equal(t, unsafe.SliceData(in), unsafe.SliceData(call.in))
				assert.Equal(t, unsafe.SliceData(out), unsafe.SliceData(call.out))
			}
		}
	})
}

// The places that are written down are those at which a contender ran in its block.
func TestPositions(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, cache := range []string{results.Cold, results.Warm} {
			mine, all := noting(t, w, Config{Cache: cache, MemoryLimit: little, Exact: 30}, catalog.Allgather, "a", "b", "c")
			require.NoError(t, mine.batch(0, 10))
			require.NoError(t, mine.batch(10, 20))
			cells := mine.cells("max", make([]results.Counters, 4))
			orders := map[[5]int]bool{}
			for b := range 30 {
				var order [5]int
				block := (*all)[b*(1+5)+1:][:5]
				for i, c := range cells {
					order[i] = c.Position[b]
					assert.Equal(t, c.Algo, block[c.Position[b]].who, "%s, block %d", cache, b)
				}
				order[4] = mine.position[4][b]
				assert.Equal(t, "in C", block[order[4]].who)
				orders[order] = true
				assert.ElementsMatch(t, []int{0, 1, 2, 3, 4}, order)
			}
			assert.Greater(t, len(orders), 5, "drawn anew")
		}
	})
}

// Results are checked, in the same way, at whatever place a call is and whatever others have left there.
func TestChecksAtEveryPlace(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, cache := range []string{results.Cold, results.Warm} {
			for _, kind := range catalog.Kinds() {
				mine, all := noting(t, w, Config{Cache: cache, MemoryLimit: 1 << 14}, kind, "a")
				for round := range 6 {
					require.NoError(t, mine.batch(round, 2))
					require.NoError(t, mine.checkAll(round%w.Size), "%s %s", cache, kind)
				}
				assert.NotEmpty(t, *all)
			}
		}
	})
}
