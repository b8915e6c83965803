package topo

// A Network is the network of a machine: nodes joined by directed links, and one route from each node
// to each other node.
type Network interface {
	// Nodes returns the number of nodes, which are numbered from 0.
	Nodes() int
	// Links returns the number of directed links, which are numbered from 0.
	Links() int
	// Route appends the links that a message between two nodes crosses, in order; none for from = to.
	// It allocates only where path lacks room.
	Route(path []int32, from, to int) []int32
	// Ends returns the places that a link joins: a place is a node or, numbered from Nodes on, a switch.
	Ends(link int32) (from, to int)
	// String returns the name used on the command line: "torus:4x4".
	String() string
}
