package topo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostsOf returns the name of each rank's host. In letters, such as "aabb", each rank has one letter.
func hostsOf(letters string) []string { return strings.Split(letters, "") }

func TestExtents(t *testing.T) {
	for _, c := range []struct{ network, hosts, want string }{
		{"ring:8", "abcdefgh", "1x8"},
		{"torus:2x3@200mbit", "abcdef", "2x3"},
		{"torus:2x2x2", "abcdefgh", "2x2x2"},
		{"torus:4", "abcd", "1x4"},
		{"hypercube:4", "abcd", ""},
		{"star:4", "abcd", ""},
		{"tree:4", "abcd", ""},
		{"ring:8", "abcdefg", ""}, // one rank fewer than the ring has nodes
		{"ring:4", "abcdefgh", ""},
		{"ring:4", "vvvv", "1x4"}, // the names of the hosts do not matter
		{"star:4,slots=2", "aabbccdd", "4x2"},
		{"star:4,slots=2", "abcdabcd", "2x4"},
		{"star:4,slots=2", "abcddcba", "4x2"}, // neither filled in order nor round-robin
		{"ring:4,slots=2", "aabbccdd", "4x2"},
		{"hypercube:2,slots=4", "aaaabbbb", "2x4"},
		{"star:1,slots=4", "aaaa", "1x4"},
		{"torus:2x2,slots=2", "aabbccdd", "2x2x2"},
		{"torus:2x2,slots=3", "abcdabcdabcd", "3x2x2"},
		{"torus:2x2,slots=3", "aaabbbcccddd", "2x2x3"},
	} {
		spec, err := ParseFabric(c.network)
		require.NoError(t, err)
		g := spec.Extents(hostsOf(c.hosts))
		assert.Equal(t, c.want, fmt.Sprint(g), "%s on %s", c.network, c.hosts)
		if g != nil {
			assert.Equal(t, len(c.hosts), g.Size())
		}
	}
}
