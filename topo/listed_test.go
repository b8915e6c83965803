package topo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// listed reads a network from lines that are separated by / instead of line breaks.
func listed(t *testing.T, lines string) *Listed {
	n, err := ReadNetwork("net.txt", strings.NewReader(strings.ReplaceAll(lines, "/", "\n")))
	require.NoError(t, err)
	return n
}

// listOf returns the list of a network's cables. A cable may begin with either of its ends.
func listOf(n Network) string {
	var lines strings.Builder
	laid := map[[2]int]bool{}
	for link := range n.Links() {
		from, to := n.Ends(int32(link))
		if ends := [2]int{min(from, to), max(from, to)}; from != to && !laid[ends] {
			laid[ends] = true
			fmt.Fprintln(&lines, PlaceName(from, n.Nodes()), PlaceName(to, n.Nodes()))
		}
	}
	return lines.String()
}

// If a network is read from the list of its cables, its routes have the same lengths. At each place, there is
// one next link for each host.
func TestListOfAKnownNetwork(t *testing.T) {
	for _, known := range []Network{NewTorus(Mesh{3, 4}), NewRing(7), NewRing(2), NewHypercube(16),
		NewTree(8), NewStar(5), NewTorus(Mesh{2, 2, 3})} {
		n, err := ReadNetwork("net.txt", strings.NewReader(listOf(known)))
		require.NoError(t, err)
		assert.Equal(t, known.Nodes(), n.Nodes())
		assert.Equal(t, Places(known), Places(n), "%v", known)
		next := map[[2]int]int{}
		for from := range n.Nodes() {
			for to := range n.Nodes() {
				assert.Len(t, n.Route(nil, from, to), len(known.Route(nil, from, to)), "%v: %d to %d", known,
					from, to)
				at := from
				for _, place := range ends(n, from, to) {
					if old, set := next[[2]int{at, to}]; set {
						assert.Equal(t, old, place, "%v: %d to %d", known, at, to)
					}
					next[[2]int{at, to}], at = place, place
				}
				assert.Equal(t, to, at)
			}
		}
	}
}

// A route has the fewest links. Among such routes, it has the fastest slowest link, and then the lowest
// places. Hosts are numbered before switches, in any order of the lines.
func TestRoutesOfAList(t *testing.T) {
	assert.Equal(t, []int{2, 3, 1}, ends(listed(t, "s1 s0/s0 h0/h1 s1"), 0, 1), "h0 s0 s1 h1")
	assert.Equal(t, []int{3}, ends(listed(t, "h0 h1 8kbit/h1 h2 1gbit/h2 h3 1gbit/h3 h0 8kbit"), 0, 3),
		"fewest links, however slow")
	assert.Equal(t, []int{2, 3}, ends(listed(t, "h0 h1 1gbit/h1 h3 10mbit/h0 h2 20mbit/h2 h3 20mbit"), 0, 3),
		"the fastest of the slowest")
	assert.Equal(t, []int{1, 3}, ends(listed(t, "h0 h2/h2 h3/h0 h1/h1 h3"), 0, 3), "the lowest")
	assert.Equal(t, []int{1, 2}, ends(listed(t, "h0 > h1/h1 > h2/h2 > h0"), 0, 2), "one way")
	assert.Equal(t, []int{0}, ends(listed(t, "h0 > h1/h1 > h2/h2 > h0"), 2, 0), "one way")
	assert.Empty(t, listed(t, "h0 h1").Route(nil, 1, 1))
	wide := listed(t, "h0 h1")
	path := make([]int32, 0, 8)
	assert.Zero(t, testing.AllocsPerRun(10, func() { path = wide.Route(path[:0], 0, 1) }))
}

