package cluster

import (
	"strconv"
	"strings"
)

// slotsWord begins the number of slots in the text of a Spec.
const slotsWord = ",slots="

// mostRanks is more than one machine can play, and keeps a slip of the finger from starting them.
const mostRanks = 1024

// Ranks is how many a cluster has room for.
func (s Spec) Ranks() int { return s.Network.Nodes() * s.Slots }

// WithSlots is s with room for some ranks on every host.
func (s Spec) WithSlots(slots int) (Spec, error) {
	if hosts := s.Network.Nodes(); slots < 1 || slots > mostRanks/hosts {
		return Spec{}, inputf("%d slots on each of %d hosts, want 1 or more and at most %d in all", slots, hosts, mostRanks)
	}
	s.Slots = slots
	return s, nil
}

// cutSlots takes the slots off the text of a Spec; without any there is one.
func cutSlots(text string) (rest string, slots int, err error) {
	rest, digits, found := strings.Cut(text, slotsWord)
	if !found {
		return text, 1, nil
	}
	if slots, err = strconv.Atoi(digits); err != nil {
		return "", 0, inputf("slots %q of %q, want a number: star:4@100mbit,slots=4", digits, text)
	}
	return rest, slots, nil
}

// The orders in which ranks are given to hosts, by Open MPI's names.
const (
	BySlot = "slot" // a host is filled before the next one
	ByNode = "node" // one rank to each host in turn
)

// hostList is the hosts that n ranks are given to, as mpirun wants them: h0:4,h1:4.
func (s Spec) hostList(n int, by string) string {
	used := min(n, s.Network.Nodes())
	if by == BySlot {
		used = (n + s.Slots - 1) / s.Slots
	}
	names := make([]string, used)
	for host := range names {
		names[host] = HostName(host) + ":" + strconv.Itoa(s.Slots)
	}
	return strings.Join(names, ",")
}
