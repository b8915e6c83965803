package coll_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/tuned"
)

// A table may name an algorithm that runs only on a mesh with two dimensions, although the machine's mesh has
// three. It was then measured on another mesh.
func TestTableOnThreeDimensions(t *testing.T) {
	table := &tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{{Op: catalog.Allgather,
		Job: tuned.Job{Ranks: 8, Hosts: 8, Slots: 1}, Algo: "mesh/allgather-crossed"}}}
	require.NoError(t, local.Run(8, func(port comm.AsyncPort[int]) error {
		w, err := coll.New[int](port, coll.Tuned(table),
			coll.On(coll.Machine{Network: topo.NewTorus(topo.Mesh{2, 2, 2})}))
		if err != nil {
			return err
		}
		all := make([]int, 8)
		chosen, err := w.Choice(catalog.Allgather, catalog.Args[int]{In: []int{w.Label()}, Out: all})
		assert.Equal(t, "mesh/allgather-crossed", chosen.ID)
		if err != nil {
			return err
		}
		err = coll.Allgather(w, []int{w.Label()}, all)
		assert.Equal(t, topo.Integers(8), all)
		return err
	}))
}

// A table determines the algorithm exactly within its ranges, if the table names an algorithm of the catalog.
// The model determines the algorithm if the table says "native", and for jobs that are not in the table.
func TestTable(t *testing.T) {
	to := func(bytes int) *int { return &bytes }
	four, five := tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}, tuned.Job{Ranks: 5, Hosts: 1, Slots: 5}
	table := &tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{
		{Op: catalog.Bcast, Job: four, To: to(79), Algo: "ring/bcast-linear"},
		{Op: catalog.Bcast, Job: four, From: 80, To: to(799), Algo: "native"},
		{Op: catalog.Bcast, Job: four, From: 800, Algo: "ring/bcast-pipelined", Segment: 100},
		{Op: catalog.Bcast, Job: five, To: to(799), Algo: "tree/bcast-knomial=3"},
		{Op: catalog.Bcast, Job: five, From: 800, Algo: "circulant/bcast", Segment: 100},
	}}
	for _, c := range []struct {
		p, words int
		want     coll.Candidate
	}{
		{4, 0, coll.Candidate{ID: "ring/bcast-linear"}},
		{4, 9, coll.Candidate{ID: "ring/bcast-linear"}},
		{4, 10, model(t, 4, 80)}, // a size class that begins with 64, in the previous range
		{4, 99, model(t, 4, 512)},
		{4, 100, coll.Candidate{ID: "ring/bcast-pipelined", Segment: 100}},
		{4, 1 << 20, coll.Candidate{ID: "ring/bcast-pipelined", Segment: 100}},
		{5, 99, coll.Candidate{ID: "tree/bcast-knomial=3"}},
		{5, 100, coll.Candidate{ID: "circulant/bcast", Segment: 100}},
		{2, 9, model(t, 2, 64)},
	} {
		require.NoError(t, local.Run(c.p, func(port comm.AsyncPort[float64]) error {
			w, err := coll.New[float64](port, coll.Tuned(table))
			if err != nil {
				return err
			}
			x := make([]float64, c.words)
			got, err := w.Choice(catalog.Bcast, catalog.Args[float64]{Out: x})
			assert.Equal(t, c.want.ID, got.ID, "%d ranks, %d words", c.p, c.words)
			assert.Equal(t, c.want.Segment, got.Segment)
			if err == nil && c.words < 1000 {
				err = coll.Bcast(w, 0, x)
			}
			return err
		}))
	}
	err := local.Run(1, func(port comm.AsyncPort[float64]) error {
		_, err := coll.New[float64](port, coll.Tuned(&tuned.Table{}))
		return err
	})
	assert.EqualError(t, err, "tuned: schema 0, want 3")
}

func model(t *testing.T, p, bytes int) coll.Candidate {
	list, err := coll.Rank(coll.Call{Op: catalog.Bcast, P: p, Bytes: bytes}, coll.Machine{})
	require.NoError(t, err)
	return list[0]
}

// If a table has no segment size for a pipelined algorithm, coll sends whole messages. Whole messages were
// then the fastest when the table was measured.
func TestTableOfWholeMessages(t *testing.T) {
	for segment, messages := range map[int]int{0: 3, 800_000: 3, 400_000: 6} {
		table := &tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{{Op: catalog.Bcast,
			Job: tuned.Job{Ranks: 4, Hosts: 1, Slots: 4}, Algo: "ring/bcast-pipelined", Segment: segment}}}
		result, err := sim.Run(context.Background(), 4, sim.Config{}, func(port comm.Port[float64]) error {
			w, err := coll.New(port, coll.Tuned(table), coll.On(coll.Machine{Slots: 4}))
			if err != nil {
				return err
			}
			return coll.Bcast(w, 0, make([]float64, 100_000))
		})
		require.NoError(t, err)
		assert.Equal(t, messages, result.Messages, "segments of %d bytes", segment)
	}
}
