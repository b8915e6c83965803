package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// silent is a port that only counts its calls, so every allocation comes from the procedure.
type silent[T any] struct{ rank, size, calls int }

func (s *silent[T]) Rank() int { return s.rank }
func (s *silent[T]) Size() int { return s.size }
func (s *silent[T]) call() error {
	s.calls++
	return nil
}
func (s *silent[T]) Send(int, []T) error                              { return s.call() }
func (s *silent[T]) Recv(int, []T) error                              { return s.call() }
func (s *silent[T]) SendRecv(int, []T, int, []T) error                { return s.call() }
func (s *silent[T]) Round([]comm.Message[T], []comm.Message[T]) error { return s.call() }

// Procedures do not allocate after the first call of a size.
func TestNoAllocation(t *testing.T) {
	const m = 12
	for _, row := range catalog.Rows[uint64]() {
		for _, p := range []int{1, 6, 8, 9, 18} { // with 17 or more nodes, the trees of a ring are shifted
			network := pack.Into(topo.NewRing(p))
			if row.Between != "" {
				network = pack.Into(topo.Fabric{Network: topo.NewStar((p + 2) / 3), Slots: 3}.Between())
				if network.Nodes() != p {
					continue
				}
			}
			for me := range p {
				if !row.Takes(p) {
					continue
				}
				c := comm.New[uint64](&silent[uint64]{rank: me, size: p})
				args := catalog.Args[uint64]{
					Root: p / 2, Shift: 3, Op: Numbers().Counting.Op, Mesh: topo.NearSquare(p, 2),
					Network: network,
					In:      make([]uint64, row.Op.In(p, m, me, p/2)),
					Out:     make([]uint64, row.Op.Out(p, m, me, p/2)),
				}
				allocs := testing.AllocsPerRun(5, func() { assert.NoError(t, row.Run(c, args)) })
				assert.Zero(t, allocs, "%s, node %d of %d", row.ID, me, p)
			}
		}
	}
}

// Every algorithm that accepts them gives the right result on meshes of three dimensions, even with extents
// of 1, and on tall meshes of two dimensions.
func TestOtherMeshes(t *testing.T) {
	extents := []topo.Mesh{{2, 2, 2}, {3, 1, 2}, {5, 3}, {1, 1, 5}, {4, 1}, {4, 2}, {2, 3, 2}, {2, 3, 4}}
	if testing.Short() {
		extents = extents[:3]
	}
	for _, g := range extents {
		for _, row := range catalog.Rows[string]() {
			if !row.OnMesh() || !row.TakesMesh(g) {
				continue
			}
			run := row.Run
			row.Run = func(c *comm.Comm[string], a catalog.Args[string]) error {
				a.Mesh = g
				return run(c, a)
			}
			checkUnlessFailed(t, row.ID, row.ID+"/"+g.String(),
				func(t *testing.T) { checkCases(t, row, Strings(), g.Size()) })
		}
	}
}
