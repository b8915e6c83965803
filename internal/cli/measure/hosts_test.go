package measure

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/cli/option"
)

// networkOf parses a network.
func networkOf(t *testing.T, text string) (n option.Network) {
	require.NoError(t, n.UnmarshalText([]byte(text)), text)
	return n
}

// A job rejects ranks on more hosts than the network has, and more ranks on a host than the host has slots.
func TestJobOnHostsOfTheNetwork(t *testing.T) {
	for _, c := range []struct{ network, hosts, want string }{
		{"ring:8", "aa", "--network ring:8: all 2 ranks are on this host, so no message uses a link"},
		{"star:1,slots=2", "aa", ""},
		{"ring:8", "abcd", ""},
		{"ring:2", "abc", "--network ring:2 has 2 hosts, but the ranks are on 3"},
		{"star:4", "aabb", "--network star:4: 2 ranks are on one host; use at most 1, or --network " +
			"star:4,slots=2"},
		{"star:4,slots=2", "aabb", ""},
		{"", "aabb", ""},
	} {
		job := Job{Network: networkOf(t, c.network)}
		err := job.checkHosts(strings.Split(c.hosts, ""))
		if c.want == "" {
			assert.NoError(t, err, c.network)
			continue
		}
		assert.ErrorContains(t, err, c.want)
	}
	job := Job{Network: networkOf(t, "torus")}
	assert.ErrorContains(t, job.CheckNetwork(), "lacks the number of hosts; use, for example, torus:4x4")
	job.Network = networkOf(t, "star:2,slots=2")
	assert.NoError(t, job.CheckRoom(4))
	assert.EqualError(t, job.CheckRoom(5),
		"--network star:2,slots=2 has room for only 4 ranks, but 5 were requested (-n or --np)")
}
