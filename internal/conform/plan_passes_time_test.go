package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// Messages cut into K pieces of m/K words flow, though the procedure does not know it: the pieces follow each other over
// the hops of a broadcast, and phases overlap.
var pipelines = []struct {
	id    string
	ports sim.Ports
	p     []int
	whole func(p int) (startups, blocks int) // the plan as recorded takes startups·ts + blocks·tw·m
	steps func(p, k int) int                 // the cut one takes steps·(ts + tw·m/K)
}{
	// The formula of the pipelined broadcast, (hops + K - 1)(ts + tw·m/K), over p-1 hops; the row's own segment is all of x.
	{"ring/bcast-pipelined", sim.OnePort, []int{4, 9, 16}, func(p int) (int, int) { return p - 1, p - 1 }, overChain},
	{"ring/bcast-pipelined", sim.AllPort, []int{4, 9, 16}, func(p int) (int, int) { return p - 1, p - 1 }, overChain},
	// Both arms at once, or all pieces to the right arm before those to the left one.
	{"ring/bcast", sim.AllPort, []int{8, 9, 16}, func(p int) (int, int) { return p / 2, p / 2 },
		func(p, k int) int { return p/2 + k - 1 }},
	{"ring/bcast", sim.OnePort, []int{8, 9, 16}, func(p int) (int, int) { return (p + 1) / 2, (p + 1) / 2 },
		func(p, k int) int { return max(p/2+k-1, (p-1)/2+2*k-1) }},
	// Reduction and broadcast become one pipeline of all their hops.
	{"ring/allreduce-reduce-bcast", sim.AllPort, []int{8, 9, 16}, func(p int) (int, int) { return p / 2 * 2, p / 2 * 2 },
		func(p, k int) int { return p/2*2 + k - 1 }},
	// The last phase is all that counts: its link carries p - sqrt(p) or p/2 blocks, from the beginning on.
	{"mesh/allgather", sim.AllPort, []int{9, 16}, func(p int) (int, int) { return 2 * (side(p) - 1), p - 1 },
		func(p, k int) int { return (p - side(p)) * k }},
	{"hcube/allgather", sim.AllPort, []int{8, 16}, func(p int) (int, int) { return topo.CubeDim(p), p - 1 },
		func(p, k int) int { return p / 2 * k }},
}

// side of a square mesh.
func side(p int) int { return topo.NearSquare(p, 2)[0] }

func overChain(p, k int) int { return p - 1 + k - 1 }

func TestPipelines(t *testing.T) {
	const m, ts, tw = 720, 8, 1
	for _, row := range pipelines {
		for _, p := range row.p {
			startups, blocks := row.whole(p)
			whole := float64(startups*ts + blocks*tw*m)
			assert.Equal(t, whole, asyncTime(t, row.id, p, m, ts, tw, row.ports, plan.Passes{}), "%s, p=%d", row.id, p)
			for _, k := range []int{2, 3, 10} {
				want := float64(row.steps(p, k) * (ts + tw*m/k))
				assert.Less(t, want, whole, "%s, p=%d, K=%d", row.id, p, k)
				for _, fuse := range []bool{false, true} {
					got := asyncTime(t, row.id, p, m, ts, tw, row.ports, plan.Passes{Segment: m / k, Fuse: fuse})
					assert.Equal(t, want, got, "%s, p=%d, K=%d, %v ports, fused: %v", row.id, p, k, row.ports, fuse)
				}
			}
		}
	}
}

// asyncTime is the simulated time of a row by dependencies.
func asyncTime(t *testing.T, id string, p, m int, ts, tw float64, ports sim.Ports, with plan.Passes) float64 {
	row, _ := catalog.Find[struct{}](id)
	job, err := recorded(id, Case{P: p, M: m, Commuting: true, Segment: m})
	assert.NoError(t, err)
	job = job.Improve(with)
	op := comm.Op[struct{}]{Name: "nothing", Commutative: true, Apply: func(_, _, _ []struct{}) {}}
	time, err := sim.RunAsync(p, sim.Config{Ts: ts, Tw: tw, Ports: ports}, func(port comm.AsyncPort[struct{}]) error {
		in, out := row.Op.In(p, m, port.Rank(), 0), row.Op.Out(p, m, port.Rank(), 0)
		runner := plan.NewRunner[struct{}](&job[port.Rank()])
		return runner.RunAsync(port, op, make([]struct{}, in), make([]struct{}, out))
	})
	assert.NoError(t, err)
	return time
}
