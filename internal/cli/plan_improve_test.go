package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/planfile"
	"topocoll/internal/proctest"
)

// --segment divides every message, also in an algorithm without a pipeline. plan check accepts the result.
func TestPlanSegment(t *testing.T) {
	stdout := shown(t, "plan hcube/bcast -n 8 -m 1000 --segment 250 --rank 7")
	assert.Contains(t, stdout, `hcube/bcast: p = 8, m = 1000, root 0, segment 250
56 steps, 28 messages, 7000 words
critical path: 3 ts + 750 tw (dependencies only, ports ignored)
one port:      12 ts + 3000 tw, 150 µs
all ports:     6 ts + 1500 tw, 75 µs
`, "node 0 sends twelve messages; with all ports the last of four goes three hops")
	assert.Contains(t, stdout, "recv out[750:1000] from 6")
	// With all ports, the plan is two chains of at most 4 hops. The time with K segments is (3 + K)(ts +
	// tw·m/K). With m = 8192 and ts = 1000 tw, K = 2, 4 and 8 take 25480, 21336 and 22264 tw.
	stdout = shown(t, "plan ring/bcast -n 8 -m 8192 --segment auto --ports all --rank 7")
	assert.Contains(t, stdout, "segment 2048\n")
	assert.Contains(t, stdout, "all ports:     7 ts + 14336 tw, 213.36 µs\n")
	file := write(t, "plan.json",
		shown(t, "plan hcube/allreduce -n 6 -m 9 --segment auto --ts 0 --order --json"))
	assert.Equal(t, "ok: "+file+": allreduce on 6 nodes, m = 9: ranges, messages and every word of the "+
		"result are correct, and there is no deadlock\n",
		shown(t, "plan check "+file))
}

// --order reports whether it has found a faster order.
func TestPlanOrder(t *testing.T) {
	stdout := shown(t, "plan hcube/bcast -n 8 --order")
	assert.Contains(t, stdout, "root 0\n", "the far half is first already")
	before := shown(t, "plan mesh/bcast-trees -n 12 -m 100 --json")
	after := shown(t, "plan mesh/bcast-trees -n 12 -m 100 --order --json")
	assert.Contains(t, before, `"ordered":false`)
	assert.Contains(t, after, `"ordered":true`)
	assert.Less(t, planTime(t, after), planTime(t, before))
	shown(t, "plan check "+write(t, "plan.json", after))
}

func planTime(t *testing.T, text string) float64 {
	var f planfile.File
	require.NoError(t, json.Unmarshal([]byte(text), &f))
	return f.Times.OnePort.Time
}

// On a ring of four, node 0 sends a message directly to each neighbour. Its message to the opposite node
// passes through node 1.
func TestPlanLinks(t *testing.T) {
	stdout := shown(t, "plan ring/bcast-linear -n 4 -m 5 --network ring --rank 0")
	assert.Contains(t, stdout,
		"busiest link:  10 words, on ring:4\n    0 to 1: 10, 3: 5\n    1 to 2: 5\n\nnode 0")
	stdout = shown(t, "plan ring/bcast-linear -n 4 -m 5 --network ring --map 1,2,3,0 --json")
	var f planfile.File
	require.NoError(t, json.Unmarshal([]byte(stdout), &f))
	assert.Equal(t, &planfile.LinkLoads{Network: "ring:4", Largest: 10, Loads: []planfile.LinkLoad{
		{From: "1", To: "2", Words: 10}, {From: "1", To: "0", Words: 5}, {From: "2", To: "3", Words: 5}}},
		f.Links)
	stdout = shown(t, "plan hcube/bcast -n 2 -m 5 --network tree --rank 0")
	assert.Contains(t, stdout, "    0 to s0: 5\n   s0 to 1: 5\n")
}

// The picture has a line for every node. Tests of package timeline check its other content.
func TestPlanSVG(t *testing.T) {
	file := filepath.Join(proctest.PlainDir(t), "plan.svg")
	assert.Contains(t, shown(t, "plan hcube/bcast -n 8 -m 1000 --ports all --svg "+file), "critical path")
	svg, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(svg), ">hcube/bcast: p = 8, m = 1000, root 0</text>")
	assert.Contains(t, string(svg),
		">all ports: 3 ts + 3000 tw, 60 µs; critical path (dependencies only): 3 ts + 3000 tw</text>")
	assert.Contains(t, string(svg), ">ts = 10 µs, tw = 0.01 µs/word</text>")
	assert.Contains(t, string(svg), ">node 7</text>")
}
