package coll

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/topo"
	"topocoll/tuned"
)

// A Machine is what the model knows of the hosts, and of what is between them. The zero value is one host. It has to be the same on
// every rank.
type Machine struct {
	// Hosts and Slots are how many hosts there are, and how many ranks each takes. The hosts are filled one after the other. Without
	// Hosts there are those of Network, else those that Slots needs, else one; without Slots there are as many as the ranks need.
	Hosts, Slots int
	// On is the host of each rank, where they are not filled like that; then Slots is not needed.
	On []int

	Within  Times   // of a message between two ranks of one host; zero: 0.7 µs and 5 GB/s, with Eager those of Open MPI
	Eager   int     // bytes of the longest one that is sent at once; 0: that of the port if it knows one, else there is no limit
	Long    Times   // of one that is longer, which waits for its receiver
	Between Times   // of a message between two hosts; zero: 25 µs and 1.25 GB/s, a link of 10 Gbit/s
	Th      float64 // µs for each link after the first on the way between two hosts
	Tr      float64 // µs for a byte of an operand that is combined
	O       float64 // µs for which a rank is busy with each of its messages besides; counted for the rank that has most of them

	// Network is the network between the hosts. Its links share no message's time but its bytes: a call takes no less than its
	// busiest link needs. Nil: every host has one link to a common switch.
	Network topo.Network
}

// Times is how long a message takes: Ts + Tw·n for n bytes, in µs.
type Times struct{ Ts, Tw float64 }

// EagerOpenMPI is the limit of Open MPI's shared memory, as long as nobody has set another one.
const EagerOpenMPI = 4096 - 64 // less its header

// The times of a machine of which nothing is known. Those with a limit were measured with Open MPI 4.1.4: short words are copied twice, long
// ones once, by the kernel.
var (
	inMemory = Times{Ts: 0.7, Tw: 0.0002}
	atOnce   = Times{Ts: 0.8, Tw: 0.00035}
	byKernel = Times{Ts: 7, Tw: 0.0001}
	onWire   = Times{Ts: 25, Tw: 0.0008}
)

// of is how long a message of so many bytes takes.
func (t Times) of(bytes float64) float64 { return t.Ts + t.Tw*bytes }

// within is how long a message of so many bytes takes between two ranks of one host. Their number is rounded to words of grain bytes.
func (m Machine) within(bytes, grain float64) float64 {
	if m.Eager > 0 && bytes-grain/2 > float64(m.Eager) {
		return m.Long.of(bytes)
	}
	return m.Within.of(bytes)
}

// Link returns the times of a message between two hosts whose links carry so many bits/s; 0: those of a machine of which nothing is known.
func Link(bits float64) Times {
	times := onWire
	if bits > 0 {
		times.Tw = 8e6 / bits
	}
	return times
}

// complete returns the machine for p ranks with all its fields.
func (m Machine) complete(p int) (Machine, error) {
	for _, t := range []float64{m.Within.Ts, m.Within.Tw, m.Long.Ts, m.Long.Tw, m.Between.Ts, m.Between.Tw, m.Th, m.Tr, m.O} {
		if !(t >= 0 && t <= longest) {
			return m, fmt.Errorf("coll: a time of %v µs, want 0 to %v", t, longest)
		}
	}
	switch {
	case m.Within != (Times{}):
	case m.Eager > 0:
		m.Within, m.Long = atOnce, byKernel
	default:
		m.Within = inMemory
	}
	if m.Between == (Times{}) {
		m.Between = onWire
	}
	if m.Network != nil {
		m.Hosts = cmp.Or(m.Hosts, m.Network.Nodes())
	}
	if m.On == nil {
		m = m.filled(p)
	}
	switch {
	case m.Hosts < 0 || m.Slots < 0:
		return m, fmt.Errorf("coll: %d hosts of %d slots, want 1 or more", m.Hosts, m.Slots)
	case m.Eager < 0:
		return m, fmt.Errorf("coll: messages of %d bytes are sent at once, want 0 or more", m.Eager)
	case len(m.On) != p:
		return m, fmt.Errorf("coll: the hosts of %d ranks, want %d", len(m.On), p)
	}
	for rank, host := range m.On {
		if host < 0 || m.Hosts > 0 && host >= m.Hosts {
			return m, fmt.Errorf("coll: rank %d on host %d, want 0..%d", rank, host, m.Hosts-1)
		}
	}
	m.Hosts = max(m.Hosts, slices.Max(m.On)+1)
	if m.Network != nil && m.Network.Nodes() < m.Hosts {
		return m, fmt.Errorf("coll: %d hosts on %v, want at most %d", m.Hosts, m.Network, m.Network.Nodes())
	}
	return m, nil
}

// longest is the maximum of a time in µs: with it no sum of times overflows.
const longest = 1e12

// filled puts p ranks on the hosts, one host after the other.
func (m Machine) filled(p int) Machine {
	switch {
	case m.Hosts < 0 || m.Slots < 0:
		return m
	case m.Slots == 0:
		m.Hosts = max(1, m.Hosts)
		m.Slots = (p + m.Hosts - 1) / m.Hosts
	}
	m.On = make([]int, p)
	for rank := range m.On {
		m.On[rank] = rank / m.Slots
	}
	return m
}

// job is what the ranks of a complete machine are spread over, as a table names it.
func (m Machine) job() tuned.Job {
	count := make([]int, m.Hosts)
	for _, host := range m.On {
		count[host]++
	}
	hosts := 0
	for _, ranks := range count {
		hosts += min(1, ranks)
	}
	return tuned.Job{Ranks: len(m.On), Hosts: hosts, Slots: slices.Max(count)}
}