func TestCapacitiesOfAList(t *testing.T) {
	n := listed(t, "h0 s0 1gbit # up/\t/s0>h1 1.5mbit/h1 > s0 100mbit")
	assert.Equal(t, "links:h0-s0=1gbit,s0>h1=1.5mbit,h1>s0=100mbit", n.String())
	var capacities []int
	for link := range n.Links() {
		capacities = append(capacities, Capacity(n, int32(link)))
	}
	assert.Equal(t, []int{2000, 2000, 3, 200}, capacities, "multiples of 500 kbit/s")
	f := Fabric{Network: n, Slots: 1}
	assert.Equal(t, 500e3, f.UnitRate())
	assert.Equal(t, "1gbit 1.5mbit", f.LinkRate(1)+" "+f.LinkRate(2))
	assert.Equal(t, 1, Capacity(listed(t, "h0 h1"), 0))

	f, err := ParseFabric("links:h0-s0,s0-h1@10mbit")
	require.NoError(t, err)
	assert.Equal(t, 1e7, f.UnitRate())
	assert.Equal(t, "10mbit", f.LinkRate(3))
	f, err = ParseFabric("ring:4")
	require.NoError(t, err)
	assert.Zero(t, f.UnitRate())
	assert.Empty(t, f.LinkRate(0))
}

func TestListRefuses(t *testing.T) {
	for lines, want := range map[string]string{
		"":                          "net.txt: the list has no hosts",
		"# nothing":                 "net.txt: the list has no hosts",
		"s0 s1":                     "net.txt: the list has no hosts",
		"h0":                        `net.txt:1: "h0", want PLACE PLACE [RATE]`,
		"/h0 h1 1gbit 2":            `net.txt:2: "h0 h1 1gbit 2", want PLACE PLACE [RATE]`,
		"h0 > h1 > h2":              "want PLACE PLACE [RATE]",
		"h0 node1":                  `net.txt:1: place "node1", want a host (h0, h1, ...) or a switch`,
		"h0 h01":                    `place "h01"`,
		"h0 h-1":                    `place "h-1"`,
		"h0 s-1":                    `place "s-1"`,
		"h0 s":                      `place "s"`,
		"h0 h4096":                  "net.txt:1: host h4096, want at most 4096 hosts",
		"h0 s4096":                  "net.txt:1: switch s4096, want at most 4096 switches",
		"h0 h0":                     "the link joins h0 to itself",
		"h0 h1 fast":                `net.txt:1: rate "fast"`,
		"h0 h1 1gbit/h1 h2":         `net.txt:2: the rate is "", but it is "1gbit" in net.txt:1`,
		"h0 h1/h1 h2 1gbit":         `net.txt:2: the rate is "1gbit", but it is "" in net.txt:1`,
		"h0 h1/h1 h0":               "net.txt:2: the link from h1 to h0 is also in net.txt:1",
		"h0 h1/h0 > h1":             "net.txt:2: the link from h0 to h1 is also in net.txt:1",
		"h0 h2":                     "net.txt: host h1 has no link; each of h0 to h2 needs one",
		"h0 s1":                     "net.txt: switch s0 has no link; each of s0 to s1 needs one",
		"h0 s4095":                  "switch s0 has no link",
		"h0 h1/h2 h3":               "net.txt: the network is not connected: it has no route from h2 to h0",
		"h0 > h1":                   "not connected: it has no route from h1 to h0",
		"h0 h1/h2 > h0":             "not connected: it has no route from h0 to h2",
		"h0 h1/h0 > s0":             "not connected: it has no route from s0 to h0",
		strings.Repeat("x", 70_000): "net.txt:1: bufio.Scanner: token too long",
	} {
		_, err := ReadNetwork("net.txt", strings.NewReader(strings.ReplaceAll(lines, "/", "\n")))
		assert.ErrorContains(t, err, want, "%.60q", lines)
	}
	var many strings.Builder
	for k := range 4096 {
		fmt.Fprintf(&many, "h0 s%d\nh1 s%d\nh2 s%d\nh3 s%d\n", k, k, k, k)
	}
	_, err := ReadNetwork("net.txt", strings.NewReader(many.String()))
	assert.ErrorContains(t, err, "want at most 122880")
	_, err = ParseFabric("links:h0-h1" + strings.Repeat(",h0-h1", 30_000))
	assert.ErrorContains(t, err, "has 180011 bytes, want at most 122880")
	_, err = ParseFabric("links:h0-s0" + strings.Repeat(",h0-h1", 3))
	assert.ErrorContains(t, err, "list each link only once")
	for text, want := range map[string]string{
		"links:":                    `link 1 of "links:": "", want PLACE-PLACE[=RATE]`,
		"links:h0-h1=":              `rate ""`,
		"links:h0-h1,h1":            `link 2 of "links:h0-h1,h1"`,
		"links:h0-h1=1gbit@1gbit":   "is not possible, because each link has its own rate",
		"links:h0-h1,h2-h3":         `network "links:h0-h1,h2-h3": the network is not connected`,
		"links:h0-h1@1gbit,slots=0": "0 slots",
	} {
		_, err := ParseFabric(text)
		assert.ErrorContains(t, err, want, text)
	}
}

