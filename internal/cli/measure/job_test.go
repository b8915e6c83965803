package measure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/topo"
)

// --dims determines the extents. Without it they come from the network, and without a suitable network none
// are set.
func TestExtentsOfJob(t *testing.T) {
	for _, c := range []struct {
		network, placed, hosts string
		dims                   topo.Mesh
		want                   string
	}{
		{"ring:8@1gbit", "identity", "abcdefgh", nil, "1x8 network"},
		// a random mapping does not change the extents
		{"ring:8@1gbit", "random:1", "abcdefgh", nil, "1x8 network"},
		{"ring:8@1gbit", "identity", "abcdefgh", topo.Mesh{2, 4}, "2x4 dims"},
		{"ring:8@1gbit", "identity", "abcd", nil, " "},
		{"", "identity", "abcd", nil, " "},
		{"hypercube:4", "identity", "abcd", nil, " "},
		{"star:2@1gbit,slots=3", "identity", "aaabbb", nil, "2x3 network"},
		{"star:2@1gbit,slots=3", "identity", "ababab", nil, "3x2 network"},
		{"star:2@1gbit,slots=3", "hosts", "ababab", nil, "2x3 network"},
	} {
		job := Job{Network: networkOf(t, c.network),
			Config: bench.Config{Options: contender.Options{Mesh: c.dims},
				NetworkSettings: bench.NetworkSettings{Map: c.placed}}}
		cfg := job.ConfigOn(strings.Split(c.hosts, ""))
		assert.Equal(t, c.want, fmt.Sprint(cfg.Mesh, " ", cfg.MeshFrom), "%+v", c)
	}
}
