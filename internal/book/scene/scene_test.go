package scene

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
)

func scene(t *testing.T, fields map[string]string) *Scene {
	t.Helper()
	v, err := ReadView(fields)
	require.NoError(t, err, fields)
	s, err := Run(v, func(string) {})
	require.NoError(t, err, fields)
	return s
}

// everyRow runs every algorithm on the network of its formula, with a segment size unless `segment` is "".
func everyRow(t *testing.T, ps []int, segment string,
	check func(t *testing.T, row catalog.Row[emptyWord], s *Scene)) {
	for _, row := range catalog.Rows[emptyWord]() {
		for _, p := range ps {
			if row.Takes(p) {
				t.Run(fmt.Sprintf("%s/%d", row.ID, p), func(t *testing.T) {
					check(t, row,
						scene(t, map[string]string{"row": row.ID, "p": fmt.Sprint(p), "m": "1440", "th": "0",
							"root": fmt.Sprint(p / 2), "shift": "3", "segment": segment}))
				})
			}
		}
	}
}

// The clock ends at the time of the formula. Every call, message and state is within that time.
func TestClockEndsAtTheFormula(t *testing.T) {
	everyRow(t, []int{1, 6, 8, 9}, "", func(t *testing.T, row catalog.Row[emptyWord], s *Scene) {
		if s.Formula.Time != nil {
			assert.Equal(t, *s.Formula.Time, s.Time, "%+v", s.Formula)
		}
		for _, m := range s.Messages {
			if s.CutThrough {
				assert.Len(t, m.Taken, min(1, len(m.Ways)))
			} else {
				assert.Len(t, m.Taken, len(m.Ways))
			}
			assert.True(t, m.Start <= m.End && m.End <= s.Time, "%+v", m)
			require.NotEmpty(t, m.Left)
			assert.Equal(t, m.End, slices.Max(m.Left))
		}
		if len(s.Messages) > 0 {
			assert.Equal(t, s.Time, s.Stops[len(s.Stops)-1])
		}
		for _, n := range s.Nodes {
			assert.True(t, slices.IsSorted(n.Ends))
			for _, site := range n.Sites {
				assert.NotEmpty(t, s.Sites[site])
			}
		}
	})
}

// After the last message every node holds the result of the operation.
func TestHeldAtTheEnd(t *testing.T) { everyRow(t, []int{1, 6, 8}, "", holdsAtTheEnd) }

func holdsAtTheEnd(t *testing.T, row catalog.Row[emptyWord], s *Scene) {
	held, shares := make([][]int, s.P), make([][]float64, s.P)
	for _, h := range s.Held {
		held[h.Node], shares[h.Node] = h.Blocks, h.Shares
	}
	all := func(n int) (labels []int) {
		for i := range n {
			labels = append(labels, i)
		}
		return labels
	}
	for node := range s.P {
		var want []int
		switch root := s.P / 2; row.Op {
		case catalog.Bcast:
			want = held[root]
		case catalog.Reduce, catalog.Gather:
			if node == root {
				want = all(s.P)
			}
		case catalog.Allgather, catalog.Allreduce, catalog.Barrier, catalog.Alltoall:
			want = all(s.P)
		case catalog.ReduceScatter, catalog.Scatter:
			want = []int{node}
		case catalog.Scan:
			want = all(node + 1)
		case catalog.Exscan:
			want = all(node)
		case catalog.Shift:
			want = []int{((node-3)%s.P + s.P) % s.P}
		}
		assert.ElementsMatch(t, want, held[node], "node %d", node)
		assert.Nil(t, shares[node], "node %d has parts of blocks", node)
	}
}

func TestMenuHasEveryRow(t *testing.T) {
	var ids []string
	for _, operation := range NewMenu().Operations {
		assert.Equal(t, operation.Name == "bcast" || operation.Name == "reduce" ||
			operation.Name == "scatter" || operation.Name == "gather", operation.Rooted, operation.Name)
		for _, row := range operation.Rows {
			ids = append(ids, row.ID)
		}
	}
	for i, row := range catalog.Rows[emptyWord]() {
		assert.Equal(t, row.ID, ids[i])
	}
}

