// Package cluster puts a network of the textbook on one Linux machine: every host is a network
// namespace, every link a pair of virtual Ethernet ends whose rate is limited in each direction, and the
// static routes are those of the topology. It needs root and iproute2, and no MPI.
package cluster

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"topocoll/topo"
)

// A Spec is what a cluster is made of: "torus:4x4@200mbit", "star:4@100mbit,slots=4".
type Spec struct {
	Network topo.Network
	Rate    string // of every link in each direction, as tc writes it; "" is unlimited
	Slots   int    // ranks that a host has room for
}

// String writes the spec as ParseSpec reads it; one slot a host goes without saying.
func (s Spec) String() string {
	text := s.Network.String()
	if s.Rate != "" {
		text += "@" + s.Rate
	}
	if s.Slots > 1 {
		text += slotsWord + strconv.Itoa(s.Slots)
	}
	return text
}

// ParseSpec reads ring:P, torus:RxC, hypercube:P, tree:P or star:P, then @RATE or nothing, then ,slots=N or
// nothing. What it refuses is an InputError.
func ParseSpec(text string) (Spec, error) {
	rest, slots, err := cutSlots(text)
	if err != nil {
		return Spec{}, err
	}
	name, rate, limited := strings.Cut(rest, "@")
	network, err := parseNetwork(name)
	if err != nil {
		return Spec{}, err
	}
	if limited {
		if _, err := BitsPerSecond(rate); err != nil {
			return Spec{}, err
		}
	}
	return Spec{Network: network, Rate: rate}.WithSlots(slots)
}

func parseNetwork(text string) (topo.Network, error) {
	shape, size, _ := strings.Cut(text, ":")
	extents, err := topo.ParseMesh(size)
	p := extents.Size()
	switch {
	case errors.Is(err, topo.ErrNodes) || p > most:
		return nil, inputf("network %.60q, want at most %d hosts", text, most)
	case err != nil:
		return nil, inputf("network %.60q, want ring:P, torus:RxC, hypercube:P, tree:P or star:P", text)
	}
	switch {
	case shape == "torus":
		return topo.NewTorus(extents), nil
	case len(extents) > 1:
	case shape == "ring":
		return topo.NewRing(p), nil
	case shape == "star":
		return star(p), nil
	case (shape == "hypercube" || shape == "tree") && !topo.IsCube(p):
		return nil, inputf("network %.60q, want 2^d hosts", text)
	case shape == "hypercube":
		return topo.NewHypercube(p), nil
	case shape == "tree":
		return topo.NewTree(p), nil
	}
	return nil, inputf("network %.60q, want ring:P, torus:RxC, hypercube:P, tree:P or star:P", text)
}

// most hosts have an address in 10.77.0.0/24.
const most = 250

// BitsPerSecond reads a rate as tc writes it: 200mbit, 1gbit, 1.5mbit. Beyond 8 kbit to 200 gbit
// tc sets up something else without a word.
func BitsPerSecond(rate string) (float64, error) {
	for unit, factor := range map[string]float64{"kbit": 1e3, "mbit": 1e6, "gbit": 1e9} {
		if digits, found := strings.CutSuffix(rate, unit); found {
			if value, err := strconv.ParseFloat(digits, 64); err == nil && value*factor >= 8e3 && value*factor <= 200e9 {
				return value * factor, nil
			}
		}
	}
	return 0, inputf("rate %q, want 8kbit to 200gbit, such as 200mbit", rate)
}

// star is the network of hosts on one switch.
type star int

func (s star) Nodes() int { return int(s) }
func (s star) Links() int { return 2 * int(s) }

func (s star) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	return append(path, int32(2*from), int32(2*to+1))
}

func (s star) Ends(link int32) (from, to int) {
	host := int(link / 2)
	if link%2 == 0 {
		return host, int(s)
	}
	return int(s), host
}

func (s star) String() string { return fmt.Sprintf("star:%d", int(s)) }
