//go:build cgo

package verify

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Free frees the plans of a sub-communicator. The plans of dropped sub-communicators are freed after a
// garbage collection.
func TestPlansOfSubsAreFreed(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		port := mpi.NewPort[uint64](world)
		w, err := coll.New(port)
		require.NoError(t, err)
		x, sum := make([]uint64, 24), make([]uint64, 24)
		use := func() *coll.World[uint64] {
			sub, err := w.Split(world.Rank%2, world.Rank)
			require.NoError(t, err)
			for n := range 12 { // some lengths share a template
				require.NoError(t, coll.Allreduce(sub, mpi.Sum[uint64](), x[:2*n], sum[:2*n]))
			}
			return sub
		}
		use().Free()
		const made = 300
		programs, bytes := port.Programs().Len(), port.Programs().Bytes()
		sub := use()
		assert.Greater(t, port.Programs().Len(), programs)
		request, err := sub.Init(catalog.Barrier, catalog.Args[uint64]{})
		require.NoError(t, err)
		sub.Free()
		assert.Equal(t, []int{programs, bytes}, []int{port.Programs().Len(), port.Programs().Bytes()})
		require.NoError(t, request.Start(), "a request remains valid")
		require.NoError(t, request.Wait())
		require.NoError(t, request.Free())
		require.NoError(t, coll.Barrier(sub), "a later call makes its plan again")
		sub.Free()
		for i := range made {
			use()
			if i%50 == 0 {
				runtime.GC()
			}
		}
		runtime.GC()
		// Cleanups run in their own goroutine.
		for tries := 0; port.Programs().Len() > programs+100; tries++ {
			require.Less(t, tries, 1000)
			runtime.Gosched()
			w.Rows() // frees plans
		}
		port.Free()
	})
}

// Random programs over sub-communicators give the results of the definition, with operators in C and in Go,
// and with words of several kinds. Package mpi tests its operators with every type, so fewer types suffice
// here, where all algorithms are compiled once more for each type.
func TestRandomProgramsOnMPI(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		divide(t, world, 40, affineSymbols())
		divide(t, world, 40, conform.Numbers())
		divide(t, world, 8, wordsOf(
			func(x uint64) pair { return pair{uint32(x), [2]uint16{uint16(x >> 32), uint16(x >> 48)}} },
			func(w pair) uint64 { return uint64(w.A) | uint64(w.B[0])<<32 | uint64(w.B[1])<<48 }))
		divide(t, world, 8, wordsOf(
			func(x uint64) complex128 { return complex(float64(x>>32), float64(uint32(x))) },
			func(w complex128) uint64 { return uint64(real(w))<<32 | uint64(imag(w)) }))
		divide(t, world, 8, sums[uint8](3))
		divide(t, world, 8, sums[int32](-3))
		divide(t, world, 8, sums[float64](-0.25))
	})
}

func divide[T comparable](t require.TestingT, world *mpi.World, programs uint64, payload conform.Payload[T]) {
	port := mpi.NewPort[T](world)
	w, err := coll.New(port, coll.On(coll.Machine{Slots: 2}))
	require.NoError(t, err)
	for seed := range programs {
		require.NoError(t, conform.Divide(w, payload, seed, true), "%T", payload.Counting.Poison)
	}
	port.Free()
}

type pair struct {
	A uint32
	B [2]uint16
}

// wordsOf returns symbols for words of type T, which correspond one to one to numbers. The operators of the
// symbols are Go functions.
func wordsOf[T comparable](to func(uint64) T, from func(T) uint64) conform.Payload[T] {
	convert := func(s conform.Symbols[uint64]) conform.Symbols[T] {
		return conform.Symbols[T]{
			Word:   func(node, j int) T { return to(s.Word(node, j)) },
			Poison: to(s.Poison),
			Op: comm.Op[T]{Name: s.Op.Name, Commutative: s.Op.Commutative, Apply: func(dst, a, b []T) {
				for j := range dst {
					var sum [1]uint64
					s.Op.Apply(sum[:], []uint64{from(a[j])}, []uint64{from(b[j])})
					dst[j] = to(sum[0])
				}
			}},
		}
	}
	numbers := conform.Numbers()
	return conform.Payload[T]{Ordered: convert(numbers.Ordered), Counting: convert(numbers.Counting)}
}

// sums returns numbers that MPI adds exactly. Sums of many large bytes would saturate. The operator that does
// not commute returns its first operand.
func sums[T comm.Number](unit T) conform.Payload[T] {
	times := func(n int) (x T) {
		for range n {
			x += unit
		}
		return x
	}
	word := func(node, j int) T { return times(1 + (7*node+j)%5) }
	first := comm.Op[T]{Name: "first", Apply: func(dst, a, b []T) { copy(dst, a) }}
	return conform.Payload[T]{Ordered: conform.Symbols[T]{Word: word, Op: first, Poison: times(9)},
		Counting: conform.Symbols[T]{Word: word, Op: mpi.Sum[T](), Poison: times(9)}}
}
