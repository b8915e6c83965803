package topo

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Fabric is a network of hosts with its link rate and its slots; as text, "torus:4x4@200mbit" or "star:4@100mbit,slots=4".
type Fabric struct {
	Network Network
	Rate    string // of every link in each direction, as tc writes it; "" is unlimited, or that of a Listed
	Slots   int    // ranks on each host
}

// String writes the fabric as ParseFabric reads it. One slot a host is the default and is not written.
func (f Fabric) String() string {
	text := f.Network.String()
	if f.Rate != "" {
		text += "@" + f.Rate
	}
	if f.Slots > 1 {
		text += slotsOption + strconv.Itoa(f.Slots)
	}
	return text
}

// ParseFabric reads ring:P, torus:RxC, hypercube:P, tree:P, star:P or the text of a [Listed], followed by an optional @RATE
// and an optional ,slots=N. It reads no file.
func ParseFabric(text string) (Fabric, error) {
	rest, slots, err := cutSlots(text)
	if err != nil {
		return Fabric{}, err
	}
	name, rate, limited := strings.Cut(rest, "@")
	network, err := parseNetwork(name)
	if err != nil {
		return Fabric{}, err
	}
	if limited {
		if _, err := BitsPerSecond(rate); err != nil {
			return Fabric{}, err
		}
		if own, listed := network.(*Listed); listed && own.unit > 0 {
			return Fabric{}, fmt.Errorf("topo: rate %q for all links of %.60q, want none because each link has its own", rate, name)
		}
	}
	return Fabric{Network: network, Rate: rate}.WithSlots(slots)
}

// LinkRate returns the rate of a link as tc writes it; "" is unlimited.
func (f Fabric) LinkRate(link int32) string {
	if l, listed := f.Network.(*Listed); listed && l.unit > 0 {
		return l.cables[l.cableOf[link]].rate
	}
	return f.Rate
}

// UnitRate returns the rate in bits/s of a link of capacity 1; see [Capacity]. It is 0 if the links are unlimited.
func (f Fabric) UnitRate() float64 {
	if l, listed := f.Network.(*Listed); listed && l.unit > 0 {
		return float64(l.unit)
	}
	bits, _ := BitsPerSecond(f.Rate)
	return bits
}

func parseNetwork(text string) (Network, error) {
	if strings.HasPrefix(text, linksKind) {
		return parseLinks(text)
	}
	shape, size, _ := strings.Cut(text, ":")
	extents, err := ParseMesh(size)
	p := extents.Size()
	switch {
	case errors.Is(err, ErrNodes) || p > MaxHosts:
		return nil, fmt.Errorf("topo: network %.60q, want at most %d hosts", text, MaxHosts)
	case err != nil:
		return nil, fmt.Errorf("topo: network %.60q, want ring:P, torus:RxC, hypercube:P, tree:P, star:P or links:LIST", text)
	}
	switch {
	case shape == "torus":
		return NewTorus(extents), nil
	case len(extents) > 1:
	case shape == "ring":
		return NewRing(p), nil
	case shape == "star":
		return NewStar(p), nil
	case (shape == "hypercube" || shape == "tree") && !IsPowerOfTwo(p):
		return nil, fmt.Errorf("topo: network %.60q, want 2^d hosts", text)
	case shape == "hypercube":
		return NewHypercube(p), nil
	case shape == "tree":
		return NewTree(p), nil
	}
	return nil, fmt.Errorf("topo: network %.60q, want ring:P, torus:RxC, hypercube:P, tree:P, star:P or links:LIST", text)
}

// MaxHosts is the number of hosts for which an emulated network has addresses.
const MaxHosts = 250

// BitsPerSecond reads a rate as tc writes it: 200mbit, 1gbit, 1.5mbit. It refuses rates outside 8 kbit to 200 gbit,
// for which tc silently sets a different rate.
func BitsPerSecond(rate string) (float64, error) {
	for unit, factor := range map[string]float64{"kbit": 1e3, "mbit": 1e6, "gbit": 1e9} {
		if digits, found := strings.CutSuffix(rate, unit); found {
			if value, err := strconv.ParseFloat(digits, 64); err == nil && value*factor >= 8e3 && value*factor <= 200e9 {
				return value * factor, nil
			}
		}
	}
	return 0, fmt.Errorf("topo: %w", wrongRate(rate))
}

func wrongRate(rate string) error {
	return fmt.Errorf("rate %.60q, want 8kbit to 200gbit, such as 200mbit", rate)
}
