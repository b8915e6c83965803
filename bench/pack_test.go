//go:build cgo

package bench

import (
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/catalog"
	"topocoll/internal/job/watchdog"
	"topocoll/internal/packing"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// watched is a network that counts calls of Route, and calls a function before the first of them. Only the
// packing of trees calls Route.
type watched struct {
	topo.Network
	first func()
	times atomic.Int32
}

func (w *watched) Route(path []int32, from, to int) []int32 {
	if w.times.Add(1) == 1 && w.first != nil {
		w.first()
	}
	return w.Network.Route(path, from, to)
}

// onNetwork returns a bench with every rank on a separate host of a network.
func onNetwork(t require.TestingT, w *mpi.World, network topo.Network, cfg Config) *bench {
	m := benchOf(t, w, cfg)
	for rank := range m.ranks.Hosts {
		m.ranks.Hosts[rank] = topo.HostName(rank)
	}
	if m.contenders.Networks[0] = pack.Into(network); w.Rank > 0 {
		m.contenders.Networks[0] = pack.PartOf(network, w.Rank)
	}
	return m
}

// packTrees packs the trees for all algorithms of a run.
func packTrees(b *bench, l Listener) error {
	return b.treePacker().pack(b.cfg.rowsOnTrees(b.ranks.World.Size), l)
}

// Only rank 0 packs trees, and only once. Afterwards every algorithm has the trees for every root.
func TestOneRankPacks(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		network := &watched{Network: topo.NewRing(w.Size)}
		ids := []string{"network/bcast", "network/reduce", "network/allgather", "network/reducescatter",
			"network/allreduce",
			"network/allreduce-rooted", "network/scatter", "network/gather", "network/alltoall"}
		if w.Size == 1 {
			return // one host needs no trees
		}
		m := onNetwork(t, w, network, Config{
			Contenders:  Contenders{Rows: rowsNamed(append(ids, "ring/bcast")...)},
			MemoryLimit: little})
		var h recorder
		require.NoError(t, packTrees(m, &h))
		// once for the trees that lead away from the roots, and once for the trees that lead to the roots
		once := int32(2 * w.Size * (w.Size - 1))
		if w.Rank > 0 {
			once = 0
			assert.Empty(t, h.prepared)
		} else {
			assert.GreaterOrEqual(t, len(h.prepared), 2,
				"a line at the start of the packing and one at its end")
		}
		assert.Equal(t, once, network.times.Load())
		for _, coll := range m.cfg.Ops() {
			mine := measurementOf(t, m, coll, 64)
			for root := range w.Size {
				require.NoError(t, mine.sampler.Check(root), "%s", coll)
			}
			_, err := mine.set.Count()
			require.NoError(t, err)
		}
		assert.Equal(t, once, network.times.Load(), "the calls pack nothing")
	})
}

// writePacked writes the packed trees of a network to a file.
func writePacked(t require.TestingT, n *pack.Network) (name string) {
	file, err := os.CreateTemp("", "packed")
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, n.Write(file))
	return file.Name()
}

// Trees in the file are not packed again. Trees that are not in the file are packed.
func TestPackedIsRead(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return // one host needs no trees
		}
		n := pack.Into(topo.NewRing(w.Size))
		require.NoError(t, packing.All(rowsNamed("network/bcast"), n, func(string) {}))
		file := writePacked(t, n)
		defer os.Remove(file)
		routes := w.Size * (w.Size - 1)
		for i, packs := range []int{0, routes} {
			id := []string{"network/bcast", "network/reduce"}[i]
			network := &watched{Network: topo.NewRing(w.Size)}
			m := onNetwork(t, w, network, Config{Contenders: Contenders{Rows: rowsNamed(id)},
				NetworkSettings: NetworkSettings{Packed: file}, MemoryLimit: little})
			require.NoError(t, m.treePacker().read(m.cfg.Packed))
			require.NoError(t, packTrees(m, &recorder{}))
			want := int32(routes + packs) // routes for the digest, and for the trees
			if w.Rank > 0 {
				want = 0
			}
			assert.Equal(t, want, network.times.Load(), id)
			mine := measurementOf(t, m, rowsNamed(id)[0].Op, 64)
			for root := range w.Size {
				require.NoError(t, mine.sampler.Check(root))
			}
		}
	})
}

