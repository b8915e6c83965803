//go:build cgo

package bench

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// allOf returns all algorithms of the catalog for an operation.
func allOf(op catalog.Collective) (rows []catalog.Info) {
	for _, row := range catalog.Rows[float64]() {
		if row.Op == op {
			rows = append(rows, row.Info)
		}
	}
	return rows
}

// The model of rank 0 decides which algorithms enter a race, even if the models of other ranks differ.
func TestAdmit(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := benchOf(t, w,
			Config{Contenders: Contenders{Rows: allOf(catalog.Allgather), Likely: true},
				MeasuredCases: MeasuredCases{Sizes: []int{64}, Race: &Race{}}})
		if w.Rank > 0 {
			m.contenders.Calibration.Model.Within = coll.Times{Ts: 1e-3, Tw: 1000}
		}
		want, err :=
			selectForRace(coll.Call{Op: catalog.Allgather, P: w.Size, Bytes: 64, Shift: 1}, coll.Machine{})
		require.NoError(t, err)
		rows, err := m.rowsForCase(results.Case{Op: catalog.Allgather, P: w.Size, Bytes: 64})
		require.NoError(t, err)
		var got, book []string
		for _, row := range rows {
			if row.OfLibraries() {
				got = append(got, row.ID)
			} else {
				book = append(book, row.ID)
			}
		}
		assert.ElementsMatch(t, want, got)
		assert.Contains(t, book, "ring/allgather")
	})
}

// If a race may use all algorithms, it has the textbook's algorithms and a few others, and enough memory for
// all of them.
func TestRaceOfTheLikely(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		asked := false
		cfg := Config{Contenders: Contenders{Rows: allOf(catalog.Bcast), Likely: true},
			MeasuredCases: MeasuredCases{Sizes: []int{64}}, MemoryLimit: little,
			Effort: Effort{Warmup: -1}}
		cfg.Race = &Race{Next: func() (TimedCase, bool) {
			again := asked
			asked = true
			return TimedCase{results.Case{Op: catalog.Bcast, Bytes: 64}, 10 * time.Millisecond}, !again
		}}
		_, h := runBench(t, w, cfg)
		require.Len(t, h.cells, 1)
		var names []string
		for _, c := range h.cells[0] {
			names = append(append(names, c.Algo), c.Alike...)
		}
		assert.Contains(t, names, "hcube/bcast")
		others := slices.DeleteFunc(rowsNamed(names[1:]...),
			func(row catalog.Info) bool { return !row.OfLibraries() })
		assert.LessOrEqual(t, len(others), maxSelectedForRace)
		assert.Less(t, len(others),
			len(slices.DeleteFunc(allOf(catalog.Bcast),
				func(row catalog.Info) bool { return !row.OfLibraries() })))
		assert.LessOrEqual(t, len(names), cfg.maxContenders(catalog.Bcast, w.Size))
		cfg.Likely = false
		most := cfg.maxContenders(catalog.Bcast, w.Size)
		cfg.Likely = true
		assert.Less(t, cfg.maxContenders(catalog.Bcast, w.Size), most)
	})
}