// In the hypercube's all-gather on a ring, figure 3.14, messages wait for links, and the time differs from
// the formula.
func TestContention(t *testing.T) {
	s := scene(t, map[string]string{"row": "hcube/allgather", "network": "ring"})
	assert.Greater(t, s.Time, *s.Formula.Time)
	assert.Greater(t, s.Waits, 0.0)
	assert.Contains(t, s.Formula.Note, "The formula is for hypercube:8. On this network, messages wait")
	assert.Zero(t, scene(t, map[string]string{"row": "hcube/allgather"}).Waits)
}

func TestLegend(t *testing.T) {
	for row, want := range map[string]string{
		"hcube/allgather": "0-3: the blocks of nodes 0 to 3",
		"ring/allgather":  "0-7: the blocks of nodes 0 to 7",
		"hcube/allreduce-rabenseifner": "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3; " +
			"[1]: only part 1 (the parts are 0 to 7)",
		"hcube/bcast": "",
	} {
		assert.Equal(t, want, scene(t, map[string]string{"row": row}).Legend, row)
	}
}

func TestNumbers(t *testing.T) {
	for row, want := range map[string]string{
		"hcube/bcast":          "(10 + 0.01·960)·log 8",
		"ring/allgather":       "(10 + 0.01·960)(8-1)",
		"ring/allgather-bidir": "2·10·floor(8/2) + 0.01·960·(8-1)",
		"mesh/allgather":       "10·((2-1) + (4-1)) + 0.01·960·(8-1)",
		"hcube/shift":          "(10 + 0.01·960)(2·ones(1) - (1 mod 2))",
		"mesh/shift":           "(10 + 0.01·960)·2",
		"circulant/barrier":    "4·10",
		"hcube/alltoall-ecube": "(10 + 0.01·960)(8-1) + (0.1/2)·8·log 8",
		"mesh/alltoall-crossed": "4·10·(floor(2/2) + floor(4/2)) + 0.01·960·8·(floor(2²/4)/2 + " +
			"floor(4²/4)/4)",
	} {
		assert.Equal(t, want, scene(t, map[string]string{"row": row}).Formula.Numbers, row)
	}
}

// The rate of a network determines tw, as in simulate. At 200 Mbit/s, 8 bytes take 0.32 µs.
func TestRate(t *testing.T) {
	for tw, want := range map[string]float64{"": 0.32, "0.5": 0.5} {
		v, err := ReadView(map[string]string{"network": "torus:4x4@200mbit", "tw": tw})
		require.NoError(t, err)
		assert.Equal(t, want, v.Tw)
	}
	s := scene(t, map[string]string{"network": "crossbar@200mbit", "row": "ring/bcast-linear", "p": "2"})
	assert.Equal(t, 10+0.32*960, s.Time)
}

func TestRefuses(t *testing.T) {
	for want, fields := range map[string]map[string]string{
		`p "many", want a whole number, at most 256`: {"p": "many"},
		`m "-1", want a whole number`:                {"m": "-1"},
		`ts "NaN", want µs from 0`:                   {"ts": "NaN"},
		`no algorithm "hcube/none"`:                  {"row": "hcube/none"},
		`hcube/alltoall needs p = 2^d, got p = 6`: {
			"row": "hcube/alltoall", "p": "6"},
		`root 8, want 0 to 7`:                    {"root": "8"},
		`network ring:4 has 4 nodes, but p is 8`: {"network": "ring:4"},
		`network torus:1000x1000, want at most 256 nodes`: {
			"network": "torus:1000x1000"},
		`routing "wormhole", want sf or ct`: {
			"routing": "wormhole"},
		`ports "two", want one, half or all`: {"ports": "two"},
		`segment 1 divides m into 1000000 parts, but at most 16384 are allowed on 8 nodes`: {
			"row": "ring/bcast-pipelined", "m": "1000000", "segment": "1"},
		`ring/bcast-pipelined divides m into 16515 parts, but at most 512 are allowed on 256 nodes`: {
			"row": "ring/bcast-pipelined", "m": "1073741824", "p": "256"},
		`extents 2x3, want a mesh of 8 nodes (p) that mesh/scan accepts`: {"row": "mesh/scan",
			"dims": "2x3"},
	} {
		v, err := ReadView(fields)
		if err == nil {
			_, err = Run(v, func(string) {})
		}
		assert.ErrorContains(t, err, want)
	}
}
