//go:build cgo

package verify

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/internal/conform"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// Free frees the plans of a sub-communicator. The plans of dropped ones are freed after a garbage collection.
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
		// cleanups have a goroutine of their own
		for tries := 0; port.Programs().Len() > programs+100; tries++ {
			require.Less(t, tries, 1000)
			runtime.Gosched()
			w.Rows() // frees plans
		}
		port.Free()
	})
}

// Random programs over sub-communicators give the results of the definition, with operators of C and of Go.
func TestRandomProgramsOnMPI(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, world *mpi.World) {
		for i, payload := range []conform.Payload[uint64]{affineSymbols(), conform.Numbers()} {
			port := mpi.NewPort[uint64](world)
			w, err := coll.New(port, coll.On(coll.Machine{Slots: 2}))
			require.NoError(t, err)
			for seed := range uint64(40) {
				require.NoError(t, conform.Divide(w, payload, 1000*uint64(i)+seed, true))
			}
			port.Free()
		}
	})
}
