//go:build cgo

package contender

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/buffers"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

func TestMain(m *testing.M) { mpitest.Main(m) }

// runOf returns a Run on all ranks.
func runOf(t require.TestingT, w *mpi.World, o Options) *Run {
	r, err := group.New(w)
	require.NoError(t, err)
	return NewRun(o, r, group.NewGuard(r))
}

// setOf returns the set of contenders for a case. The contenders are the native call and the given
// algorithms.
func setOf(t require.TestingT, r *Run, op catalog.Collective, bytes int, ids ...string) *Set[float64] {
	var rows []catalog.Info
	for _, id := range ids {
		row, _ := catalog.Find[float64](id)
		rows = append(rows, row.Info)
	}
	c := results.Case{Op: op, P: r.ranks.World.Size, Bytes: bytes}
	s, err := NewSet[float64](r, c, rows, &buffers.Memory{Reuse: 1 << 20, Room: 1 << 18})
	require.NoError(t, err)
	return s
}

// none returns false for every contender: no contender has lost a race.
func none(int) bool { return false }

// Contenders stay in one group only if they are in one group on every rank.
func TestTogether(t *testing.T) {
	assert.Equal(t, []int{0, 1, 1, 3, 0}, intersectGroups([]int64{
		0, 1, 1, 1, 0,
		0, 0, 0, 3, 0,
	}, 5))
}

// Contenders with the same plans get different digests if the plans of their forms Undivided differ.
func TestDigestOfUndivided(t *testing.T) {
	n := node[float64]{op: catalog.Bcast, p: 2, m: 8, calls: make([]catalog.Args[float64], 2)}
	digest := func(segment int, undivided *Contender[float64]) string {
		c := Contender[float64]{Name: "hcube/bcast", Segment: segment, Undivided: undivided}
		text, err := n.digest(c, []int{0}, func() {})
		require.NoError(t, err)
		return text
	}
	whole, inHalves := &Contender[float64]{}, &Contender[float64]{Segment: 4}
	assert.Equal(t, digest(2, whole), digest(2, whole))
	assert.NotEqual(t, digest(2, whole), digest(2, nil))
	assert.NotEqual(t, digest(2, whole), digest(2, inHalves))
	assert.Equal(t, digest(8, whole), digest(0, nil), "no message is longer than a segment")
}

// Algorithms may have the same plans for one root, but not for another root or with segments. Only algorithms
// with the same plans for every root stay in one group.
func TestAlikeForEveryRoot(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size < 3 {
			return
		}
		s := setOf(t, runOf(t, w, Options{}), catalog.Bcast, 64, "ring/bcast-doubling", "hcube/bcast")
		together := []int{0, 1, 1}
		groups, err := s.splitGroups(together, []int{0})
		require.NoError(t, err)
		assert.Equal(t, together, groups)
		groups, err = s.splitGroups(together, s.Roots)
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1, 2}, groups)
		require.NoError(t, s.MergeSamePlans())
		assert.Len(t, s.Contenders, 3)

		s.Contenders[2].Segment = 2
		groups, err = s.splitGroups(together, []int{0})
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1, 2}, groups, "in other segments")
	})
}
