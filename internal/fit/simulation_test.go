package fit

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
)

// timersOf returns the plans of a cell and its formula, and reports whether the formula is exact.
func timersOf(t *testing.T, cell results.Cell) (p simulation, f formula, exact bool) {
	c, found := callOf(cell, results.Env{}, networks{})
	require.True(t, found, cell.Algo)
	f, exact = c.formula()
	exact = exact && f.model.Exact(c.row.Info, f.params)
	p, found = c.newSimulation(shiftDistanceCache{})
	require.True(t, found, cell.Algo)
	return p, f, exact
}

// The simulated time of every algorithm's plans equals its formula if the formula is exact. Every algorithm
// has a time.
func TestPlansTakeTheTimeOfTheFormula(t *testing.T) {
	agreed, without := map[string]bool{}, 0
	for _, row := range catalog.ByteRows() {
		for _, p := range []int{2, 3, 4, 6, 8, 9, 16} {
			if !row.Takes(p) {
				continue
			}
			for _, words := range []int{1, p * max(1, topo.CubeDim(p)) * 6} {
				cell := cellOf(string(row.Op), row.ID, p, 8*words, 6, 0, 1)
				if row.Pipelined() {
					cell.Segment = 8 * ((words + 5) / 6) // a pipeline has six parts
				}
				plans, f, exact := timersOf(t, cell)
				if !exact {
					assert.Positive(t, plans.time(10, 1), row.ID)
					without++
					continue
				}
				agreed[row.ID] = true
				for _, machine := range [][2]float64{{1000, 0.1}, {10, 1}, {0, 1}} {
					assert.InEpsilon(t, f.time(machine[0], machine[1])+1,
						plans.time(machine[0], machine[1])+1, 1e-9, "%s p=%d words=%d %v", row.ID, p, words,
						machine)
				}
			}
		}
	}
	for _, row := range catalog.ByteRows() {
		assert.Equal(t, row.Model().Cost != nil, agreed[row.ID], row.ID)
	}
	assert.Positive(t, without)
}

// Cells with divided messages are simulated as they were measured. On a ring of 4 nodes, the root sends all K
// segments to one neighbour and then to the other, which takes 2K(ts + tw·m/K).
func TestCutCellsArePlayedAsTheyRan(t *testing.T) {
	whole := cellOf("bcast", "ring/bcast-doubling", 4, 8*1000, 2, 16*1000, 1)
	plans, _, _ := timersOf(t, whole)
	assert.InEpsilon(t, 2*(10+8000.), plans.time(10, 1), 1e-9)

	segmented := cellOf("bcast", "ring/bcast", 4, 8*1000, 20, 16*1000, 1)
	segmented.Segment = 8 * 100
	plans, _, _ = timersOf(t, segmented)
	assert.InEpsilon(t, 2*10*(10+800.), plans.time(10, 1), 1e-9)
	c, _ := callOf(segmented, results.Env{}, networks{})
	_, found := c.formula()
	assert.False(t, found, "the book's formula holds for whole messages")
}

// A pipeline is simulated with the segments of its cell, and its formula uses the same segments. Without a
// segment size, it sends whole messages.
func TestSegmentSizeOfPipeline(t *testing.T) {
	cell := cellOf("bcast", "ring/bcast-pipelined", 4, 8*1000, 10, 8*1000, 1)
	cell.Segment = 8 * 100
	plans, f, _ := timersOf(t, cell)
	assert.InEpsilon(t, (10+3-1)*(10+800.), plans.time(10, 1), 1e-9)
	assert.InEpsilon(t, (10+3-1)*(10+800.), f.time(10, 1), 1e-9)
	cell.Segment = 0
	plans, f, _ = timersOf(t, cell)
	assert.InEpsilon(t, 3*(10+8000.), plans.time(10, 1), 1e-9)
	assert.InEpsilon(t, 3*(10+8000.), f.time(10, 1), 1e-9)
}

