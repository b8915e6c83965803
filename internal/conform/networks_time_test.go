package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// On nodes that use all links at once, the algorithms for any network take the time of the links, in words of
// a block. A further term vanishes with the segment size. Blocks of a scatter, a gather or an all-to-all are
// not divided, so their bound is a whole number of blocks.
func TestNetworksReachTheBound(t *testing.T) {
	mesh := func(r, c int) topo.Network { return topo.NewTorus(topo.Mesh{r, c}) }
	for _, c := range []struct {
		network topo.Network
		id      string
		bound   float64
		// additional time relative to the bound, which a schedule loses at its ends and in the middle
		spare float64
	}{
		{topo.NewRing(8), "network/bcast", 1. / 2, 0},
		{mesh(4, 4), "network/bcast", 1. / 4, 0},
		{mesh(3, 5), "network/bcast", 1. / 4, 0},
		{topo.NewHypercube(8), "network/bcast", 1. / 3, 0},
		{mesh(4, 4), "network/reduce", 1. / 4, 0},
		{mesh(3, 5), "network/reduce", 1. / 4, 0},
		{topo.NewRing(8), "network/allgather", 7. / 2, 0},
		{mesh(4, 4), "network/allgather", 15. / 4, 0},
		{mesh(3, 5), "network/allgather", 14. / 4, 0},
		{topo.NewHypercube(8), "network/allgather", 7. / 3, 0.15},
		{topo.NewRing(8), "network/reducescatter", 7. / 2, 0},
		{mesh(4, 4), "network/reducescatter", 15. / 4, 0},
		{mesh(3, 5), "network/reducescatter", 14. / 4, 0.08},
		{topo.NewRing(8), "network/allreduce", 2 * 7. / 8 / 2, 0},
		{mesh(4, 4), "network/allreduce", 2 * 15. / 16 / 4, 0.02},
		{mesh(4, 4), "network/allreduce-rooted", 2 * 1. / 4, 0},
		{topo.NewRing(8), "network/scatter", 4, 0},
		{mesh(4, 4), "network/scatter", 4, 0},
		{mesh(4, 4), "network/gather", 4, 0},
		{topo.NewHypercube(8), "network/scatter", 3, 0},
		{topo.NewRing(8), "network/alltoall", 8, 0},
		{mesh(4, 4), "network/alltoall", 8, 0},
		{mesh(3, 5), "network/alltoall", 9, 0},
	} {
		const segments = 64
		p := c.network.Nodes()
		k := Case{P: p, M: 960, Commuting: true, Network: pack.Into(c.network)}
		info, _ := catalog.FindByteRow(c.id)
		for _, k.Root = range roots(info.Op, p)[:min(2, len(roots(info.Op, p)))] {
			job, err := recorded(c.id, k)
			require.NoError(t, err)
			segment := (job.LongestMessage() + segments - 1) / segments
			s, err := job.Improve(plan.Passes{Segment: segment, Fuse: true}).Schedule(
				plan.Machine{Tw: 1, AllPort: true})
			require.NoError(t, err)
			bound := c.bound * float64(k.M)
			assert.GreaterOrEqual(t, s.Finish, bound, "%s on %v", c.id, c.network)
			assert.LessOrEqual(t, s.Finish, bound*(1+c.spare)+float64(2*p*segment), "%s on %v, root %d", c.id,
				c.network, k.Root)
		}
	}
}
