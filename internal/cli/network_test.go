package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// netFile writes a list of links, with / for the end of a line, and returns its name for --network.
func netFile(t *testing.T, lines string) string {
	name := filepath.Join(t.TempDir(), "net.txt")
	require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(lines, "/", "\n")), 0o644))
	return "file:" + name
}

// The text of a network in a file is its links, with whatever follows the name of the file.
func TestNetworkOfAFile(t *testing.T) {
	plain, rated := netFile(t, "h0 h1 # a cable"), netFile(t, "h0 > h1 1gbit/h1 h2 8kbit/h2>h0 1gbit")
	for text, want := range map[string]string{
		plain:                        "links:h0-h1",
		plain + "@1gbit":             "links:h0-h1@1gbit",
		plain + "@1gbit,slots=2":     "links:h0-h1@1gbit,slots=2",
		rated + ",slots=2":           "links:h0>h1=1gbit,h1-h2=8kbit,h2>h0=1gbit,slots=2",
		"ring:8@1gbit":               "ring:8@1gbit",
		"a switch of the laboratory": "a switch of the laboratory",
	} {
		var n network
		require.NoError(t, n.UnmarshalText([]byte(text)), text)
		assert.Equal(t, want, string(n))
	}
	var n network
	assert.ErrorContains(t, n.UnmarshalText([]byte(rated+"@1gbit")), "want none because each link has its own")
	assert.ErrorContains(t, n.UnmarshalText([]byte(plain+",slots=0")), "0 slots")
	assert.ErrorContains(t, n.UnmarshalText([]byte("file:")), "no such file")
}

// A shift by 2 is two by 1, each with a message from one switch to the other: over the first cable, the backbone and the
// last cable, with 1 µs for 1000 words over a cable of the lowest rate.
func TestSimulateOnAFile(t *testing.T) {
	lines := "h0 s0 100mbit/h1 s0 100mbit/h2 s1 100mbit/h3 s1 100mbit/s0 s1 "
	for rate, want := range map[string]string{
		"100mbit": "time          6 µs",   // 2(1 + 1 + 1)
		"1gbit":   "time          4.2 µs", // 2(1 + 0.1 + 1)
		"50mbit":  "time          4 µs",   // 2(0.5 + 1 + 0.5)
	} {
		args := []string{"simulate", "ring/shift", "-p", "4", "-m", "1000", "--shift", "2", "--ts=0", "--tw=0.001", "--th=0", "--routing", "sf", "--network", netFile(t, lines+rate)}
		code, stdout, stderr := command(args...)
		require.Equal(t, exitOK, code, stderr)
		assert.Contains(t, stdout, "p = 4, m = 1000, on 4 hosts, 2 switches, 5 cables\n")
		assert.Contains(t, stdout, want+"\n", rate)
	}
}

func TestPlanAndExplainOnAFile(t *testing.T) {
	file, svg := netFile(t, "h0 s0/h1 s0/h2 s1/h3 s1/s0 s1"), filepath.Join(t.TempDir(), "figure.svg")
	_, stdout, _ := command("plan", "ring/bcast-linear", "-p", "4", "-m", "5", "--network", file, "--rank", "0")
	assert.Contains(t, stdout, "busiest link:  15 words, on links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1\n    0 to s0: 15\n   s0 to 1: 5, s1: 10\n   s1 to 2: 5, 3: 5\n")
	code, stdout, stderr := command("explain", "ring/allgather", "-p", "4", "--network", file, "--svg", svg)
	require.Equal(t, exitOK, code, stderr)
	assert.Contains(t, stdout, "On links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1, cut-through")
	drawn, err := os.ReadFile(svg)
	require.NoError(t, err)
	assert.Contains(t, string(drawn), "<title>switch 1</title>")
}

func TestNetworkFileRefused(t *testing.T) {
	for lines, want := range map[string]string{
		"h0 h1/h1 h3":  "net.txt: host h2 has no link",
		"h0 h1/h1 top": `net.txt:2: place "top", want a host`,
		"":             "net.txt: no hosts",
		"h0 h1":        "holds 2 processes, want at least -p 8",
	} {
		for _, words := range []string{"simulate ring/bcast", "plan ring/bcast", "explain ring/bcast"} {
			code, _, stderr := command(append(strings.Fields(words), "--network", netFile(t, lines))...)
			assert.Equal(t, exitUsage, code)
			assert.Contains(t, stderr, want, words)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		}
	}
	for text, want := range map[string]string{
		"links:h0-h1@1gbit":    "--network with @RATE or ,slots=N, want neither",
		"links:h0-h1,slots=4":  "--network with @RATE or ,slots=N, want neither",
		"links:h0":             "want PLACE-PLACE[=RATE]",
		"file:/nowhere/at/all": "no such file",
	} {
		code, _, stderr := command("simulate", "ring/bcast", "-p", "2", "--network", text)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, stderr, want)
	}
}

// A plan does not lose the links when it is written.
func TestPlanOfAFileAsJSON(t *testing.T) {
	_, stdout, _ := command("plan", "ring/bcast", "-p", "2", "--network", netFile(t, "h0 > h1 10mbit/h1 > h0 1gbit"), "--json")
	var f planFile
	require.NoError(t, json.Unmarshal([]byte(stdout), &f))
	assert.Equal(t, "links:h0>h1=10mbit,h1>h0=1gbit", f.Links.Network)
}
