package topo

// A Network is a physical machine: nodes joined by directed links, and the one way a message takes
// from node to node.
type Network interface {
	// Nodes returns how many processes it holds, numbered from 0.
	Nodes() int
	// Links returns how many directed links it has, numbered from 0.
	Links() int
	// Route appends the links that a message between two nodes crosses, in order; none for from = to.
	// It allocates only where path lacks room.
	Route(path []int32, from, to int) []int32
	// Ends returns the places a link joins. Those from Nodes on are switches.
	Ends(link int32) (from, to int)
	// String names it as the command line does: "torus:4x4".
	String() string
}
