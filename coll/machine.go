package coll

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/topo"
)

// A Machine describes the hosts of the ranks and the network between the hosts. The model predicts times from
// it. All ranks must pass the same Machine.
type Machine struct {
	// Hosts is the number of hosts, and Slots the number of ranks per host. Hosts are filled one after the
	// other. If Hosts is 0, it is the number of hosts of Network, or the number that Slots requires. If Slots
	// is 0, it is the number that the ranks require. If Hosts, Slots, On and Network are all unset, the hosts
	// come from the port, as in package mpi. If the port does not report hosts, there is one host.
	Hosts, Slots int
	// On holds the host of each rank if hosts are not filled one after the other. Slots is then not used.
	On []int

	// Within is the time of a message between two ranks of one host. Zero means 0.7 µs and 5 GB/s or, with an
	// eager limit, the times of Open MPI.
	Within Times
	// Eager is the maximum number of bytes of an eager message within a host. If Eager is 0 and Within is zero,
	// the limit comes from the port. If the port reports none, or if Within is set, 0 means no limit.
	Eager int
	// Long is the time of a message within a host that is longer than the eager limit. Such a message waits for
	// its receive. If Within is zero, Long is replaced by the time of Open MPI.
	Long Times
	// Between is the time of a message between two hosts. Zero means 25 µs and 10 Gbit/s.
	Between Times
	// MaxMessage is the maximum length in bytes of a message between hosts. A call with longer messages sends
	// them in segments. With more than 64 ranks, only pipelined algorithms do so. If MaxMessage is 0, the limit
	// comes from the port, as in package mpi. If there is no port, or if it reports 0, there is no limit.
	MaxMessage int
	Th         float64 // µs for each link after the first between two hosts
	Tr         float64 // µs per combined byte

	// O is the processor time of a message at each of its two ranks, in µs. If O is positive, a rank can send
	// its next message after O + Tw·n instead of Ts + Tw·n.
	O float64
	// Cores is the number of cores that execute all ranks, if there are fewer cores than ranks. The predicted
	// time of a call is then at least the processor time of its messages. If Cores is 0, each rank has a core.
	Cores int

	// Network is the network between the hosts. With at most 64 ranks, the predicted time of a call is at least
	// the time that the busiest link needs to carry its bytes. Apart from that limit, messages do not slow each
	// other down. Nil means a switch with one link to each host.
	Network topo.Network
}

// Times is the time of a message: Ts + Tw·n for n bytes, in µs.
type Times struct{ Ts, Tw float64 }

// EagerOpenMPI is the default eager limit of Open MPI's shared memory.
const EagerOpenMPI = 4096 - 64 // 4096 bytes minus the header

// Default message times, within a host and between hosts. eagerWithin and longWithin were measured with Open
// MPI 4.1.4, which copies short messages twice. For long messages, the kernel makes the only copy.
var (
	defaultWithin  = Times{Ts: 0.7, Tw: 0.0002}
	eagerWithin    = Times{Ts: 0.8, Tw: 0.00035}
	longWithin     = Times{Ts: 7, Tw: 0.0001}
	defaultBetween = Times{Ts: 25, Tw: 0.0008}
)

// messageTime returns the time of a message in µs.
func (t Times) messageTime(bytes float64) float64 { return t.Ts + t.Tw*bytes }

// timesWithin returns the times of messages of the given length within a host.
func (m *Machine) timesWithin(bytes float64) Times {
	if m.Eager > 0 && bytes > float64(m.Eager) {
		return m.Long
	}
	return m.Within
}

// Link returns the default time of a message between two hosts whose links have the given speed in bits/s. If
// the speed is 0, Link returns the default time for an unknown machine.
func Link(bits float64) Times {
	times := defaultBetween
	if bits > 0 {
		times.Tw = 8e6 / bits
	}
	return times
}

// withDefaults checks whether m is valid for p ranks, and returns it with the defaults filled in.
func (m Machine) withDefaults(p int) (Machine, error) {
	for _, t := range []float64{m.Within.Ts, m.Within.Tw, m.Long.Ts, m.Long.Tw, m.Between.Ts, m.Between.Tw,
		m.Th, m.Tr, m.O} {
		if !(t >= 0 && t <= maxTime) {
			return m, fmt.Errorf("coll: a time of %v µs, want 0 to %v", t, maxTime)
		}
	}
	switch {
	case m.Within != (Times{}):
	case m.Eager > 0:
		m.Within, m.Long = eagerWithin, longWithin
	default:
		m.Within = defaultWithin
	}
	if m.Between == (Times{}) {
		m.Between = defaultBetween
	}
	if m.Network != nil {
		m.Hosts = cmp.Or(m.Hosts, m.Network.Nodes())
	}
	if m.On == nil {
		m = m.withFilledHosts(p)
	}
	switch {
	case m.Hosts < 0 || m.Slots < 0:
		return m, fmt.Errorf("coll: %d hosts of %d slots, want 1 or more", m.Hosts, m.Slots)
	case m.Cores < 0:
		return m, fmt.Errorf("coll: %d cores, want 0 or more", m.Cores)
	case m.MaxMessage < 0:
		return m, fmt.Errorf("coll: messages of at most %d bytes, want 0 or more", m.MaxMessage)
	case m.Eager < 0:
		return m, fmt.Errorf("coll: an eager limit of %d bytes, want 0 or more", m.Eager)
	case len(m.On) != p:
		return m, fmt.Errorf("coll: Machine.On has hosts for %d ranks, want %d", len(m.On), p)
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

// maxTime is the limit of each time in a Machine, in µs. Sums of such times do not overflow.
const maxTime = 1e12

// withFilledHosts sets On for p ranks, filling one host after the other.
func (m Machine) withFilledHosts(p int) Machine {
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