// A list may have as many hosts as a large cluster. The test uses a fat tree of 4096 hosts, 128 leaves and 8
// spines, with rates.
func TestListOfFourThousandHosts(t *testing.T) {
	var list strings.Builder
	for host := range 4096 {
		fmt.Fprintf(&list, "h%d s%d 100gbit\n", host, host/32)
	}
	for leaf := range 128 {
		for spine := range 8 {
			fmt.Fprintf(&list, "s%d s%d 200gbit\n", leaf, 128+spine)
		}
	}
	n, err := ReadNetwork("net.txt", strings.NewReader(list.String()))
	require.NoError(t, err)
	assert.Equal(t, 4096, n.Nodes())
	assert.Equal(t, 2*(4096+1024), n.Links())
	assert.Len(t, n.Route(nil, 0, 31), 2)
	assert.Len(t, n.Route(nil, 0, 4095), 4)
	spec, err := ParseSpec(n.String())
	require.NoError(t, err)
	assert.Equal(t, n.String(), spec.Network.String())
}

// If ReadNetwork accepts a network, its routes end at their destinations, and the text of the network
// describes the same network.
func FuzzReadNetwork(f *testing.F) {
	for _, lines := range []string{"h0 h1", "h0 s0 1gbit\ns0 > h1 1.5mbit\nh1>s0 8kbit #", "h0 h1 h2",
		"h0 > > h1", "s0 h1\nh0 s0\ns0 s0"} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		n, err := ReadNetwork("net.txt", strings.NewReader(lines))
		if err != nil {
			return
		}
		spec, err := ParseFabric(n.String())
		require.NoError(t, err)
		assert.Equal(t, n.String(), spec.String())
		for to := range n.Nodes() {
			path := ends(n, 0, to)
			assert.Equal(t, path, ends(spec.Network, 0, to))
			if to > 0 {
				assert.Equal(t, to, path[len(path)-1])
			}
		}
		for link := range n.Links() {
			assert.Equal(t, Capacity(n, int32(link)), Capacity(spec.Network, int32(link)))
			assert.Positive(t, Capacity(n, int32(link)))
		}
	})
}

// Either ParseFabric returns an error for a text, or String returns a text from which ParseFabric reads the
// same network.
func FuzzParseFabric(f *testing.F) {
	for _, text := range []string{"", "ring:8", "torus:4x4@200mbit", "star:4@1gbit,slots=2",
		"fattree:4x4x2@1gbit/2gbit/4gbit", "dragonfly:9,4,2", "links:h0-h1=1gbit,h1>h2=8kbit",
		"ring:99999999999999999999", "mesh:-1x2", "hypercube:7,slots=0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ParseFabric(text)
		if err != nil {
			return
		}
		again, err := ParseFabric(spec.String())
		require.NoError(t, err, spec.String())
		assert.Equal(t, spec.String(), again.String())
	})
}
