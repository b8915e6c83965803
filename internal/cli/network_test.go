package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/planfile"
)

// netFile writes a list of links to a file, and returns its name for --network. A slash in lines stands for
// a line break.
func netFile(t *testing.T, lines string) string {
	return "file:" + write(t, "net.txt", strings.ReplaceAll(lines, "/", "\n"))
}

// networkOf parses a network.
func networkOf(t *testing.T, text string) (n option.Network) {
	require.NoError(t, n.UnmarshalText([]byte(text)), text)
	return n
}

// A shift by 2 consists of two shifts by 1. In each, one message crosses from one switch to the other: over
// the first cable, the backbone and the last cable. Sending 1000 words takes 1 µs on a cable of the lowest
// rate.
func TestSimulateOnAFile(t *testing.T) {
	lines := "h0 s0 100mbit/h1 s0 100mbit/h2 s1 100mbit/h3 s1 100mbit/s0 s1 "
	for rate, want := range map[string]string{
		"100mbit": "time          6 µs",   // 2(1 + 1 + 1)
		"1gbit":   "time          4.2 µs", // 2(1 + 0.1 + 1)
		"50mbit":  "time          4 µs",   // 2(0.5 + 1 + 0.5)
	} {
		file := netFile(t, lines+rate)
		stdout := shown(t,
			"simulate ring/shift -n 4 -m 1000 --shift 2 --ts=0 --tw=0.001 --th=0 --routing sf --network "+
				file)
		assert.Contains(t, stdout, "p = 4, m = 1000, on "+file+" (4 hosts, 2 switches, 5 cables)\n")
		assert.Contains(t, stdout, want+"\n", rate)
	}
}

func TestPlanAndExplainOnAFile(t *testing.T) {
	file, svg := netFile(t, "h0 s0/h1 s0/h2 s1/h3 s1/s0 s1"), filepath.Join(t.TempDir(), "figure.svg")
	stdout := shown(t, "plan ring/bcast-linear -n 4 -m 5 --rank 0 --network "+file)
	assert.Contains(t, stdout,
		"busiest link:  15 words, on links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1\n    0 to s0: 15\n   s0 to 1: "+
			"5, s1: 10\n   s1 to 2: 5, 3: 5\n")
	code, stdout, stderr := command("explain", "ring/allgather", "-n", "4", "--network", file, "--svg", svg)
	require.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "On links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1, cut-through")
	drawn, err := os.ReadFile(svg)
	require.NoError(t, err)
	assert.Contains(t, string(drawn), "<title>switch 1</title>")
}

func TestNetworkFileRefused(t *testing.T) {
	for lines, want := range map[string]string{
		"h0 h1/h1 h3":  "net.txt: host h2 has no link",
		"h0 h1/h1 top": `net.txt:2: place "top", want a host`,
		"":             "net.txt: the list has no hosts",
		"h0 h1":        "has room for only 2 processes, but -n is 3",
	} {
		for _, words := range []string{"simulate", "plan", "explain"} {
			refuses(t, words+" ring/bcast -n 3 --network", map[string]string{netFile(t, lines): want})
		}
	}
	refuses(t, "simulate ring/bcast -n 2 --network", map[string]string{
		"torus:2x2@fast":         `rate "fast"`,
		"network_test.go":        `"network_test.go" is a file; use file:network_test.go`,
		"links:h0":               "want PLACE-PLACE[=RATE]",
		"file:/nowhere/at/all":   "no such file",
		"ibnetdiscover:/nowhere": "no such file",
		"star:2 --map gray:5":    "--map gray:5, want gray: only random takes a seed",
		"star:2 --map snake": "--map snake: 2 processes on star:2, want a torus or mesh that the processes " +
			"fill",
	})
}

// The file of a plan contains the links of its network.
func TestPlanOfAFileAsJSON(t *testing.T) {
	var f planfile.File
	stdout := shown(t, "plan ring/bcast -n 2 --json --network "+netFile(t, "h0 > h1 10mbit/h1 > h0 1gbit"))
	require.NoError(t, json.Unmarshal([]byte(stdout), &f))
	assert.Equal(t, "links:h0>h1=10mbit,h1>h0=1gbit", f.Links.Network)
}

