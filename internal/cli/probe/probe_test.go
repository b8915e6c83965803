//go:build cgo

package probe

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/probe"
	"topocoll/topo"
)

// measured returns an undisturbed measurement of a network with links of 80 Mbit/s.
func measured(t *testing.T, text string) *probe.Measurement {
	spec, err := topo.ParseSpec(text)
	require.NoError(t, err)
	hosts := spec.Network.Nodes()
	m := &probe.Measurement{Hosts: make([]string, hosts), Slots: spec.Slots, Bytes: 1e6,
		Patterns: probe.Patterns(probe.Candidates(hosts), 24)}
	for _, p := range m.Patterns {
		m.NS = append(m.NS, 1e8*p.ForecastOn(spec.Network).Load)
	}
	return m
}

// The text names the network in the form of --network, and the file lists the network's links.
func TestReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "net.txt")
	var out bytes.Buffer
	require.NoError(t, (&Command{Out: file}).report(&out, measured(t, "mesh:2x3,slots=2")))
	text := strings.Join(strings.Fields(out.String()), " ")
	assert.Contains(t, text, "The 6 hosts form mesh:2x3. This network predicts the times of 24 message "+
		"patterns with a typical error of 0.1 %")
	assert.Contains(t, text, "Use --network mesh:2x3@80mbit,slots=2.")
	assert.Contains(t, text, "; use --network file:"+file+",slots=2")

	links, err := os.Open(file)
	require.NoError(t, err)
	defer links.Close()
	listed, err := topo.ReadNetwork(file, links)
	require.NoError(t, err)
	spec, err := topo.ParseSpec("mesh:2x3")
	require.NoError(t, err)
	assert.Equal(t, topo.Adjacent(spec.Network), topo.Adjacent(listed))
	assert.Equal(t, 80e6, topo.Fabric{Network: listed}.UnitRate())
}

// If the hosts are in another order than in the network, the text names them in the order of the network. The
// file lists the links between the hosts in the order of the job.
func TestReportOfAnotherOrder(t *testing.T) {
	m := measured(t, "mesh:4")
	m.NS[0] *= 9 // no network explains the times
	m.Hosts = []string{"a", "b", "c", "d"}
	spec, err := topo.ParseSpec("mesh:4")
	require.NoError(t, err)
	m.Orders = []probe.Order{{Network: spec.Network, Nodes: []int{2, 0, 3, 1}, Error: 0.01}}
	file := filepath.Join(t.TempDir(), "net.txt")
	var out bytes.Buffer
	require.NoError(t, (&Command{Out: file}).report(&out, m))
	text := strings.Join(strings.Fields(out.String()), " ")
	assert.Contains(t, text, "The 4 hosts form mesh:4, but the job has them in a different order.")
	assert.Contains(t, text, "in the order of the network, which is b,d,a,c,")
	links, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, cable := range []string{"\nh1 h3 ", "\nh0 h3 ", "\nh0 h2 "} {
		assert.Contains(t, string(links), cable)
	}
	assert.Equal(t, 4, strings.Count(string(links), "\n"))
}

// Without a clear winner there is no network and no file.
func TestReportIsInconclusive(t *testing.T) {
	m := measured(t, "ring:6")
	m.NS[0] *= 9
	file := filepath.Join(t.TempDir(), "net.txt")
	var out bytes.Buffer
	var end exit.Error
	require.ErrorAs(t, (&Command{Out: file}).report(&out, m), &end)
	assert.Equal(t, exit.Inconclusive, end.Code)
	assert.Contains(t, out.String(), "The network is unknown.")
	assert.NoFileExists(t, file)
}

// probe returns an error for fewer than three hosts.
func TestTooFewHosts(t *testing.T) {
	err := (&Command{}).report(&bytes.Buffer{}, &probe.Measurement{Hosts: make([]string, 1)})
	assert.ErrorContains(t, err, "number of hosts 1, want 3 or more")
}
