package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// Two racks with a switch between them are drawn in a line, with hosts 0, 2 | 1, 3. The third switch is above
// the other two.
func TestRacks(t *testing.T) {
	at := func(links string) []point {
		fabric, err := topo.ParseFabric("links:" + links)
		require.NoError(t, err)
		return rackPositions(fabric.Network, 100)
	}
	assert.Equal(t, []point{{0, 0}, {260, 0}, {100, 0}, {360, 0}, {50, -84}, {310, -84}, {180, -168}},
		at("h0-s0,h2-s0,h1-s1,h3-s1,s0-s2,s1-s2"))
	assert.Nil(t, at("h0-s0,h1-s0,h1-h2"), "host 2 has no switch")
	assert.Nil(t, at("h0-h1"), "no switch")
	both := at("h0-s0,h0-s1,h1-s0,h1-s1")
	assert.NotEqual(t, both[2], both[3], "hosts with two switches: side by side")
}

// Panels are not arranged in a strip if the strip would be wider than a page.
func TestArrange(t *testing.T) {
	for _, c := range []struct {
		n             int
		width, height float64
		perRow, rows  int
	}{{6, 400, 500, 3, 2}, {7, 700, 516, 2, 4},
		{7, 722, 590, 2, 4}, {7, 760, 590, 1, 7}, {2, 722, 590, 1, 2},
		{6, 1998, 1790, 2, 3}, {4, 3026, 870, 1, 4},
		{1, 5000, 9, 1, 1}} {
		perRow, rows := panelGrid(c.n, c.width, c.height)
		assert.Equal(t, [2]int{c.perRow, c.rows}, [2]int{perRow, rows}, "%+v", c)
	}
}
