//go:build cgo

package mpi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// Every native call with counts gives the right result for blocks of m, 0, m+2, 0, m+4, ... words, with every
// root.
func TestNativeVectors(t *testing.T) {
	for _, m := range []int{0, 1, 700} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			on(t, func(t require.TestingT) {
				p, op := NewPort[uint64](world), Affine()
				size, me := p.Size(), p.Rank()
				counts := make([]int, size)
				for i := 0; i < size; i += 2 {
					counts[i] = m + i
				}
				blocks := comm.CountBlocks(counts)
				layout, total := LayoutOf(blocks), blocks.Total()
				block := func(from, to int) []uint64 {
					return comm.Block(blocks,
						operands[uint64](uint64(from), total), to)
				}
				gathered := []uint64{}
				for from := range size {
					gathered = append(gathered, block(from, from)...)
				}
				all, own := make([]uint64, total), make([]uint64, counts[me])
				require.NoError(t, Allgatherv(p, layout, block(me, me), all))
				assert.Equal(t, gathered, all)
				for root := range size {
					all, own := make([]uint64, total), make([]uint64, counts[me])
					require.NoError(t, Gatherv(p, root, layout, block(me, me), all))
					if me == root {
						assert.Equal(t, gathered, all)
					}
					require.NoError(t, Scatterv(p, root, layout, operands[uint64](uint64(me), total), own))
					assert.Equal(t, block(root, me), own)
				}
				require.NoError(t, ReduceScatter(p, op, layout, operands[uint64](uint64(me), total), own))
				assert.Equal(t, comm.Block(blocks, combined(op, 0, size, total), me), own)

				fromEach := comm.EqualBlocks(size, counts[me]) // every rank sends the same number of words
				want := []uint64{}
				for from := range size {
					want = append(want, block(from, me)...)
				}
				received := make([]uint64, fromEach.Total())
				require.NoError(t, Alltoallv(p, layout, LayoutOf(fromEach), operands[uint64](uint64(me),
					total), received))
				assert.Equal(t, want, received)

				clear(all)
				clear(own)
				clear(received)
				first, err := StartAllgatherv(p, layout, block(me, me), all)
				require.NoError(t, err)
				second, err := StartReduceScatter(p, op, layout, operands[uint64](uint64(me), total), own)
				require.NoError(t, err)
				third, err := StartAlltoallv(p, layout, LayoutOf(fromEach), operands[uint64](uint64(me),
					total), received)
				require.NoError(t, err)
				ends(t, third, true)
				ends(t, first, false)
				ends(t, second, true)
				assert.Equal(t, gathered, all)
				assert.Equal(t, comm.Block(blocks, combined(op, 0, size, total), me), own)
				assert.Equal(t, want, received)
				for root := range size {
					all, own := make([]uint64, total), make([]uint64, counts[me])
					up, err := StartGatherv(p, root, layout, block(me, me), all)
					require.NoError(t, err)
					down, err := StartScatterv(p, root, layout, operands[uint64](uint64(me), total), own)
					require.NoError(t, err)
					ends(t, down, true)
					ends(t, up, false)
					if me == root {
						assert.Equal(t, gathered, all)
					}
					assert.Equal(t, block(root, me), own)
				}
				_, err = StartAllgatherv(p, layout, make([]uint64, total+1), all)
				assert.ErrorIs(t, err, comm.ErrArgument)
			})
		})
	}
}
