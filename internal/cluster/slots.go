package cluster

import (
	"strconv"
	"strings"

	"topocoll/topo"
)

// The mappings of ranks to hosts, with the names that Open MPI uses.
const (
	BySlot = "slot" // fill one host before the next
	ByNode = "node" // place ranks on the hosts in turn (round-robin)
)

// openMPIHosts returns the hosts for n ranks with their numbers of slots, in the format of Open MPI's mpirun:
// h0:4,h1:4.
func openMPIHosts(f topo.Fabric, n int, by string) string {
	used := min(n, f.Network.Nodes())
	if by == BySlot {
		used = (n + f.Slots - 1) / f.Slots
	}
	return formatHosts(used, f.Slots)
}

// mpichHosts returns the hosts for MPICH's mpirun, which fills the slots of one host after the other. After
// the last host, mpirun starts over with the first host until all ranks are placed.
func mpichHosts(f topo.Fabric, n int, by string) string {
	if by == ByNode {
		return formatHosts(min(n, f.Network.Nodes()), 1)
	}
	return openMPIHosts(f, n, by)
}

func formatHosts(n, slots int) string {
	names := make([]string, n)
	for host := range names {
		names[host] = topo.HostName(host) + ":" + strconv.Itoa(slots)
	}
	return strings.Join(names, ",")
}
