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
