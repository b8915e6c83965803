package cli

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/virtual"
)

// simulated returns the outcome of a simulation.
func simulated(t *testing.T, args string) (o virtual.Outcome) {
	require.NoError(t, json.Unmarshal([]byte(shown(t, "simulate --json "+args)), &o))
	return o
}

// In a reduction followed by a broadcast, with messages in K segments, the broadcast of a segment overlaps
// the reduction of the next one. By hand, for p = 2: K+1 steps instead of 2K, because both directions of a
// link are used.
func TestSimulateSegment(t *testing.T) {
	const all = "ring/allreduce-reduce-bcast -n 2 -m 1000 --ts 10 --tw 1 "
	assert.InDelta(t, 2*1010, simulated(t, all).Time, 1e-9)
	segmented := simulated(t, all+"--segment 100")
	assert.InDelta(t, 11*110, segmented.Time, 1e-9)
	formula := 2 * 1010.0
	assert.Equal(t,
		virtual.Outcome{Algo: "ring/allreduce-reduce-bcast", P: 2, M: 1000, Time: segmented.Time,
			Formula: &formula, Rounds: 11, Messages: 20, Words: 2000, MaxLinkWords: 1000, Segment: 100}, segmented)
	assert.InDelta(t, 9*135, simulated(t, all+"--segment auto").Time, 1e-9,
		"the best power of two is 128, which makes 8 segments of 125")

	// 1024 is the largest number of processes with --segment. Node 0 sends 10 whole messages in succession.
	assert.InDelta(t, 10*1010, simulated(t, "hcube/bcast -n 1024 -m 1000 --ts 10 --tw 1 --segment 1000").Time,
		1e-9)

	// Segments do not help a binomial tree of one-port nodes, because node 0 sends 3K segments. With all
	// ports the tree is a pipeline of 3 hops.
	tree := "hcube/bcast -n 8 -m 1000 --ts 10 --tw 1 --segment 100 "
	assert.InDelta(t, 30*110, simulated(t, tree).Time, 1e-9)
	assert.InDelta(t, (10+3-1)*110, simulated(t, tree+"--ports all").Time, 1e-9)
	assert.Equal(t, simulated(t, "hcube/bcast -n 8 -m 1000 --ts 10 --tw 1"),
		simulated(t, "hcube/bcast -n 8 -m 1000 --ts 10 --tw 1 --segment auto"))
}

func TestSimulateSegmentSaysSo(t *testing.T) {
	stdout := shown(t, "simulate ring/reduce -n 4 -m 100 --segment 10 --ts 1")
	assert.Contains(t, stdout,
		"messages of more than 10 words are divided; every node executes each step as\n  soon as its "+
			"dependencies are done, without contention for links\n")
	assert.Contains(t, stdout, ", for whole messages\n")
	stdout = shown(t, "simulate hcube/bcast -n 8 --segment auto")
	assert.Contains(t, stdout, "whole messages are fastest")
	stdout = shown(t, "simulate ring/bcast mesh/bcast --sweep m=1K:2K --segment auto --json")
	assert.Contains(t, stdout, `"segment_words": `)
	refuses(t, "simulate ring/bcast", map[string]string{
		"--segment 1 -n 1025":    "--segment with -n 1025, want at most 1024",
		"--segment 1 -m 64M":     "--segment with -m 67108864, want at most 33554432 words for -n 8",
		"--segment 1 -m 100K":    "steps, want at most 65536",
		"--segment 1 -n 2 -m 4K": "--segment 1 is too short for messages of 4096 words; use at least 4",
		"--segment none":         "or auto",
		"--segment 2 --root 9":   "--root 9, want 0..7",
	})
}

// A pipelined algorithm uses segments of the given length, here 4 of 25 words over 3 links. With auto it
// chooses the number itself.
func TestSimulateSegmentsOfAPipeline(t *testing.T) {
	const all = "ring/bcast-pipelined -n 4 -m 100 --ts 10 --tw 1"
	some := simulated(t, all+" --segment 25")
	assert.InDelta(t, (4+2)*35, some.Time, 1e-9)
	assert.InDelta(t, some.Time, *some.Formula, 1e-9)
	assert.Zero(t, some.Segment)
	assert.Equal(t, simulated(t, all), simulated(t, all+" --segment auto"))
	assert.Equal(t, some, simulated(t, all+" --segment 25"), "its name before")
}