// With a damaged file, a missing file or a file of a different network, every rank returns rank 0's error.
func TestPackedElsewhere(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return // one host needs no trees
		}
		other := writePacked(t, pack.Into(topo.NewStar(w.Size)))
		defer os.Remove(other)
		for _, bad := range []struct{ file, says string }{
			{other, fmt.Sprintf("trees for star:%d, want trees for ring:%d", w.Size, w.Size)},
			{"pack.go", "damaged file: gzip: invalid header"},
			{"no/packed", "no such file"},
		} {
			err := onNetwork(t, w, topo.NewRing(w.Size),
				Config{NetworkSettings: NetworkSettings{Packed: bad.file}}).treePacker().read(bad.file)
			assert.ErrorIs(t, err, ErrPacked)
			assert.ErrorContains(t, err, bad.says)
		}
	})
}

// A run without algorithms on packed trees packs nothing.
func TestNothingToPack(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		network := &watched{Network: topo.NewRing(w.Size)}
		m := onNetwork(t, w, network, Config{Contenders: Contenders{Rows: rowsNamed("ring/bcast")}})
		var h recorder
		require.NoError(t, packTrees(m, &h))
		assert.Zero(t, network.times.Load())
		assert.Empty(t, h.prepared)
	})
}

// The watchdog does not report ranks that wait for packed trees, although packing takes twice the watchdog's
// time limit.
func TestPackingIsNoStall(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		const stall = 300 * time.Millisecond
		network := &watched{Network: topo.NewRing(w.Size), first: func() {
			for range 2 {
				waitForStall(t, stall)
			}
		}}
		m := onNetwork(t, w, network, Config{Contenders: Contenders{Rows: rowsNamed("network/bcast")},
			Effort: Effort{Stall: stall}})
		l := startWatchdog(t, m)
		defer m.guard.Close()
		require.NoError(t, packTrees(m, l))
		assert.Empty(t, l.why, "stalled without cause")
	})
}

// waitForStall starts a separate watchdog, and waits until it has reported a call that does not end.
func waitForStall(t require.TestingT, stall time.Duration) {
	d, err := watchdog.New(0, "here", stall)
	require.NoError(t, err)
	defer d.Close()
	found := make(chan string, 1)
	d.Meet(watchdog.NewKey(), []watchdog.Peer{d.Self()})
	d.Watch(func(why string) { found <- why })
	<-found
}

// If rank 0 hangs while it packs, all ranks end.
func TestPackingThatHangs(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		l := &stallRecorder{why: make(chan string, 1)}
		over := make(chan string, 1)
		network := &watched{Network: topo.NewRing(w.Size), first: func() { over <- <-l.why }}
		if w.Size == 1 {
			return // one host needs no trees
		}
		m := onNetwork(t, w, network, Config{Contenders: Contenders{Rows: rowsNamed("network/bcast")},
			Effort: Effort{Stall: 300 * time.Millisecond}})
		m.guard.StepLimit = 20 * time.Millisecond
		require.NoError(t, m.guard.Start(m.cfg.Stall, l.Stalled))
		defer m.guard.Close()
		// Rank 0 continues after the report, so that this test ends on the other ranks.
		require.NoError(t, packTrees(m, l))
		if w.Rank == 0 {
			assert.Contains(t, <-over, "packing the trees has not finished")
		} else {
			assert.Empty(t, <-l.why)
		}
	})
}

// The watchdog does not report a rank that takes long to record its plans, although the other ranks have
// finished and are in their first call.
func TestPlansAreNoStall(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		const stall = 300 * time.Millisecond
		slow := contender.Contender[float64]{Name: "slow",
			Run: func(catalog.Args[float64]) error { return nil }, Load: func(a catalog.Args[float64]) error {
				if w.Rank == w.Size-1 && a.Root == 0 {
					waitForStall(t, stall)
					waitForStall(t, stall)
				}
				return nil
			}}
		mine := broadcastOf(t, w, Config{Effort: Effort{Stall: stall}, MemoryLimit: little}, slow)
		l := startWatchdog(t, mine.bench)
		defer mine.guard.Close()
		require.NoError(t, mine.set.Load(0, mine.sampler.HasLost))
		require.NoError(t, mpi.Barrier(mine.ranks.Bytes))
		assert.Empty(t, l.why, "stalled without cause")
	})
}
