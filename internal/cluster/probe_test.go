package cluster_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// topocoll probe finds the network from measurements alone.
func TestSystemProbe(t *testing.T) {
	startsPrograms(t)
	for _, network := range []string{"ring:6", "fattree:2x4x1"} {
		t.Run(network, func(t *testing.T) {
			run, out := on(up(t, network+"@50mbit,slots=2"), binary, "probe")
			text := strings.Join(strings.Fields(printed(t, run, out)), " ")
			require.Contains(t, text, "hosts form "+network)
			assert.Regexp(t, `Use --network `+network+`@4[0-9]mbit,slots=2\.`, text)
		})
	}
}

// topocoll probe finds the order of the hosts in the network, and the links that it writes are the real ones.
func TestSystemProbeOrder(t *testing.T) {
	startsPrograms(t)
	// three switches with two hosts each
	const links = "h0-s0,h4-s0,h1-s1,h2-s1,h3-s2,h5-s2,s0-s3,s1-s3,s2-s3"
	found := filepath.Join(t.TempDir(), "net.txt")
	run, out := on(up(t, "links:"+links+"@50mbit"), binary, "probe", "-o", found)
	text := strings.Join(strings.Fields(printed(t, run, out)), " ")
	require.Contains(t, text, "hosts form fattree:2x3x1, but the job has them in a different order.")
	assert.Equal(t, []string{"h0 h4", "h1 h2", "h3 h5"}, hostsOfSwitches(t, found))
}

// hostsOfSwitches returns the hosts that share a switch, for each switch with hosts, in ascending order.
func hostsOfSwitches(t *testing.T, file string) (groups []string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	hosts := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		ends := strings.Fields(line)
		if !strings.HasPrefix(ends[0], "h") {
			ends[0], ends[1] = ends[1], ends[0]
		}
		if strings.HasPrefix(ends[0], "h") {
			hosts[ends[1]] = append(hosts[ends[1]], ends[0])
		}
	}
	for _, list := range hosts {
		slices.Sort(list)
		groups = append(groups, strings.Join(list, " "))
	}
	slices.Sort(groups)
	return groups
}
