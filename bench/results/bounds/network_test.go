package bounds

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/topo"
)

// The network between processes is the network of --network if it contains their hosts. Otherwise all hosts
// are on one switch.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		name, text, hosts string
		mapping           []int
		want              string
		neighbours        [2]int // adjacent processes
	}{
		{"one on each node", "ring:4@1gbit", "h0 h1 h2 h3", nil, "ring:4", [2]int{0, 3}},
		{"in another order", "ring:4", "h0 h2 h1 h3", nil, "ring:4 with ranks on [0 2 1 3]", [2]int{0, 2}},
		{"by label", "ring:4", "h0 h1 h2 h3", []int{0, 2, 1, 3}, "ring:4 with ranks on [0 2 1 3]",
			[2]int{0, 2}},
		{"two on each host", "star:2", "h0 h0 h1 h1", nil, "star:2,slots=2", [2]int{0, 2}},
		{"some of the hosts", "torus:2x4", "h4 h5", nil, "torus:2x4 with ranks on [4 5]", [2]int{0, 1}},
		{"hosts with other names", "ring:4", "a b c d", nil, "ring:4", [2]int{0, 3}},
		{"more hosts than nodes", "ring:2", "a b c", nil, "star:3", [2]int{0, 2}},
		{"no network", "", "a a b", nil, "star:2 with ranks on [0 0 1]", [2]int{1, 2}},
		{"a network that is not known", "dragonfly", "a b", nil, "star:2", [2]int{0, 1}},
	} {
		n := Network(c.text, strings.Fields(c.hosts), c.mapping)
		assert.Equal(t, c.want, n.String(), c.name)
		for i, link := range n.Route(nil, c.neighbours[0], c.neighbours[1]) {
			from, _ := n.Ends(link)
			assert.True(t, i == 0 || from >= n.Nodes(), "%s: through node %d", c.name, from)
		}
	}
	assert.Equal(t, topo.NewStar(3), Network("ring:2", []string{"a", "b", "c"}, nil))
}
