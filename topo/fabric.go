package topo

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Fabric is a network of hosts with its link rate and its slots; as text, "torus:4x4@200mbit", "star:4@100mbit,slots=4" or, with a rate for each
// level, "fattree:4x4x2@1gbit/4gbit".
type Fabric struct {
	Network Network
	Rate    string // of every link in each direction, as tc writes it; "" is unlimited, or those of a Listed or of levels
	Slots   int    // ranks on each host
}

// String writes the fabric as ParseFabric reads it. One slot a host is the default and is not written.
func (f Fabric) String() string {
	return f.text(f.Network.String())
}

// text is that of the fabric with the given text of its network.
func (f Fabric) text(text string) string {
	if f.Rate != "" {
		text += "@" + f.Rate
	}
	if f.Slots > 1 {
		text += slotsOption + strconv.Itoa(f.Slots)
	}
	return text
}

// ParseFabric reads a [Spec] of a network of hosts: with their number, which is at most [MaxHosts]. It reads no file.
func ParseFabric(text string) (Fabric, error) {
	spec, err := ParseSpec(text)
	switch {
	case errors.Is(err, ErrNodes) || err == nil && spec.Network != nil && spec.Network.Nodes() > MaxHosts:
		return Fabric{}, fmt.Errorf("topo: network %.60q, want at most %d hosts", text, MaxHosts)
	case err != nil:
		return Fabric{}, err
	case spec.Kind == "crossbar":
		return Fabric{}, fmt.Errorf("topo: network %.60q: a crossbar has no cables, want a star, in which each host has one to the switch: star:8", text)
	case spec.Network == nil:
		return Fabric{}, fmt.Errorf("topo: network %.60q without the number of hosts, want %s", text, example(spec.Kind))
	}
	return spec.Fabric, nil
}

// LinkRate returns the rate of a link as tc writes it; "" is unlimited.
func (f Fabric) LinkRate(link int32) string {
	if l, listed := f.Network.(*Listed); listed && l.unit > 0 {
		return l.cables[l.cableOf[link]].rate
	}
	if l, ok := f.Network.(leveled); ok && l.unitRate() > 0 {
		return l.rate(l.level(link))
	}
	return f.Rate
}

// UnitRate returns the rate in bits/s of a link of capacity 1; see [Capacity]. It is 0 if the links are unlimited.
func (f Fabric) UnitRate() float64 {
	if l, listed := f.Network.(*Listed); listed && l.unit > 0 {
		return float64(l.unit)
	}
	if l, ok := f.Network.(leveled); ok && l.unitRate() > 0 {
		return float64(l.unitRate())
	}
	bits, _ := BitsPerSecond(f.Rate)
	return bits
}

// MaxHosts is the largest number of hosts of a network that has them, and of switches in a [Listed]. It bounds what a text
// can cause, since each place of a list may be asked for its route to each host.
const MaxHosts = 4096

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
