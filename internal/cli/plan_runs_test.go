package cli

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/results/bounds"
	"topocoll/catalog"
	"topocoll/comm"
	clibench "topocoll/internal/cli/bench"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A loader is a port that records the plan of the last compiled call.
type loader struct {
	comm.Port[float64]
	plan.Program[float64]
	rank, p  int
	loaded   *plan.Plan
	programs plan.Cache[float64]
}

func (l *loader) Rank() int                                        { return l.rank }
func (l *loader) Size() int                                        { return l.p }
func (l *loader) Programs() *plan.Cache[float64]                   { return &l.programs }
func (l *loader) Load(p *plan.Plan) (plan.Program[float64], error) { l.loaded = p; return l, nil }
func (l *loader) Run(comm.Op[float64], []float64, []float64) error { return nil }
func (l *loader) Bytes() int                                       { return 0 }
func (l *loader) Free()                                            {}

// runs returns the plans that the processes load in a call of a compiled algorithm.
func runs(t *testing.T, info catalog.Info, p, m int, a catalog.Args[float64]) plan.Job {
	row, _ := catalog.Find[float64](info.ID)
	job := make(plan.Job, p)
	for rank := range p {
		port := &loader{rank: rank, p: p}
		a.In, a.Out = make([]float64, row.Op.In(p, m, rank, a.Root)),
			make([]float64, row.Op.Out(p, m, rank, a.Root))
		_, _, err := catalog.Compiled(row).Bind(comm.New[float64](port), a)
		require.NoError(t, err, info.ID)
		job[rank] = *port.loaded
	}
	return job
}

// written returns the call that bench reads from the output of plan --json.
func written(t *testing.T, info catalog.Info, p, m int, flags string) contender.PlannedCall {
	args := fmt.Sprintf("plan --json %s -n %d -m %d %s", info.ID, p, m, flags)
	if info.Op.Rooted() {
		args += fmt.Sprint(" --root ", p-1)
	}
	file := write(t, "plan.json", shown(t, args))
	plans, err := clibench.ReadPlans([]string{file}, bench.Config{MeasuredCases: bench.MeasuredCases{
		Collectives: []catalog.Collective{info.Op}, Sizes: []int{8 * m}}})
	require.NoError(t, err)
	return plans[0]
}

func hostsOf(p int) (hosts []string) {
	for i := range p {
		hosts = append(hosts, topo.HostName(i))
	}
	return hosts
}

// The plan file of an algorithm passes plan check. It has the same steps as the plans that the algorithm
// loads when bench runs it on the same ranks. This holds for whole messages, for segments that bench
// chooses and for --segment, with and without a known network.
func TestPlanIsTheOneThatRuns(t *testing.T) {
	sum := comm.Op[float64]{Name: "sum", Commutative: true, Apply: func(_, _, _ []float64) {}}
	for _, info := range catalog.ByteRows() {
		for _, of := range [][2]int{{2, 1}, {3, 24}, {6, 24}, {8, 24}} {
			p, m := of[0], of[1]
			if !info.Takes(p) || p == 8 && info.Takes(6) {
				continue
			}
			if info.Op == catalog.Barrier {
				m = 0
			}
			what := fmt.Sprintf("%s, p = %d, m = %d", info.ID, p, m)
			a := catalog.Args[float64]{Root: p - 1, Shift: 1, Op: sum, Mesh: topo.NearSquare(p, 2)}
			whole := written(t, info.Info, p, m, "")
			assert.True(t, whole.Whole, what)
			assert.Equal(t, runs(t, info.Info, p, m, a), whole.Job, what)

			a.PlanSegment = 5
			assert.Equal(t, runs(t, info.Info, p, m, a), whole.Job.Improve(plan.Passes{Segment: a.PlanSegment}),
				"%s, divided by bench", what)

			a.Segment = 5
			segmented := written(t, info.Info, p, m, "--segment 5")
			assert.False(t, segmented.Whole, what)
			assert.Equal(t, runs(t, info.Info, p, m, a), segmented.Job, "%s, --segment 5", what)

			if p != 6 {
				continue
			}
			const network = "torus:2x3"
			a = catalog.Args[float64]{Root: p - 1, Shift: 1, Op: sum, Mesh: topo.Mesh{2, 3},
				Network: pack.Into(bounds.Network(network+"@1gbit", hostsOf(p), nil))}
			assert.Equal(t, runs(t, info.Info, p, m, a),
				written(t, info.Info, p, m, "--map identity --network "+network).Job, "%s on %s", what,
				network)
		}
	}
}

// A plan is marked as requiring a commutative operator only if the algorithm has different steps for
// operators that do not commute.
func TestPlanSaysWhichOperators(t *testing.T) {
	shows(t, "plan --json -m 9", map[string]string{
		"ring/reduce --root 5":              `"commutative":true`,
		"ring/reduce --root 5 --no-commute": `"commutative":false`,
		// the root is in the middle of the ring, so both arms combine in label order
		"ring/reduce --root 3":     `"commutative":false`,
		"hcube/scan":               `"commutative":false`,
		"ring/bcast":               `"commutative":false`,
		"ring/reducescatter-bidir": `"commutative":true`,
	})
	refuses(t, "plan", map[string]string{"ring/reducescatter-bidir --no-commute": "does not commute"})
}
