//go:build cgo

package bench

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
	"topocoll/plan"
)

// planOf is the plan of a row with the last node as the root.
func planOf(t require.TestingT, id string, p, words int) PlannedCall {
	call := recordingOf(t, id, p, words)
	call.args.Root = p - 1
	job, err := call.plans()
	require.NoError(t, err)
	return PlannedCall{Name: "a.json", Op: call.row.Op, M: words, Root: p - 1, Shift: 1, Job: job}
}

// A plan does its operation under any placement; its root is the root of every call.
func TestPlansOnAnyPlacement(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var backwards []int
		for label := range w.Size {
			backwards = append(backwards, w.Size-1-label)
		}
		for _, id := range []string{"ring/bcast", "mesh/reduce", "ring/scatter", "mesh/gather", "ring/allgather", "ring/scan", "ring/exscan", "ring/alltoall", "ring/shift", "hcube/barrier"} {
			words := 5
			if id == "hcube/barrier" {
				words = 0
			}
			p := planOf(t, id, w.Size, words)
			for _, placement := range [][]int{nil, backwards} {
				m := measurerOf(t, w, Config{Plans: []PlannedCall{p}, Placement: placement, MemoryLimit: little})
				mine := trialAt(t, m, p.Op, 8*words)
				require.Len(t, mine.contenders, 2, id)
				assert.Equal(t, "plan:a.json", mine.contenders[1].name)
				want := w.Size
				if p.Op.Rooted() {
					assert.Equal(t, w.Size-1, labelOf(placement, mine.root(3)), id)
				}
				if p.Op.Rooted() || p.Op == catalog.Shift {
					want = 1
				}
				assert.Len(t, mine.roots, want, id)
				for _, root := range mine.roots {
					require.NoError(t, mine.checkAll(root), "%s, root %d, placement %v", id, root, placement)
				}
				require.NoError(t, mine.batch(0, w.Size+1))
				counters, err := mine.count()
				require.NoError(t, err)
				assert.Equal(t, w.Size > 1, counters[1].Messages > 0, id)
			}
		}
	})
}

// A plan with a wrong word is found by the check of results, and one that was freed is loaded again.
func TestPlanThatIsWrong(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		p := planOf(t, "ring/allgather", w.Size, 5)
		node := &p.Job[0]
		node.Steps = append(slices.Clone(node.Steps), plan.Step{Kind: plan.Copy, From: plan.Range{Buffer: plan.Out, At: 1, Len: 1}, Into: plan.Range{Buffer: plan.Out, At: 0, Len: 1}})
		_, err := Run(w, Config{Collectives: []catalog.Collective{catalog.Allgather}, Plans: []PlannedCall{p}, Sizes: []int{40}, Exact: 4, MemoryLimit: little}, &heard{})
		assert.True(t, errors.Is(err, ErrWrong), "%v", err)
		assert.ErrorContains(t, err, "plan:a.json: rank 0 has")

		p = planOf(t, "ring/allgather", w.Size, 5)
		m := measurerOf(t, w, Config{Plans: []PlannedCall{p}, MemoryLimit: little})
		port := mpi.NewPort[float64](w)
		list, err := planned(m, p.Op, 5, 0, port)
		require.NoError(t, err)
		require.Len(t, list, 1)
		at := laid[float64](t, m, 5, 5*w.Size)
		for range 2 {
			failure, err := newSide[float64](m, p.Op, 5, 0, nil).check(list[0], &at, 0)
			require.NoError(t, err)
			assert.Empty(t, failure)
			assert.Equal(t, 1, port.Programs().Len())
			port.Programs().Clear()
		}
	})
}

// A plan is measured at its own operation, size and number of ranks, and left out, with a line, at the other sizes of the
// operation.
func TestWhereAPlanFits(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		other := planOf(t, "ring/scan", w.Size+1, 5)
		other.Name = "b.json"
		cfg := Config{Collectives: []catalog.Collective{catalog.Bcast, catalog.Scan}, Sizes: []int{8, 40}, Exact: 4, MemoryLimit: little,
			Plans: []PlannedCall{planOf(t, "ring/bcast", w.Size, 5), other}}
		r, h := ran(t, w, cfg)
		var names []string
		for _, c := range r.Cells {
			names = append(names, c.Op+" "+c.Algo+" "+results.FormatSize(c.Bytes))
		}
		assert.Equal(t, []string{"bcast native 8", "bcast native 40", "bcast plan:a.json 40", "scan native 8", "scan native 40"}, names)
		lines := strings.Join(h.skipped, "\n")
		assert.Contains(t, lines, "plan:a.json for bcast of 8 on ")
		assert.Contains(t, lines, "it is for blocks of 40")
		assert.Contains(t, lines, "plan:b.json for scan of 8 on ")
		assert.Equal(t, w.Size > 1, strings.Contains(lines, "other calls of bcast of 40 on "), lines)
	})
}
