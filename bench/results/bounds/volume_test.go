package bounds

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// homesOf returns the host number of each process. Each letter of the text stands for a host.
func homesOf(letters string) []int {
	hostOf := make([]int, len(letters))
	for i := range letters {
		hostOf[i] = int(letters[i] - 'a')
	}
	return hostOf
}

// The minimum number of bytes equals values computed by hand, with blocks of 1000 bytes.
func TestMustMove(t *testing.T) {
	for _, c := range []struct {
		coll   catalog.Collective
		hostOf string
		want   int
	}{
		{catalog.Bcast, "aabb", 1000},
		{catalog.Reduce, "aabb", 1000},
		{catalog.Scan, "abab", 1000},
		{catalog.Allgather, "aabb", 2000},
		{catalog.Allgather, "aaab", 3000}, // into host b
		{catalog.ReduceScatter, "aaab", 3000},
		{catalog.Allreduce, "aabb", 1000},
		{catalog.Allreduce, "aabbccdd", 1500}, // six messages, four hosts
		{catalog.Scatter, "aabbccdd", 6000},
		{catalog.Scatter, "aaab", 1000}, // from a root on host a
		{catalog.Gather, "aaab", 1000},
		{catalog.Alltoall, "aabb", 4000},
		{catalog.Alltoall, "aaaabbbbccccdddd", 4 * 12000},
		{catalog.Alltoall, "aaab", 3000},
		{catalog.Shift, "aabb", 1000}, // by 1: only the last process of each host sends to another host
		{catalog.Shift, "abab", 0},    // by 2: every process sends to its own host
		{catalog.Shift, "abcd", 1000},
		{catalog.Barrier, "aabb", 0},
		{catalog.Alltoall, "aaaa", 0},
	} {
		assert.Equal(t, c.want, minBytesOfBusiestHost(c.coll, homesOf(c.hostOf), 1000),
			"%s on %s", c.coll, c.hostOf)
	}
}

// No algorithm of the catalog moves fewer bytes into or out of the busiest host than minBytesOfBusiestHost.
func TestNoAlgorithmMovesLess(t *testing.T) {
	const m = 24 // words; every number of blocks divides it
	for _, letters := range []string{"aabb", "abab", "aaab", "abcd", "aabbcc", "abcabc", "aaabbc", "aaaabbbb",
		"abababab"} {
		hostOf := homesOf(letters)
		for _, row := range catalog.ByteRows() {
			if !row.Takes(len(hostOf)) {
				continue
			}
			t.Run(row.ID+" "+letters, func(t *testing.T) {
				must := minBytesOfBusiestHost(row.Op, hostOf, m)
				for at := range len(hostOf) {
					assert.GreaterOrEqual(t, busiestHost(t, row, hostOf, m, at), must,
						"root %d, or shift by %d", at,
						1+at%(len(hostOf)-1))
				}
			})
		}
	}
}

// busiestHost returns the number of words that the busiest host of an algorithm sends to other hosts or
// receives from them, whichever is more.
func busiestHost(t *testing.T, row catalog.Row[byte], hostOf []int, m, at int) (most int) {
	p := len(hostOf)
	job, err := catalog.Record(row, p, m, catalog.Args[byte]{Root: at, Shift: 1 + at%(p-1),
		Op: comm.Op[byte]{Commutative: true}})
	require.NoError(t, err)
	in, out := map[int]int{}, map[int]int{}
	for rank, node := range job {
		for _, s := range node.Steps {
			if from, to := hostOf[rank], hostOf[s.Peer]; s.Kind == plan.Send && from != to {
				out[from] += s.Words()
				in[to] += s.Words()
				most = max(most, out[from], in[to])
			}
		}
	}
	return most
}

// The hosts of the ranks come from the environment. The hosts of an algorithm's labels follow from the
// mapping.
func TestHomes(t *testing.T) {
	env := results.Env{}
	for _, host := range []string{"h0", "h1", "h0", "h1"} {
		env.Ranks = append(env.Ranks, results.Rank{Host: host})
	}
	env.Labels = results.OrderByHost([]string{"h0", "h1", "h0", "h1"})
	byRank, byLabel := hostNumbers(env, 4)
	assert.Equal(t, fmt.Sprint([]int{0, 1, 0, 1}, []int{0, 0, 1, 1}), fmt.Sprint(byRank, byLabel))

	env.Network = "star:2@1gbit,slots=2"
	assert.Equal(t, 2*1000*8.0, Lower(env, catalog.Allgather, 4, 1000),
		"two blocks of the other host, 8 ns a byte")
	assert.Zero(t, Lower(env, catalog.Shift, 4, 1000), "in a shift by 2, the native call never leaves a host")
}
