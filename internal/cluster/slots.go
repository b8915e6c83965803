package cluster

import (
	"strconv"
	"strings"

	"topocoll/topo"
)

// The orders in which ranks are mapped to hosts, by Open MPI's names.
const (
	BySlot = "slot" // a host is filled before the next one
	ByNode = "node" // one rank to each host in turn
)

// hostList returns the hosts for n ranks, in the format of mpirun: h0:4,h1:4.
func hostList(f topo.Fabric, n int, by string) string {
	used := min(n, f.Network.Nodes())
	if by == BySlot {
		used = (n + f.Slots - 1) / f.Slots
	}
	names := make([]string, used)
	for host := range names {
		names[host] = topo.HostName(host) + ":" + strconv.Itoa(f.Slots)
	}
	return strings.Join(names, ",")
}
