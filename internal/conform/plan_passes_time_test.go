package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/plan"
	"topocoll/topo"
)

// pipelines lists procedures and the times of their plans after each message is divided into K segments of
// m/K words. The procedures are not written as pipelines. Still, the segments follow each other over the hops
// of a broadcast, and the phases overlap.
var pipelines = []struct {
	id    string
	all   bool // all-port instead of one-port
	p     []int
	whole func(p int) (startups, blocks int) // the recorded plan takes startups·ts + blocks·tw·m
	steps func(p, k int) int                 // the divided plan takes steps·(ts + tw·m/K)
}{
	// The time is the formula of the pipelined broadcast, (ts + tw·m/K)(hops + K - 1), over p-1 hops. The
	// algorithm's own segment is the whole message.
	{"ring/bcast-pipelined", false, []int{4, 9, 16}, func(p int) (int, int) { return p - 1, p - 1 },
		chainSteps},
	{"ring/bcast-pipelined", true, []int{4, 9, 16}, func(p int) (int, int) { return p - 1, p - 1 },
		chainSteps},
	// With all ports both arms begin at the same time. With one port all segments go to the right arm before
	// the left one.
	{"ring/bcast", true, []int{8, 9, 16}, func(p int) (int, int) { return p / 2, p / 2 },
		func(p, k int) int { return p/2 + k - 1 }},
	{"ring/bcast", false, []int{8, 9, 16}, func(p int) (int, int) { return (p + 1) / 2, (p + 1) / 2 },
		func(p, k int) int { return max(p/2+k-1, (p-1)/2+2*k-1) }},
	// Reduction and broadcast form one pipeline over all their hops.
	{"ring/allreduce-reduce-bcast", true, []int{8, 9, 16},
		func(p int) (int, int) { return p / 2 * 2, p / 2 * 2 },
		func(p, k int) int { return p/2*2 + k - 1 }},
	// Only the last phase determines the time. Its link carries p - sqrt(p) or p/2 blocks from the start.
	{"mesh/allgather", true, []int{9, 16}, func(p int) (int, int) { return 2 * (side(p) - 1), p - 1 },
		func(p, k int) int { return (p - side(p)) * k }},
	{"hcube/allgather", true, []int{8, 16}, func(p int) (int, int) { return topo.CubeDim(p), p - 1 },
		func(p, k int) int { return p / 2 * k }},
}

// side returns the extent of a square mesh.
func side(p int) int { return topo.NearSquare(p, 2)[0] }

func chainSteps(p, k int) int { return p - 1 + k - 1 }

func TestPipelines(t *testing.T) {
	const m, ts, tw = 720, 8, 1
	for _, row := range pipelines {
		for _, p := range row.p {
			machine := plan.Machine{Ts: ts, Tw: tw, AllPort: row.all}
			startups, blocks := row.whole(p)
			whole := float64(startups*ts + blocks*tw*m)
			assert.Equal(t, whole, finishOf(t, row.id, p, m, machine, plan.Passes{}), "%s, p=%d", row.id, p)
			for _, k := range []int{2, 3, 10} {
				want := float64(row.steps(p, k) * (ts + tw*m/k))
				assert.Less(t, want, whole, "%s, p=%d, K=%d", row.id, p, k)
				for _, fuse := range []bool{false, true} {
					got := finishOf(t, row.id, p, m, machine, plan.Passes{Segment: m / k, Fuse: fuse})
					assert.Equal(t, want, got, "%s, p=%d, K=%d, all ports: %v, fused: %v", row.id, p, k,
						row.all, fuse)
				}
			}
		}
	}
}

// finishOf returns the end of the schedule of an algorithm.
func finishOf(t *testing.T, id string, p, m int, machine plan.Machine, with plan.Passes) float64 {
	job, err := recorded(id, Case{P: p, M: m, Commuting: true, Segment: m})
	assert.NoError(t, err)
	s, err := job.Improve(with).Schedule(machine)
	assert.NoError(t, err)
	return s.Finish
}
