package conform

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// sizesOf holds the numbers of nodes for which the textbook has formulas. The key describes the values of p
// that an algorithm accepts.
var sizesOf = map[string][]int{
	"any p":                      {2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17},
	"p = 2^d":                    {2, 4, 8, 16, 32},
	"p = product of the extents": {4, 9, 16, 25, 36},
	"p even":                     {2, 4, 6, 8, 10, 12, 16, 18},
	"p = q·r^d":                  {2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 18, 24, 32},
}

// Every algorithm sends the numbers of messages and words that the textbook states. With another root, other
// nodes do the same work.
func TestPattern(t *testing.T) {
	of := map[string]pattern{}
	for _, want := range patterns {
		for _, id := range strings.Fields(want.ids) {
			of[id] = want
		}
	}
	for _, row := range catalog.ByteRows() {
		if row.Between != "" { // see TestHosts
			continue
		}
		want, found := of[row.ID]
		delete(of, row.ID)
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			require.True(t, found, "no entry for %s; add one to internal/conform/pattern_table_test.go",
				row.ID)
			for _, k := range want.cases(row.Info) {
				job, err := recorded(row.ID, k)
				require.NoError(t, err)
				require.Equal(t, want.sums(k), sumsOf(job), "%+v", k)
			}
		})
	}
	assert.Empty(t, of, "patterns without a row")
}

func (want pattern) cases(info catalog.Info) (list []Case) {
	for _, p := range sizesOf[info.Accepts.String()] {
		for _, m := range want.of.lengths(p) {
			for _, root := range roots(info.Op, p) {
				for _, q := range shifts(info.Op, p) {
					for _, radix := range radices(info, p) {
						if info.Radix > 0 && info.WithRadix(radix).Folds(p) {
							continue
						}
						list = append(list,
							Case{P: p, Root: root, M: m, Shift: q, Segment: segment, Radix: radix,
								Commuting: true})
					}
				}
			}
		}
	}
	return list
}

func (want pattern) sums(k Case) sums {
	messages, words := want.messages(k), want.of.words(k)
	if want.of.cut {
		messages *= max(1, k.M/segment)
	}
	return sums{messages, words * want.words(k), words * want.most(k)}
}

type sums struct{ messages, words, most int }

func sumsOf(job plan.Job) (all sums) {
	for _, node := range job {
		var words [2]int
		for _, step := range node.Steps {
			if step.Kind == plan.Send {
				all.messages++
				all.words += step.Words()
			}
			if step.Message() {
				words[step.Kind] += step.Words()
			}
		}
		all.most = max(all.most, words[plan.Send], words[plan.Recv])
	}
	return all
}

// Messages go only between neighbours on the network of an algorithm, unless the algorithm's formula counts
// the links of a message.
func TestNeighbours(t *testing.T) {
	for _, row := range catalog.ByteRows() {
		for p := 1; p <= 32; p++ {
			meshes := []topo.Mesh{nil}
			if row.OnMesh() {
				// On 32 nodes, the last mesh is the hypercube.
				meshes = []topo.Mesh{topo.NearSquare(p, 2), topo.NearSquare(p, 3), topo.NearSquare(p, 5)}
			}
			for _, g := range meshes {
				if model := row.Model(); !model.CT && row.Accepts.Has(p) && row.TakesMesh(g) &&
					(len(g) < 3 || row.ID != "mesh/bcast-trees") {
					neighbours(t, row.Info, model,
						Case{P: p, M: 7, Root: p / 3, Shift: p / 3, Commuting: true, Mesh: g})
				}
			}
		}
	}
}

func neighbours(t *testing.T, info catalog.Info, model catalog.Model, k Case) {
	network, err := model.Home.Network(k.P, k.Mesh)
	require.NoError(t, err)
	job, err := recorded(info.ID, k)
	require.NoError(t, err)
	at := model.Placement(k.P)
	if at == nil {
		at = topo.Integers(k.P)
	}
	for rank, to := range receivers(job) {
		for _, to := range to {
			require.Len(t, network.Route(nil, at[rank], at[to]), 1, "%s, %d to %d, %+v", info.ID, rank, to, k)
		}
	}
}

// receivers returns, for every node, the receivers of its messages.
func receivers(job plan.Job) [][]int {
	to := make([][]int, len(job))
	for rank, node := range job {
		for _, step := range node.Steps {
			if step.Kind == plan.Send {
				to[rank] = append(to[rank], step.Peer)
			}
		}
	}
	return to
}

// Algorithms without a formula for their time have the expected number of steps.
func TestSteps(t *testing.T) {
	twoSteps := func(k Case) int { return min(2, k.P-1) } // with one other node there is only one direction
	for ids, steps := range map[string]count{
		"mesh/scan mesh/exscan":        plus(both(less1), func(k Case) int { return (n(k) + 1) / 2 }),
		"network/bcast network/reduce": twoSteps,
		"network/allreduce-rooted":     times(2, twoSteps),
		"network/allreduce":            times(2, one),
		"network/allgather network/reducescatter network/alltoall network/scatter network/gather": one,
	} {
		for _, id := range strings.Fields(ids) {
			row, _ := catalog.Find[struct{}](id)
			for _, p := range sizesOf[row.Accepts.String()] {
				k := Case{P: p, M: p}
				nothing := comm.Op[struct{}]{Name: "nothing", Commutative: true,
					Apply: func(_, _, _ []struct{}) {}}
				result, err :=
					sim.Run(context.Background(), p, sim.Config{Ports: sim.AllPort},
						func(port comm.Port[struct{}]) error {
							in, out := row.Op.In(p, k.M, port.Rank(), 0), row.Op.Out(p, k.M, port.Rank(), 0)
							return row.Run(comm.New(port),
								catalog.Args[struct{}]{Op: nothing, In: make([]struct{}, in),
									Out: make([]struct{}, out)})
						})
				require.NoError(t, err)
				assert.Equal(t, steps(k), result.Rounds, "%s, p=%d", id, p)
			}
		}
	}
}
