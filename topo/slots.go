package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// slotsOption precedes the number of slots in the text of a Fabric.
const slotsOption = ",slots="

// maxRanks guards against a mistyped number.
const maxRanks = 1 << 18

// Ranks returns the number of ranks of a full fabric.
func (f Fabric) Ranks() int { return f.Network.Nodes() * f.Slots }

// WithSlots returns f with the given number of slots on every host.
func (f Fabric) WithSlots(slots int) (Fabric, error) {
	hosts := 1
	if f.Network != nil {
		hosts = f.Network.Nodes()
	}
	if slots < 1 || slots > maxRanks/hosts {
		return Fabric{}, fmt.Errorf("topo: %d slots on each of %d hosts, want 1 or more and at most %d in all", slots, hosts, maxRanks)
	}
	f.Slots = slots
	return f, nil
}

// Between returns the network between the ranks of a full fabric, whose hosts are filled one after the other.
func (f Fabric) Between() Network {
	if f.Slots == 1 {
		return f.Network
	}
	n, err := NewPlaced(f.Network, f.filled())
	if err != nil {
		panic(err) // there are as many hosts
	}
	return n
}

// filled returns the host of each rank, if one host is filled after the other.
func (f Fabric) filled() []int {
	on := make([]int, f.Ranks())
	for rank := range on {
		on[rank] = rank / f.Slots
	}
	return on
}

// cutSlots splits the text of a Fabric at the slots option; without that option there is one slot.
func cutSlots(text string) (rest string, slots int, err error) {
	rest, digits, found := strings.Cut(text, slotsOption)
	if !found {
		return text, 1, nil
	}
	if slots, err = strconv.Atoi(digits); err != nil {
		return "", 0, fmt.Errorf("topo: slots %q of %q, want a number: star:4@100mbit,slots=4", digits, text)
	}
	return rest, slots, nil
}