// Plans with too many words are recorded with fewer words, and their simulated time is almost the same.
func TestCoarse(t *testing.T) {
	for id, bytes := range map[string]int{"hcube/alltoall": 1 << 20, "ring/allreduce": 1 << 24,
		"hcube/bcast": 1<<26 + 8, "ring/bcast-pipelined": 1 << 25} {
		row, _ := catalog.FindByteRow(id)
		cell := cellOf(string(row.Op), id, 16, bytes, 20, 0, 1)
		if row.Pipelined() {
			cell.Segment = 8 * (bytes/8/20 + 1) // 20 parts
		}
		plans, f, _ := timersOf(t, cell)
		assert.Greater(t, plans.bytes, 8., id)
		assert.InEpsilon(t, f.time(1000, 0.1), plans.time(1000, 0.1), 1e-3, id)
	}
}

// The plan of a pipeline has the segments of the run.
func TestSegmentsOfPlans(t *testing.T) {
	for _, id := range []string{"ring/bcast-pipelined", "ring/scan", "hcube/bcast-esbt", "mesh/bcast-trees"} {
		row, _ := catalog.FindByteRow(id)
		for _, segmentCount := range []int{1, 2, 7, 16} {
			segment := (1000 + segmentCount - 1) / segmentCount
			cell := cellOf(string(row.Op), id, 8, 8000, 0, 0, 1)
			cell.Segment = 8 * segment
			plans, _, _ := timersOf(t, cell)
			want, err := catalog.Record(row, 8, 1000,
				catalog.Args[byte]{Segment: segment, Op: comm.Op[byte]{Commutative: true}})
			require.NoError(t, err)
			assert.Equal(t, want, plans.jobs[0], "%s in %d", id, segmentCount)
		}
	}
}

// On many ranks, and with many short segments, the time comes from the textbook's formula. A call with
// divided messages then has no time.
func TestTooMuchToPlay(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 4, noError), Cells: []results.Cell{
		cellOf("bcast", "hcube/bcast", 64, 8, 6, 48, 1), cellOf("bcast", "hcube/bcast", 128, 8, 7, 56, 1),
		cellOf("bcast", "ring/bcast-pipelined", 4, 1<<20, 1<<17, 1<<20, 1),
		cellOf("bcast", "hcube/bcast", 1<<18, 1<<40, 18, 1<<44, 1),
	}}
	tiny := cellOf("bcast", "ring/bcast", 4, 1<<20, 1<<18, 1<<21, 1)
	tiny.Segment = 1
	r.Cells = append(r.Cells, tiny)
	r.Cells[2].Segment = 8
	var formula []bool
	for _, p := range Predict(r, Of(r)) {
		formula = append(formula, p.Formula)
		assert.Positive(t, p.By[0].Time)
	}
	assert.Equal(t, []bool{false, true, true, true}, formula)
	var table bytes.Buffer
	WriteTable(&table, r)
	assert.Equal(t, 3, strings.Count(table.String(), " by formula\n"))
	assert.Contains(t, table.String(), "# by formula: the book's formula is used on more than 64 ranks")
}

// For an algorithm for any network, the time is predicted on the measured network, or on one switch.
func TestNetworkOfACell(t *testing.T) {
	env := results.Env{Labelling: results.Labelling{Network: "ring:4@1gbit"}}
	for rank := range 4 {
		env.Ranks = append(env.Ranks, results.Rank{Host: topo.HostName(rank)})
	}
	cell := results.Cell{Subject: results.Subject{Algo: "network/allgather", Op: "allgather", P: 4,
		Bytes: 8000},
		Summary: results.Summary{Median: 1}}
	on := networks{}
	around, found := callOf(cell, env, on)
	assert.True(t, found)
	assert.Equal(t, "ring:4", around.network.String())
	again, _ := callOf(cell, env, on)
	assert.Same(t, around.network, again.network)
	here, _ := callOf(cell, results.Env{Ranks: slices.Repeat([]results.Rank{{Host: "vm"}}, 4)}, networks{})
	assert.Nil(t, here.network)
	for rank, node := range around.job(1) {
		for _, step := range node.Steps {
			if step.Kind == plan.Send {
				assert.Contains(t, []int{1, 3}, topo.Mod(step.Peer-rank, 4), "from %d to %d", rank, step.Peer)
			}
		}
	}
	assert.InDelta(t, 3*1000, simulation{jobs: []plan.Job{here.job(1)}, bytes: 1}.time(0, 1), 1e-6,
		"three blocks through one port")
}
