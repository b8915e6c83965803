package bounds

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
	"topocoll/topo"
)

// tableRows returns the cells of all table rows in a text.
func tableRows(text string) (list [][]string) {
	for line := range strings.Lines(text) {
		if row, found := strings.CutPrefix(strings.TrimSpace(line), "| "); found {
			cells := strings.Split(strings.TrimSuffix(row, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			list = append(list, cells)
		}
	}
	return list
}

// fill returns an environment with one rank in every slot of a network.
func fill(t *testing.T, network string) results.Env {
	fabric, err := topo.ParseFabric(network)
	require.NoError(t, err)
	e := results.Env{Labelling: results.Labelling{Network: network}}
	for rank := range fabric.Ranks() {
		e.Ranks = append(e.Ranks, results.Rank{Host: topo.HostName(rank / fabric.Slots)})
	}
	return e
}

// assertBound compares a number from a document with the bound. The number is in ms and has at least three
// digits.
func assertBound(t *testing.T, env results.Env, coll, bytes, want string) {
	size, err := results.ParseSizes(bytes)
	require.NoError(t, err)
	ms, err := strconv.ParseFloat(want, 64)
	require.NoError(t, err, "%s %s", coll, bytes)
	bound := Lower(env, catalog.Collective(coll), len(env.Ranks), size[0]) / 1e6
	assert.InEpsilon(t, bound, ms, 0.04, "%s of %s on %s: %v ms", coll, bytes, env.Network, bound)
}

func document(t *testing.T, name string) string {
	text, err := os.ReadFile("../../../" + name)
	require.NoError(t, err)
	return string(text)
}

// boundExamples lists lower bounds in ms, computed by hand.
var boundExamples = []struct{ network, hosts, operation, bytes, bound string }{
	// A message over the 4 links of a host.
	{"torus:4x4@50mbit", "", "bcast", "512K", "21.0"},
	// 30/16 of a message over the 4 links of a host.
	{"torus:4x4@50mbit", "", "allreduce", "512K", "39.3"},
	// 8 · 8 blocks over the 8 links between the two halves.
	{"torus:4x4@50mbit", "", "alltoall", "32K", "41.9"},
	// 12 blocks into a host, over its link.
	{"star:4@100mbit,slots=4", "", "allgather", "32K", "31.5"},
	// 5 blocks into the host with one rank.
	{"star:4@100mbit,slots=4", "h0 h0 h0 h0 h1 h2", "allgather", "32K", "13.1"},
	// 4 · 4 blocks over the link of a branch.
	{"tree:8@100mbit", "", "alltoall", "32K", "41.9"},
	// 2 blocks over the link between the switches.
	{"links:h0-s0=100mbit,h1-s0=100mbit,h2-s1=100mbit,h3-s1=100mbit,s0-s1=50mbit", "h0 h1 h2 h3",
		"allgather", "32K", "10.5"},
}

func TestBoundAsDefined(t *testing.T) {
	for _, example := range boundExamples {
		var env results.Env
		if example.hosts != "" {
			env = resultstest.OnHosts(example.network, example.hosts)
		} else {
			env = fill(t, example.network)
		}
		assertBound(t, env, example.operation, example.bytes, example.bound)
	}
}

// The page about measuring quotes two of the examples and the largest number of ranks for which all cuts are
// tried.
func TestBoundInDocumentation(t *testing.T) {
	_, section, found := strings.Cut(document(t, "docs/explanation/measuring.md"), "## The lower bound\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	section = strings.Join(strings.Fields(section), " ")
	assert.Contains(t, section, "a broadcast of 512 KiB takes at least 21.0 ms")
	assert.Contains(t, section, "an all-to-all of 32 KiB at least 41.9 ms")
	assert.Contains(t, section, fmt.Sprintf("| up to %d ranks |", maxCutRanks))
}

// networks maps the titles of the measurement tables to their networks.
var networks = map[string]string{
	"torus 4x4, 50 Mbit/s": "torus:4x4@50mbit", "torus 3x5, 50 Mbit/s": "torus:3x5@50mbit",
	"ring of 8, 100 Mbit/s":      "ring:8@100mbit",
	"hypercube of 8, 100 Mbit/s": "hypercube:8@100mbit", "star of 8, 100 Mbit/s": "star:8@100mbit",
	"tree of 8, 100 Mbit/s":                 "tree:8@100mbit",
	"star of 4, 100 Mbit/s, 4 ranks a host": "star:4@100mbit,slots=4",
	"torus 2x2, 100 Mbit/s, 4 ranks a host": "torus:2x2@100mbit,slots=4",
	"torus 2x2, 4 ranks a host, 100 Mbit/s": "torus:2x2@100mbit,slots=4",
}

func environment(t *testing.T, title string) results.Env {
	network, known := networks[strings.ToLower(title[:1])+title[1:]]
	require.True(t, known, title)
	return fill(t, network)
}

// The lower bounds in the tables of measurements equal the results of Lower.
func TestBoundsInTables(t *testing.T) {
	cells := 0
	_, text, _ := strings.Cut(document(t, "results/networks.md"), "### ")
	for section := range strings.SplitSeq(text, "\n### ") {
		title, table, _ := strings.Cut(section, "\n")
		env := environment(t, title)
		column := -1
		for _, row := range tableRows(table) {
			if row[0] == "operation" {
				column = len(row) - 3
				require.Equal(t, "lower bound", row[column])
			} else if coll, bytes, found := strings.Cut(row[0], " "); found {
				assertBound(t, env, coll, bytes, row[column])
				cells++
			}
		}
	}
	var env results.Env
	for _, row := range tableRows(tableOf(t, "| network | operation | default |")) {
		if strings.Contains(row[0], "@") {
			env = fill(t, row[0])
		}
		if coll, bytes, found := strings.Cut(row[1], " "); found {
			assertBound(t, env, coll, bytes, row[5])
			cells++
		}
	}
	assert.Greater(t, cells, 140)

	cells = 0
	table := tableOf(t, "| links | operation |")
	for _, row := range tableRows(table) {
		if strings.HasPrefix(row[0], "---") || len(row) < 6 {
			continue
		}
		if row[0] != "" {
			env = environment(t, row[0])
		}
		words := strings.Fields(row[1]) // bcast 512 KiB, or allgather 32 KiB a rank
		assertBound(t, env, words[0], words[1]+"K", row[5])
		cells++
	}
	assert.Greater(t, cells, 10)
}

// tableOf returns the rows of the table of results/networks.md whose first row begins with `header`.
func tableOf(t *testing.T, header string) string {
	_, table, found := strings.Cut(document(t, "results/networks.md"), header)
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	return table
}

// Every page that mentions the lower bound links to its definition.
func TestOneDefinitionOfTheBound(t *testing.T) {
	for name, link := range map[string]string{"results/networks.md": "../docs/explanation/measuring.md",
		"docs/how-to/network.md":       "../explanation/measuring.md",
		"docs/reference/bench-json.md": "../explanation/measuring.md",
		"docs/reference/reading.md":    "../explanation/measuring.md"} {
		assert.Contains(t, document(t, name), "]("+link+"#the-lower-bound)", name)
	}
}
