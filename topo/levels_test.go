package topo

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each case has values computed by hand: the numbers of hosts, switches and cables per level, and the length
// of the longest route.
func TestNetworksOfLevels(t *testing.T) {
	for text, want := range map[string]struct{ hosts, switches, cables, longest int }{
		"fattree:4x4x2":     {16, 6, 16 + 8, 4},
		"fattree:2x3x2x2x3": {12, 2*(3+2) + 2*3, 12 + 2*3*2 + 2*2*3, 6},
		"fattree:3x1x1":     {3, 2, 3 + 1, 2},
		"dragonfly:9,4,2":   {72, 36, 72 + 9*6 + 36, 5},
		"dragonfly:4,2,1":   {8, 8, 8 + 4 + 6, 5},
		"dragonfly:2,1,3":   {6, 2, 6 + 1, 3},
		"dragonfly:1,3,2":   {6, 3, 6 + 3, 3},
	} {
		spec, err := ParseSpec(text)
		require.NoError(t, err, text)
		n := spec.Network
		assert.Equal(t, text, n.String())
		assert.Equal(t, want.hosts, n.Nodes(), text)
		assert.Equal(t, 2*want.cables, n.Links(), text)
		assert.Equal(t, want.hosts+want.switches, Places(n), text)
		cables := map[[2]int]int{}
		for link := range int32(n.Links()) {
			from, to := n.Ends(link)
			cables[[2]int{from, to}]++
			back, there := n.Ends(link ^ 1)
			assert.Equal(t, [2]int{to, from}, [2]int{back, there}, "%s, link %d", text, link)
		}
		assert.Len(t, cables, 2*want.cables, "%s: no two cables join the same places", text)
		longest := 0
		next := map[[2]int]int32{} // by place and host: the link on which messages leave the place
		for from := range n.Nodes() {
			for to := range n.Nodes() {
				at := from
				route := n.Route(nil, from, to)
				for _, link := range route {
					a, b := n.Ends(link)
					require.Equal(t, at, a, "%s, %d to %d", text, from, to)
					by, known := next[[2]int{a, to}]
					require.True(t, !known || by == link, "%s: two links from %d to host %d", text, a, to)
					next[[2]int{a, to}] = link
					at = b
				}
				require.Equal(t, to, at, "%s from %d", text, from)
				longest = max(longest, len(route))
			}
		}
		assert.Equal(t, want.longest, longest, text)
	}
}

// Messages from the hosts of one leaf to the hosts of another leaf use all spines. In a dragonfly, a cable
// joins every two groups.
func TestRoutesOfLevels(t *testing.T) {
	spec, err := ParseSpec("fattree:4x2x4")
	require.NoError(t, err)
	used := map[int32]bool{}
	for host := range 4 {
		for _, link := range spec.Network.Route(nil, host, 4+host) {
			assert.False(t, used[link])
			used[link] = true
		}
	}
	fly, err := ParseSpec("dragonfly:9,4,2")
	require.NoError(t, err)
	groups := map[[2]int]int{}
	for link := range int32(fly.Network.Links()) {
		from, to := fly.Network.Ends(link)
		if a, b := (from-72)/4, (to-72)/4; from >= 72 && to >= 72 && a != b {
			groups[[2]int{a, b}]++
		}
	}
	assert.Len(t, groups, 9*8)
	hosts := fly.Network.(*Dragonfly).Walk()
	assert.Len(t, hosts, 72)
	assert.ElementsMatch(t, Mesh{72}.line(), hosts)
}

func (g Mesh) line() (all []int) {
	for v := range g.Size() {
		all = append(all, v)
	}
	return all
}

func TestRatesOfLevels(t *testing.T) {
	f, err := ParseFabric("fattree:2x2x1@100mbit/250mbit,slots=2")
	require.NoError(t, err)
	assert.Equal(t, "fattree:2x2x1@100mbit/250mbit,slots=2", f.String())
	assert.Equal(t, []int{2, 5}, []int{Capacity(f.Network, 0), Capacity(f.Network, 8)})
	assert.Equal(t, []string{"100mbit", "250mbit"}, []string{f.LinkRate(0), f.LinkRate(8)})
	assert.Equal(t, 50e6, f.UnitRate())
	one, err := ParseFabric("dragonfly:3,2,1@10mbit")
	require.NoError(t, err)
	assert.Equal(t, "dragonfly:3,2,1@10mbit", one.String())
	assert.Equal(t, 1, Capacity(one.Network, 0))
	for text, want := range map[string]string{
		"fattree":                       `topo: network "fattree", want fattree:4x4x2 (hosts per leaf`,
		"fattree:4x4":                   "want fattree:4x4x2",
		"fattree:4x0x2":                 "want fattree:4x4x2",
		"fattree:4x4x99999999999":       "want at most",
		"dragonfly:3,2":                 "want dragonfly:9,4,2",
		"dragonfly:99999,99999,99999":   "want at most",
		"dragonfly:3,2,1@1gbit/2gbit":   "has 2 rates, want 1 or 3",
		"torus:2x2@1gbit/2gbit":         "has 2 rates, want one",
		"ring@1gbit/2gbit":              "has 2 rates, want one",
		"fattree:2x2x1@1gbit/2":         `rate "2", want`,
		"fattree:2x2x1@":                `rate "", want`,
		"Fattree:2x2x1":                 "want lower case: fattree:2x2x1",
		"links:h0-h1=1gbit@1gbit/2gbit": "for all links",
	} {
		_, err := ParseSpec(text)
		assert.ErrorContains(t, err, want, text)
	}
}
