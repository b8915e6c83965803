//go:build cgo

package mpi

import (
	"slices"
	"testing"

	"topocoll/topo"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Sub returns a world with the ranks of a list, in the order of the list.
func TestSubWorlds(t *testing.T) {
	on(t, func(t require.TestingT) {
		var odd []int // in descending order
		for rank := world.Size - 1 - world.Size%2; rank > 0; rank -= 2 {
			odd = append(odd, rank)
		}
		lists := [][]int{odd, nil}
		for n := range world.Size {
			lists = append(lists, topo.Integers(n+1))
		}
		for _, ranks := range lists {
			n, me := len(ranks), slices.Index(ranks, world.Rank)
			sub, err := world.Sub(ranks)
			require.NoError(t, err)
			if me < 0 {
				assert.Nil(t, sub)
				continue
			}
			assert.Equal(t, []int{me, n}, []int{sub.Rank, sub.Size})
			assert.Equal(t, make([]int, n), sub.Hosts())
			p, total := NewPort[int32](sub), make([]int32, 1)
			require.NoError(t, Allreduce(p, Sum[int32](), []int32{1}, total))
			assert.EqualValues(t, n, total[0])
			assert.EqualError(t, Bcast(p, n, total), invalidRoot("MPI_Bcast", n))

			require.NoError(t, Shift(p, 1, []int32{int32(sub.Rank)}, total))
			assert.EqualValues(t, (sub.Rank+n-1)%n, total[0])
			require.NoError(t, sub.Free())
			assert.EqualError(t, p.Send(0, total), "mpi: Send: this world has been freed")
			assert.EqualError(t, sub.Free(), "mpi: Free: this world has been freed")
		}
		for _, ranks := range [][]int{{world.Size}, {0, 0}, {-1}} {
			_, err := world.Sub(ranks)
			assert.ErrorContains(t, err, "mpi: Sub: rank ")
		}
	})
}

// All ranks of this machine are on one host.
func TestHosts(t *testing.T) {
	on(t, func(t require.TestingT) {
		assert.Equal(t, make([]int, world.Size), world.Hosts())
		assert.Equal(t, world.Hosts(), NewPort[uint8](world).Hosts())
		copied, err := world.Dup()
		require.NoError(t, err)
		assert.Equal(t, world.Hosts(), copied.Hosts())
		require.NoError(t, copied.Free())
		assert.Empty(t, new(World).Hosts())
	})
}

// A message on one world is not received on another world, even if it was sent first.
func TestWorldsDoNotMeet(t *testing.T) {
	on(t, func(t require.TestingT) {
		other, err := world.Dup()
		require.NoError(t, err)
		there, here := NewPort[int32](other), NewPort[int32](world)
		right, left := neighbours()
		a, b := make([]int32, 1), make([]int32, 1)
		_, err = there.StartSend(right, 0, []int32{1})
		require.NoError(t, err)
		_, err = here.StartSend(right, 0, []int32{2})
		require.NoError(t, err)
		_, err = here.StartRecv(left, 0, b)
		require.NoError(t, err)
		waitAll(t, here, 2)
		_, err = there.StartRecv(left, 0, a)
		require.NoError(t, err)
		waitAll(t, there, 2)
		assert.Equal(t, []int32{1, 2}, append(a, b...))
		require.NoError(t, other.Free())
	})
}

func TestInitTwice(t *testing.T) {
	on(t, func(t require.TestingT) {
		_, err := Init()
		assert.EqualError(t, err, "mpi: Init: MPI is already initialised")
	})
}
