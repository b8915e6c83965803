//go:build cgo

package bench

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
	"topocoll/plan"
)

// planOf returns the plans of an algorithm. The last node is the root.
func planOf(t require.TestingT, id string, p, words int) contender.PlannedCall {
	row, found := catalog.FindByteRow(id)
	require.True(t, found, id)
	op := comm.Op[byte]{Commutative: true}
	job, err := catalog.Plans(row, p, words,
		catalog.Args[byte]{Shift: 1, Segment: words, Root: p - 1, Op: op})
	require.NoError(t, err)
	return contender.PlannedCall{Name: "a.json", Op: row.Op, M: words, Root: p - 1, Shift: 1, Job: job}
}

// A plan from a file gives the correct result under any mapping. Every call uses the plan's root.
func TestPlansOnAnyPlacement(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		var backwards []int
		for label := range w.Size {
			backwards = append(backwards, w.Size-1-label)
		}
		for _, id := range []string{"ring/bcast", "mesh/reduce", "ring/scatter", "mesh/gather",
			"ring/allgather", "ring/scan", "ring/exscan", "ring/alltoall", "ring/shift", "hcube/barrier"} {
			words := 5
			if id == "hcube/barrier" {
				words = 0
			}
			p := planOf(t, id, w.Size, words)
			for _, mapping := range [][]int{nil, backwards} {
				m := benchOf(t, w,
					Config{Options: contender.Options{Plans: []contender.PlannedCall{p}, Mapping: mapping},
						MemoryLimit: little})
				mine := measurementOf(t, m, p.Op, 8*words)
				require.Len(t, mine.set.Contenders, 2, id)
				assert.Equal(t, "plan:a.json", mine.set.Contenders[1].Name)
				want := w.Size
				if p.Op.Rooted() {
					assert.Equal(t, w.Size-1, contender.LabelOf(mapping, mine.set.Root(3)), id)
				}
				if p.Op.Rooted() || p.Op == catalog.Shift {
					want = 1
				}
				assert.Len(t, mine.set.Roots, want, id)
				for _, root := range mine.set.Roots {
					require.NoError(t, mine.sampler.Check(root), "%s, root %d, mapping %v", id, root,
						mapping)
				}
				require.NoError(t, mine.sampler.Repeat(0, w.Size+1))
				counters, err := mine.set.Count()
				require.NoError(t, err)
				assert.Equal(t, w.Size > 1, counters[1].Messages > 0, id)
			}
		}
	})
}

// The check of results detects a plan that produces a wrong word.
func TestPlanThatIsWrong(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		p := planOf(t, "ring/allgather", w.Size, 5)
		node := &p.Job[0]
		node.Steps =
			append(slices.Clone(node.Steps),
				plan.Step{Kind: plan.Copy, From: plan.Range{Buffer: plan.Out, At: 1, Len: 1},
					Into: plan.Range{Buffer: plan.Out, At: 0, Len: 1}})
		_, err := Run(w,
			Config{Options: contender.Options{Plans: []contender.PlannedCall{p}},
				MeasuredCases: MeasuredCases{Collectives: []catalog.Collective{catalog.Allgather},
					Sizes: []int{40}},
				Effort:      Effort{Exact: 4},
				MemoryLimit: little}, &recorder{})
		assert.True(t, errors.Is(err, contender.ErrWrong), "%v", err)
		assert.ErrorContains(t, err, "plan:a.json: rank 0 has")
	})
}

// A plan is measured only for its operation, size and number of ranks. At other sizes of the operation it is
// reported as omitted.
func TestWhereAPlanFits(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		other := planOf(t, "ring/scan", w.Size+1, 5)
		other.Name = "b.json"
		plans := []contender.PlannedCall{planOf(t, "ring/bcast", w.Size, 5), other}
		cfg := Config{Options: contender.Options{Plans: plans},
			MeasuredCases: MeasuredCases{Collectives: []catalog.Collective{catalog.Bcast, catalog.Scan},
				Sizes: []int{8, 40}},
			Effort:      Effort{Exact: 4},
			MemoryLimit: little}
		r, h := runBench(t, w, cfg)
		var names []string
		for _, c := range r.Cells {
			names = append(names, c.Op+" "+c.Algo+" "+results.FormatSize(c.Bytes))
		}
		assert.Equal(t,
			[]string{"bcast native 8", "bcast native 40", "bcast plan:a.json 40", "scan native 8",
				"scan native 40"}, names)
		lines := strings.Join(h.skipped, "\n")
		assert.Contains(t, lines, "plan:a.json for bcast of 8 bytes on ")
		assert.Contains(t, lines, "the plan is for blocks of 40 bytes")
		assert.Contains(t, lines, "plan:b.json for scan of 8 bytes on ")
		assert.Equal(t, w.Size > 1, strings.Contains(lines, "with other roots"), lines)
	})
}
