package catalog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// noting is a port of a single process. It records the plans that it loads instead of executing them.
type noting struct {
	comm.Port[byte]
	rank, p int
	cache   plan.Cache[byte]
	loads   int
	ran     *plan.Plan
}

func (n *noting) Rank() int                   { return n.rank }
func (n *noting) Size() int                   { return n.p }
func (n *noting) Programs() *plan.Cache[byte] { return &n.cache }

func (n *noting) Load(p *plan.Plan) (plan.Program[byte], error) {
	n.loads++
	return &noted{noting: n, plan: p}, nil
}

type noted struct {
	plan.Program[byte]
	*noting
	plan *plan.Plan
}

func (n *noted) Run(comm.Op[byte], []byte, []byte) error { n.ran = n.plan; return nil }
func (n *noted) Bytes() int                              { return 1 }
func (n *noted) Free()                                   {}
func (n *noted) Scaled(k int) (plan.Program[byte], error) {
	return &noted{noting: n.noting, plan: n.plan.Scaled(k)}, nil
}

// A compiled row executes the plan that is recorded for the same length, node and root. The order of the
// lengths does not matter. If a template covers many lengths, plans are recorded for only a few of them.
func TestCompiledByTemplate(t *testing.T) {
	lengths := []int{1, 2, 3, 4, 5, 7, 0, 12, 16, 17, 48, 60, 64, 100, 255, 256, 1000, 1024, 1680, 5040, 4096,
		6720}
	calls, loads := 0, 0
	for _, network := range []topo.Network{topo.NewStar(1), topo.NewStar(2), topo.NewStar(3),
		topo.NewTorus(topo.Mesh{2, 2}), topo.NewStar(6), topo.NewTorus(topo.Mesh{3, 3}),
		topo.NewTorus(topo.Mesh{4, 4})} {
		p := network.Nodes()
		args := Args[byte]{Shift: 1, Network: pack.Into(network)}
		for _, row := range Rows[byte]() {
			if !row.Takes(p) {
				continue
			}
			for rank := 0; rank < p; rank += 1 + p/6 {
				port := &noting{rank: rank, p: p}
				c, compiled := comm.New[byte](port), Compiled(row)
				for root := range p {
					if root > 0 && (!row.Op.Rooted() || p > 6 && root != p-1) {
						continue
					}
					for _, m := range lengths {
						a := args
						a.Root, a.Op = root,
							comm.Op[byte]{Commutative: row.Commutative, Apply: func(_, _, _ []byte) {}}
						if p == 6 && m%2 == 0 {
							a.PlanSegment = 100
						}
						want, err := Plan(row, rank, p, m, a)
						a.In, a.Out = make([]byte, a.Counts.In(row.Op, p, m, rank, root)),
							make([]byte, a.Counts.Out(row.Op, p, m, rank, root))
						if err != nil {
							require.Error(t, compiled.Run(c, a))
							continue
						}
						require.NoError(t, compiled.Run(c, a))
						calls++
						require.True(t, want.Equal(port.ran), "%s, %d words, node %d of %d, root %d", row.ID,
							m, rank, p, root)
					}
				}
				loads += port.loads
			}
		}
	}
	assert.Less(t, loads, calls/2)
}

// An algorithm that is not in the catalog has no plan, so its call is refused.
func TestCompiledUnknownRow(t *testing.T) {
	run := func(*comm.Comm[byte], Args[byte]) error { return nil }
	compiled := Compiled(Row[byte]{Info: Info{ID: "my/bcast", Op: Bcast}, Run: run})
	err := compiled.Run(comm.New[byte](&noting{p: 1}), Args[byte]{Out: make([]byte, 1)})
	require.ErrorIs(t, err, comm.ErrArgument)
	assert.ErrorContains(t, err, `the catalog has no algorithm "my/bcast"`)
}