// Without -n, every node of the network runs a process. With fewer processes, the output names the part of
// the network that they use.
func TestProcessesOfTheNetwork(t *testing.T) {
	shows(t, "", map[string]string{
		"simulate ring/bcast --network torus:3x4": "p = 12, m = 1, on torus:3x4\n",
		"simulate ring/bcast --network torus:3x4 -n 5": "p = 5, m = 1, on 5 of the " +
			"12 nodes of torus:3x4\n",
		"simulate ring/bcast --network torus":  "p = 8, m = 1, on torus:2x4\n",
		"simulate mesh/bcast --network ring:6": "p = 6, m = 1, on ring:6\n",
		"simulate ring/bcast --network hypercube -n 5": "p = 5, m = 1, on 5 of the 8 " +
			"nodes of hypercube:8\n",
		"simulate ring/bcast --network star:2,slots=3": "p = 6, m = 1, on " +
			"star:2,slots=3\n",
		"simulate ring/bcast hcube/bcast --network crossbar:5": "on crossbar:5 ct, one port, full duplex\n",
		"simulate ring/bcast hcube/bcast --network crossbar:5 -n 4": "on 4 of the 5 nodes of " +
			"crossbar:5 ct, one port, full duplex\n",
		"explain ring/bcast --network mesh:2x2":          "On mesh:2x2, cut-through",
		"explain network/bcast --network star:2,slots=2": "On star:2,slots=2, cut-through",
		"plan ring/bcast --network tree:4":               "ring/bcast: p = 4, m = 1",
		"plan ring/bcast --network tree:4 -n 3":          "on 3 of the 4 nodes of tree:4\n",
		"simulate ring/bcast --network " +
			netFile(t, "h0 s0/h1 s0/h2 s0"): "p = 3, m = 1, on links:h0-s0,h1-s0,h2-s0\n",
	})
}

// The rate of the links determines tw, unless --tw is given. At 200 Mbit/s, 8 bytes take 0.32 µs.
func TestRateIsTw(t *testing.T) {
	rated := netFile(t, "h0 s0 100mbit/h1 s0 50mbit")
	for args, want := range map[string]string{
		"simulate ring/bcast --network ring:4@200mbit": "tw = 0.32 µs/word: 8 bytes at " +
			"200mbit, th",
		"simulate ring/bcast --network ring:4@200mbit --tw 1": "tw = 1 µs/word from --tw, not from 200mbit, th",
		"simulate ring/bcast --network ring:4":                "tw = 0.01 µs/word,",
		"simulate ring/bcast --network " +
			rated: "tw = 1.28 µs/word: 8 bytes at 50mbit, th",
		"plan ring/bcast --network ring:4@200mbit --ts 0": "2 ts + 2 tw, 0.64 µs",
		"plan ring/bcast --network ring:4@200mbit": "with ts = 10 µs, tw = 0.32 " +
			"µs/word: 8 bytes at 200mbit\n",
		"simulate ring/bcast hcube/bcast --network ring:4@200mbit -m 5": "on ring:4 ct, one port, full " +
			"duplex, tw = 0.32 µs/word: 8 bytes at 200mbit\n",
	} {
		assert.Contains(t, strings.ReplaceAll(shown(t, args), "\n  ", " "), want, args)
	}
}

// Ranks on one host communicate without a link of the network, so tw applies only to messages between
// hosts.
func TestSlotsShareAHost(t *testing.T) {
	words := func(network string) float64 {
		return simulated(t, "ring/shift --ts 0 --th 0 --tw 1 -m 1000 --shift 1 --network "+network).Time
	}
	assert.InDelta(t, 1000, words("star:4"), 1e-9)
	assert.InDelta(t, 1000, words("star:2,slots=2"), 1e-9, "two of four messages cross")
	assert.Less(t, words("star:1,slots=4"), 500.0, "none does")
}

// --network accepts the name that a command prints for a network.
func TestPrintedNetworksAreRead(t *testing.T) {
	for _, n := range []string{"ring:4", "torus:2x2x2", "mesh:2x3", "hypercube:8", "tree:4", "star:5",
		"crossbar:6", "star:2,slots=3", "torus:2x2,slots=2", "links:h0-h1,h1>h2,h2>h0",
		"fattree:2x2x1@1gbit/2gbit", "dragonfly:3,2,1,slots=2"} {
		assert.Contains(t, shown(t, "simulate ring/bcast --network "+n), ", on "+n+"\n")
	}
}
