package topo

import "fmt"

// NewStar returns the network of p hosts on one switch.
func NewStar(p int) Network { return Star(p) }

// A Star is the network of hosts on one switch.
type Star int

func (s Star) Nodes() int { return int(s) }
func (s Star) Links() int { return 2 * int(s) }

func (s Star) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	return append(path, int32(2*from), int32(2*to+1))
}

func (s Star) Ends(link int32) (from, to int) {
	host := int(link / 2)
	if link%2 == 0 {
		return host, int(s)
	}
	return int(s), host
}

func (s Star) String() string { return fmt.Sprintf("star:%d", int(s)) }

// A Crossbar is the network of Size nodes on one switch. It has only the links from the switch to the nodes,
// so only messages to the same node share a link.
type Crossbar struct{ Size int }

func (x Crossbar) Nodes() int { return x.Size }

func (x Crossbar) Links() int { return x.Size }

// Route appends one link, from the switch to the receiver.
func (x Crossbar) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	return append(path, int32(to))
}

// Ends returns the switch, which is place Size, and the node to which a link leads.
func (x Crossbar) Ends(link int32) (from, to int) { return x.Size, int(link) }

func (x Crossbar) String() string { return fmt.Sprintf("crossbar:%d", x.Size) }
