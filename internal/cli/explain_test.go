package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

// The expected steps are figure 3.5 with a different source, for which program 3.2 relabels the nodes.
func TestExplain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bcast.svg")
	code, stdout, stderr := command("explain", "hcube/bcast", "-n", "8", "--root", "5", "--svg", file)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout,
		"hcube/bcast: one-to-all broadcast (MPI_Bcast)\nNode 5 sends its message M to every node.\n")
	assert.Contains(t, stdout, "T = (ts + tw·m) log p\np = 8, m = 1: 3 steps, 7 messages, 7 words.\n")
	assert.Contains(t, stdout,
		"step 1   5 -> 1\nstep 2   1 -> 3   5 -> 7\nstep 3   1 -> 0   3 -> 2   5 -> 4   7 -> 6\n")
	svg, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 7, strings.Count(string(svg), `class="arrow"`))
}

// Algorithms for all ports are shown with all ports by default. --ports one selects one port.
func TestExplainOnAllPorts(t *testing.T) {
	shows(t, "explain", map[string]string{
		"network/bcast --network torus:4x4 -n 16": "routing, all ports; not in the book: " +
			"Edmonds's\ndisjoint trees.\np = 16, m = 4: 7 steps",
		"network/bcast --network torus:4x4 -n 16 --ports one": "routing; not in the book: Edmonds's " +
			"disjoint trees.\np = 16, m = 4: 20 steps",
		"hcube/bcast --ports all": "store-and-forward routing, all ports; program 3.2",
		"hcube/bcast":             "store-and-forward routing; program 3.2",
	})
}

func TestExplainJSON(t *testing.T) {
	stdout := shown(t, "explain hcube/allgather -n 4 --network ring --json")
	var got struct {
		Algorithm, Operation, MPI, Network, Routing, Ports, Formula string
		P, M, Messages, Words                                       int
		Steps                                                       [][]struct {
			From, To, Words int
			Data            string
			Route           []int
		}
		Held [][]string
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	assert.Equal(t, "hcube/allgather allgather MPI_Allgather ring:4 ct one",
		strings.Join([]string{got.Algorithm, got.Operation, got.MPI, got.Network, got.Routing, got.Ports},
			" "))
	assert.Equal(t, []int{4, 1, 8, 12, 2}, []int{got.P, got.M, got.Messages, got.Words, len(got.Steps)})
	second := got.Steps[1][0]
	assert.Equal(t, "0 to 2: 2 words 0,1 by [0 1 2]",
		fmt.Sprintf("%d to %d: %d words %s by %v", second.From, second.To, second.Words, second.Data,
			second.Route))
	assert.Equal(t, []string{"0-3", "0-3", "0-3", "0-3"}, got.Held[2])
}

// Under cut-through routing, the formula for messages between neighbours has the term th.
func TestExplainFormulaHasTheTermTh(t *testing.T) {
	assert.Contains(t, shown(t, "explain ring/allgather -n 4"), "\nT = (ts + tw·m)(p-1)\n")
	assert.Contains(t, shown(t, "explain ring/allgather -n 4 --routing ct"), "\nT = (ts + th + tw·m)(p-1)\n")
}

func TestExplainBadInput(t *testing.T) {
	refuses(t, "explain", map[string]string{
		"":            `missing <algo>; usage: topocoll explain <algo>`,
		"ring":        "ring matches 30 algorithms; use one of: ring/bcast, ",
		"hcube/barr*": "matches 2 algorithms; use one of: hcube/barrier, hcube/barrier-butterfly\n",
		"scan": "scan is an operation; use one of its algorithms: " +
			"ring/scan, mesh/scan, hcube/scan\n",
		"explain_test.go":                  "is a file, not an algorithm; put a pattern in quotes, such as",
		"ring/bcst":                        `no algorithm "ring/bcst"`,
		"ring/bcast -n 512":                "want at most 256",
		"ring/bcast -n 0":                  "want at least 1",
		"ring/bcast --root 8":              "want 0..7",
		"ring/bcast -n 3 --network tree:2": "--network tree:2 has room for only 2 processes, but -n is 3",
		"ring/allgather --root 1": "--root applies only to bcast, reduce, scatter and gather, " +
			"not to allgather",
		"ring/bcast --shift 2": "--shift applies only to the operation shift, not to bcast",
		"ring/bcast --dims 2x4": "--dims applies only to mesh algorithms, " +
			"not to ring/bcast",
		"ring/bcast -m 1024M":                  "-m 1073741824, want at most 116508 words on 8 nodes",
		"hcube/alltoall -m 1M":                 "-m 1048576, want at most 12945 words on 8 nodes",
		"ring/bcast-pipelined --segment 1024M": "want at most 116508 words on 8 nodes",
		"ring/bcast -n 2 --network torus:32x9": "--network torus:32x9 has 288 nodes; explain accepts at most 256",
		"ring/bcast -n 65 --svg x.svg":         "--svg cannot draw ring:65, which has more than 64 nodes",
		"hcube/bcast -n 65 --svg x.svg":        "--svg cannot draw 65 of the 128 nodes of hypercube:128, which",
		"mesh/bcast -n 8 --dims 2x2x3":         "--dims 2x2x3 is a mesh of 12 processes, but -n is 8",
	})
	refusesWith(t, exit.Failed, "/nowhere/x.svg", "explain", "ring/bcast", "--svg", "/nowhere/x.svg")
}
