package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// slotsWord begins the number of slots in the text of a Fabric.
const slotsWord = ",slots="

// mostRanks is more than one machine can play, and keeps a slip of the finger from starting them.
const mostRanks = 1024

// Ranks is how many ranks a fabric has room for.
func (f Fabric) Ranks() int { return f.Network.Nodes() * f.Slots }

// WithSlots is f with room for some ranks on every host.
func (f Fabric) WithSlots(slots int) (Fabric, error) {
	if hosts := f.Network.Nodes(); slots < 1 || slots > mostRanks/hosts {
		return Fabric{}, fmt.Errorf("topo: %d slots on each of %d hosts, want 1 or more and at most %d in all", slots, hosts, mostRanks)
	}
	f.Slots = slots
	return f, nil
}

// cutSlots takes the slots off the text of a Fabric; without any there is one.
func cutSlots(text string) (rest string, slots int, err error) {
	rest, digits, found := strings.Cut(text, slotsWord)
	if !found {
		return text, 1, nil
	}
	if slots, err = strconv.Atoi(digits); err != nil {
		return "", 0, fmt.Errorf("topo: slots %q of %q, want a number: star:4@100mbit,slots=4", digits, text)
	}
	return rest, slots, nil
}
