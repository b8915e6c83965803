package dropin

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/tuned"
)

func find(t *testing.T, id string) catalog.Row[byte] {
	row, found := catalog.FindByteRow(id)
	require.True(t, found, id)
	return row
}

// On many ranks, an operation with a root has plans only for rank 0 as the root. A file for 4096 ranks takes
// up at most 200 MB, and a rank reads at most 1 MB of it.
func TestManyRanks(t *testing.T) {
	for _, p := range []int{AllSizes, MostRanks} {
		f := &Plans{}
		ids := []string{"hcube/bcast", "tree/reduce-knomial", "butterfly/allreduce", "hcube/barrier"}
		for _, id := range ids {
			require.NoError(t, f.Force(find(t, id), p))
		}
		if p == MostRanks {
			assert.Equal(t, 1, f.sets[0].rootCount())
		} else {
			assert.Equal(t, p, f.sets[0].rootCount())
		}
		var file bytes.Buffer
		n, err := f.WriteTo(&file)
		require.NoError(t, err)
		assert.Equal(t, n, int64(file.Len()))
		numbers := make([]int64, 2) // sizes of the whole file and of its index
		require.NoError(t, binary.Read(bytes.NewReader(file.Bytes()[16:]), binary.NativeEndian, numbers))
		assert.Equal(t, n, numbers[0])
		assert.LessOrEqual(t, n, int64(200e6))
		assert.LessOrEqual(t, numbers[1]+(n-numbers[1])/int64(p), int64(1e6), "the index and a part")
	}
}

// libtopocoll.so can stretch the plans of every algorithm for blocks of different lengths, except the plans
// of hcube/alltoall.
func TestStretched(t *testing.T) {
	others := map[string]bool{}
	for _, row := range catalog.ByteRows() {
		if row.Op != catalog.Allgather && !exchangesCounts(row.Op) {
			continue
		}
		for _, p := range []int{1, 3, 4, 6, 8, 16} {
			if !row.Takes(p) {
				continue
			}
			f := &Plans{}
			require.NoError(t, f.Force(row, p))
			for _, s := range f.sets {
				if s.stretched < 0 {
					others[row.ID] = true
					continue
				}
				assert.NotNil(t, f.sets[s.stretched].scratch, row.ID)
			}
		}
	}
	assert.Equal(t, map[string]bool{"hcube/alltoall": true}, others)
}

// The faster an algorithm is with equal blocks, the more the block lengths may differ.
func TestUnevenBlocks(t *testing.T) {
	for gain, want := range map[float64]int32{0: 100, 1.2: 100, 1: 100, 0.8: 150, 0.5: 300,
		1e-9: math.MaxInt32} {
		assert.Equal(t, want, maxUnevenBlock(tuned.Choice{Op: catalog.Allgather, Gain: gain}), gain)
	}
	exchanged := tuned.Choice{Op: catalog.Alltoall, Job: tuned.Job{Ranks: 4}, Gain: 0.5}
	assert.EqualValues(t, 237, maxUnevenBlock(exchanged), "blocks of 8 KiB: an exchange takes 5/32 of the time")
	exchanged.From = 80 << 10
	assert.EqualValues(t, 293, maxUnevenBlock(exchanged), "blocks of 80 KiB: 1/64 of the time")
}

// If an algorithm of a table has too many steps, the native algorithm is used.
func TestTooLong(t *testing.T) {
	f := &Plans{}
	table := &tuned.Table{Choices: []tuned.Choice{{Op: catalog.Allgather,
		Job: tuned.Job{Ranks: 1024, Hosts: 64, Slots: 16}, Algo: "ring/allgather", Sizes: []int{8}}}}
	require.NoError(t, f.Tuned(table, 1024))
	assert.Equal(t, []string{"ring/allgather on 1024 ranks"}, f.TooLong)
	assert.True(t, f.Empty())
	assert.Equal(t, -1, f.choices[0].wholeSet)
	assert.EqualError(t, f.Force(find(t, "ring/allgather"), 1024),
		"ring/allgather on 1024 ranks: too many steps for a plan file: 2096128, want at most 524288")
}

// The plans of an algorithm with two levels are for the hosts of the table's entry, even without a network.
func TestHostsOfTable(t *testing.T) {
	f := &Plans{}
	var choices []tuned.Choice
	for _, job := range []tuned.Job{{Ranks: 8, Hosts: 2, Slots: 4}, {Ranks: 8, Hosts: 4, Slots: 2}} {
		choices = append(choices, tuned.Choice{Op: catalog.Barrier, Job: job, Algo: "network/barrier-hosts"})
	}
	require.NoError(t, f.Tuned(&tuned.Table{Choices: choices}, 8))
	require.Len(t, f.sets, 2)
	for i, node := range []int{4, 2} { // the second host's leader exchanges messages with the first host's
		leader, err := f.sets[i].Plan(node, 0)
		require.NoError(t, err)
		peers := map[int]bool{}
		for _, s := range leader.Steps {
			peers[s.Peer] = true
		}
		assert.True(t, peers[0], choices[i].Job)
		follower, err := f.sets[i].Plan(node+1, 0)
		require.NoError(t, err)
		for _, s := range follower.Steps {
			assert.Equal(t, node, s.Peer, choices[i].Job)
		}
	}
}

// The file contains the length of the longest message of each set. Between hosts, a message of an all-to-all
// in two levels contains a block for each pair of ranks on the two hosts.
func TestLongestMessage(t *testing.T) {
	for id, want := range map[string]int{"network/alltoall-hosts": 64, "hcube/alltoall": 8,
		"ring/alltoall": 15} {
		f := &Plans{}
		table := &tuned.Table{Choices: []tuned.Choice{{Op: catalog.Alltoall, Algo: id,
			Job: tuned.Job{Ranks: 16, Hosts: 2, Slots: 8}}}}
		require.NoError(t, f.Tuned(table, 16))
		_, err := f.WriteTo(io.Discard)
		require.NoError(t, err)
		assert.Equal(t, want*f.sets[0].Units, f.sets[0].longestMessage, id)
	}
}
