package topo_test

import (
	"fmt"
	"strings"

	"topocoll/topo"
)

// Labels go row by row. The rows of a 2 x 3 mesh are 0 1 2 and 3 4 5.
func ExampleMesh() {
	g := topo.Mesh{2, 3}
	fmt.Println(g.Coord(5, 1), g.Neighbour(5, 1, +1), topo.NearSquare(12, 2))
	// Output:
	// 2 3 3x4
}

// A message from node 0 to node 5 of a 2 x 3 torus takes the shorter way along the row, then goes down the
// column.
func ExampleNetwork() {
	torus := topo.NewTorus(topo.Mesh{2, 3})
	for _, link := range torus.Route(nil, 0, 5) {
		fmt.Println(torus.Ends(link))
	}
	// Output:
	// 0 2
	// 2 5
}

// ParseFabric parses a network and the rate of its links, in the form used on the command line.
func ExampleParseFabric() {
	fabric, err := topo.ParseFabric("ring:8@1gbit")
	fmt.Println(fabric.Network.Nodes(), fabric.Network.Links(), fabric.Rate, err)
	// Output:
	// 8 16 1gbit <nil>
}

// Four hosts are on two switches, and a faster cable joins the switches.
func ExampleReadNetwork() {
	network, err := topo.ReadNetwork("net.txt", strings.NewReader(`
h0 s0 100mbit
h1 s0 100mbit
h2 s1 100mbit
h3 s1 100mbit
s0 s1 1gbit   # the backbone
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, link := range network.Route(nil, 0, 3) {
		from, to := network.Ends(link)
		fmt.Println(topo.PlaceName(from, 4), topo.PlaceName(to, 4), network.Capacity(link))
	}
	fmt.Println(network)
	// Output:
	// h0 s0 1
	// s0 s1 10
	// s1 h3 1
	// links:h0-s0=100mbit,h1-s0=100mbit,h2-s1=100mbit,h3-s1=100mbit,s0-s1=1gbit
}
