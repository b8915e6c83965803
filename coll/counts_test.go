package coll_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	. "topocoll/coll"
	"topocoll/comm"
	"topocoll/local"
)

// Blocking and non-blocking calls with counts give the right results, even if some counts are zero. Word j of
// block b of rank i's input is 10000i + 100b + j.
func TestCounts(t *testing.T) {
	word := func(i, b, j int) int { return 10000*i + 100*b + j }
	block := func(i, b, n int) []int {
		x := []int{}
		for j := range n {
			x = append(x, word(i, b, j))
		}
		return x
	}
	for _, p := range []int{1, 2, 3, 4, 6, 9} {
		length := func(i, b int) int { return (i + 2*b) % 4 } // length of block b of rank i
		var each []int
		var sent []comm.Blocks
		for i := range p {
			var row []int
			for b := range p {
				row = append(row, length(i, b))
			}
			sent, each = append(sent, comm.CountBlocks(row)), append(each, length(0, i))
		}
		one, all := catalog.CountsOf(comm.CountBlocks(each)), catalog.CountsOf(sent...)
		assert.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
			w, err := New[int](port)
			if err != nil {
				return err
			}
			me, root := w.Label(), p-1
			gathered, summed, out, in := []int{}, []int{}, []int{}, []int{}
			for i := range p {
				gathered = append(gathered, block(i, i, each[i])...)
				summed = append(summed, block(me, i, each[i])...)
				out, in = append(out, block(me, i, length(me, i))...),
					append(in, block(i, me, length(i, me))...)
			}
			mine, sum := make([]int, each[me]), make([]int, each[me])
			for j := range sum {
				for i := range p {
					sum[j] += word(i, me, j)
				}
			}
			own := block(me, me, each[me])
			result := make([]int, len(gathered))
			assert.NoError(t, Allgatherv(w, one, own, result))
			assert.Equal(t, gathered, result)
			assert.NoError(t, ReduceScatterv(w, comm.Sum[int](), one, summed, mine))
			assert.Equal(t, sum, mine)
			assert.NoError(t, Scatterv(w, root, one, gathered, mine))
			assert.ElementsMatch(t, own, mine)
			clear(result)
			assert.NoError(t, Gatherv(w, root, one, own, result))
			if me == root {
				assert.Equal(t, gathered, result)
			}
			got := make([]int, len(in))
			assert.NoError(t, Alltoallv(w, all, out, got))
			assert.ElementsMatch(t, in, got)

			clear(result)
			clear(got)
			first, err := w.Start(catalog.Allgather, catalog.Args[int]{Counts: one, In: own, Out: result})
			if err != nil {
				return err
			}
			second, err := w.Start(catalog.Alltoall, catalog.Args[int]{Counts: all, In: out, Out: got})
			if err != nil {
				return err
			}
			assert.NoError(t, second.Wait())
			assert.NoError(t, first.Wait())
			assert.Equal(t, gathered, result)
			assert.ElementsMatch(t, in, got)
			choice, err := w.Choice(catalog.Allgather, catalog.Args[int]{Counts: one, In: own, Out: result})
			row, _ := catalog.FindByteRow(choice.ID)
			assert.True(t, row.Vector, choice.ID)
			return err
		}))
	}
}

// Every rank returns an error if the counts are for another number of ranks, or if the operation does not
// take counts.
func TestCountsRefused(t *testing.T) {
	assert.NoError(t, local.Run(3, func(port comm.AsyncPort[int]) error {
		w, err := New[int](port)
		if err != nil {
			return err
		}
		x := make([]int, 2)
		two, three := catalog.CountsOf(comm.CountBlocks([]int{1, 1})),
			catalog.CountsOf(comm.CountBlocks([]int{1, 1, 0}))
		assert.EqualError(t, Allgatherv(w, two, x[:1], x), "coll: Allgatherv: 2 blocks, want 3")
		for _, negative := range []comm.Blocks{comm.EqualBlocks(3, -1), comm.SplitBlocks(3, -1),
			comm.SplitBlocks(3, -4), comm.CountBlocks([]int{1, -1, 1})} {
			err := Allgatherv(w, catalog.CountsOf(negative), nil, nil)
			assert.ErrorIs(t, err, comm.ErrArgument)
			assert.ErrorContains(t, err, "words, want 0 or more")
		}
		assert.EqualError(t, Gatherv(w, 0, nil, x[:1], x), "coll: Gatherv: counts is nil, want the block "+
			"lengths of all ranks (catalog.CountsOf); if all blocks have the same length, call Gather")
		assert.EqualError(t, Alltoallv(w, three, x, x),
			"coll: Alltoallv: counts of 1 inputs, want 3")
		uneven := catalog.CountsOf(comm.CountBlocks([]int{1, 1, 0}), comm.CountBlocks([]int{1}),
			comm.CountBlocks(nil))
		assert.EqualError(t, Alltoallv(w, uneven, x, x), "coll: Alltoallv: 1 blocks, want 3")
		assert.EqualError(t, w.Run(catalog.Bcast, catalog.Args[int]{Counts: three, Out: x}),
			"coll: counts given for bcast; only these operations take counts: "+
				"[allgather reducescatter scatter gather alltoall]")
		assert.Error(t, Scatterv(w, 3, three, x, x[:1]), "no such root")
		return nil
	}))
}
