package topo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Fabric is a network of hosts with a link rate and a number of slots per host. Examples in text form are
// "torus:4x4@200mbit", "star:4@100mbit,slots=4" and, with a rate for each level, "fattree:4x4x2@1gbit/4gbit".
type Fabric struct {
	Network Network
	// Rate is the rate of every link in each direction, in the notation of the Linux command tc. It is "" if
	// links are unlimited, or if Network holds the rates. A Listed may hold a rate for each link, and a network
	// with levels may hold a rate for each level.
	Rate  string
	Slots int // ranks on each host
}

// String returns the text form, which ParseFabric accepts. It omits the default of one slot per host.
func (f Fabric) String() string {
	return f.withOptions(f.Network.String())
}

// withOptions appends the rate and the slots to the text form of a network.
func (f Fabric) withOptions(text string) string {
	if f.Rate != "" {
		text += "@" + f.Rate
	}
	if f.Slots > 1 {
		text += slotsOption + strconv.Itoa(f.Slots)
	}
	return text
}

var _, _, _ ratedNetwork = (*Listed)(nil), (*FatTree)(nil), (*Dragonfly)(nil)

// LinkRate returns the rate of a link in the notation of tc. An empty string means unlimited.
func (f Fabric) LinkRate(link int32) string {
	if n, ok := f.Network.(ratedNetwork); ok && n.unitRate() > 0 {
		return n.linkRate(link)
	}
	return f.Rate
}

// UnitRate returns the rate in bits/s of a link of capacity 1; see [Capacity]. It is 0 if the links are
// unlimited.
func (f Fabric) UnitRate() float64 {
	if n, ok := f.Network.(ratedNetwork); ok && n.unitRate() > 0 {
		return float64(n.unitRate())
	}
	bits, _ := BitsPerSecond(f.Rate)
	return bits
}

// MaxHosts is the largest number of hosts of a network, and of switches in a [Listed]. It bounds the work
// that an input string can cause, because a caller may request the routes from all places to all hosts.
const MaxHosts = 4096

// slotsOption is the text before the number of slots in the text form of a Fabric.
const slotsOption = ",slots="

// maxRanks is the maximum number of ranks. This limit catches mistyped numbers of slots.
const maxRanks = 1 << 18

// Ranks returns the number of ranks of a full fabric, in which every slot has one rank.
func (f Fabric) Ranks() int { return f.Network.Nodes() * f.Slots }

// WithSlots returns f with the given number of slots on every host.
func (f Fabric) WithSlots(slots int) (Fabric, error) {
	hosts := 1
	if f.Network != nil {
		hosts = f.Network.Nodes()
	}
	if slots < 1 || slots > maxRanks/hosts {
		return Fabric{},
			fmt.Errorf("topo: %d slots on each of %d hosts, want 1 or more and at most %d in total", slots,
				hosts, maxRanks)
	}
	f.Slots = slots
	return f, nil
}

// Between returns the network between the ranks of a full fabric. The ranks fill one host after the other.
func (f Fabric) Between() Network {
	if f.Slots == 1 {
		return f.Network
	}
	n, err := NewPlaced(f.Network, f.hostOfEachRank())
	if err != nil {
		panic(err) // cannot happen: there is a host for each rank
	}
	return n
}

// hostOfEachRank returns the host of each rank when the ranks fill one host after the other.
func (f Fabric) hostOfEachRank() []int {
	on := make([]int, f.Ranks())
	for rank := range on {
		on[rank] = rank / f.Slots
	}
	return on
}

// splitSlots removes the slots option from the text form of a Fabric. slots is 1 without this option.
func splitSlots(text string) (rest string, slots int, err error) {
	rest, digits, found := strings.Cut(text, slotsOption)
	if !found {
		return text, 1, nil
	}
	if slots, err = strconv.Atoi(digits); err != nil {
		return "", 0, fmt.Errorf("topo: slots %q in %q, want a number, as in star:4@100mbit,slots=4", digits,
			text)
	}
	return rest, slots, nil
}

// Extents returns the extents of a mesh of all ranks in which neighbours are also neighbours on the network.
// hosts[i] is the name of rank i's host. Extents returns nil if the ranks do not fill all slots of the
// network, or if the network has no natural extents. A near-square mesh is then as good as any other mesh.
//
// A torus has the extents of its mesh; a ring of P hosts has the extents 1 x P. If a host has several slots,
// they are the last dimension, so that a line along this dimension stays inside a host. For example,
// torus:2x2 with 4 slots has the extents 2 x 2 x 4, and star:4 with 4 slots has 4 x 4. If the names show a
// round-robin placement, the slots are the first dimension.
func (f Fabric) Extents(hosts []string) Mesh {
	if len(hosts) != f.Ranks() {
		return nil
	}
	return f.extents(f.isRoundRobin(hosts))
}

// FilledExtents returns the result of Extents for a full fabric whose ranks fill one host after the other.
func (f Fabric) FilledExtents() Mesh { return f.extents(false) }

func (f Fabric) extents(roundRobin bool) Mesh {
	var own Mesh
	switch grid, isGrid := f.Network.(*Grid); {
	case isGrid:
		own = grid.Mesh()
	case f.Slots > 1:
		own = Mesh{f.Network.Nodes()}
	default:
		return nil
	}
	switch {
	case f.Slots > 1 && roundRobin:
		return append(Mesh{f.Slots}, own...)
	case f.Slots > 1:
		return append(slices.Clone(own), f.Slots)
	case len(own) == 1:
		return Mesh{1, own[0]} // two extents, because some procedures need two dimensions
	}
	return slices.Clone(own)
}

func (f Fabric) isRoundRobin(hosts []string) bool {
	n := f.Network.Nodes()
	for i, host := range hosts {
		if host != hosts[i%n] || slices.Index(hosts, host) != i%n {
			return false
		}
	}
	return n > 1
}
