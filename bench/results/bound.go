package results

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// Bound returns a time in ns that no algorithm can beat for an operation with blocks of some bytes on p ranks, whatever
// the root and the distance of a shift; 0 if the links between the hosts are not known.
//
// It is the time that the bytes which must enter, or leave, the busiest host take over all of its links, or over those of
// the best connected host if hosts differ; or the time that the bytes which must cross some cut of the network take, if that is
// longer. Headers are not counted, and messages between ranks of one host are free.
func Bound(env Env, coll catalog.Collective, p, bytes int) float64 {
	network, perByte, known := env.links(p)
	if !known {
		return 0
	}
	byRank, byLabel := homes(env, p)
	host := float64(min(mustMove(coll, byRank, bytes), mustMove(coll, byLabel, bytes))) / float64(hostCapacity(network))
	blocks := cutBound(network, onNodes(env, p, network.Nodes()), coll)
	if coll == catalog.Alltoall {
		blocks = max(blocks, mustCross(network, onNodes(env, p, network.Nodes())))
	}
	return max(host, blocks*float64(bytes)) * perByte
}

// LinksKnown reports whether the first p ranks are on several hosts, joined by links of known rate.
func (e Env) LinksKnown(p int) bool {
	_, _, known := e.links(p)
	return known
}

// links returns the network between the hosts of the first p ranks, and the time in ns of a byte on a link of capacity 1.
func (e Env) links(p int) (network topo.Network, perByte float64, known bool) {
	spec, err := topo.ParseFabric(e.Network)
	if err != nil || spec.UnitRate() == 0 || !e.severalHosts(p) {
		return nil, 0, false
	}
	return spec.Network, 8e9 / spec.UnitRate(), true
}

// severalHosts reports whether the first p ranks are on more than one host. If the file does not say where they are,
// each is assumed to have a host of its own.
func (e Env) severalHosts(p int) bool {
	if len(e.Ranks) < p {
		return p > 1
	}
	return slices.ContainsFunc(e.Ranks[:p], func(r Rank) bool { return r.Host != e.Ranks[0].Host })
}

// HostsOf returns the host of each of the first p ranks, a host of its own for each if the file does not say where they are;
// nil if all are on one host.
func (e Env) HostsOf(p int) (hosts []string) {
	if !e.severalHosts(p) {
		return nil
	}
	for i := range p {
		host := topo.HostName(i)
		if len(e.Ranks) >= p {
			host = e.Ranks[i].Host
		}
		hosts = append(hosts, host)
	}
	return hosts
}

// hostCapacity returns the capacity of all links into a host or out of it, whichever is greater, for the host where that
// is greatest: the busiest host may be any. Two links that join the same places, as on a torus of extent 2, are one cable.
func hostCapacity(network topo.Network) int {
	laid := map[[2]int]bool{}
	in, out := make([]int, topo.Places(network)), make([]int, topo.Places(network))
	for link := range network.Links() {
		from, to := network.Ends(int32(link))
		if ends := [2]int{from, to}; from != to && !laid[ends] {
			laid[ends] = true
			out[from] += topo.Capacity(network, int32(link))
			in[to] += topo.Capacity(network, int32(link))
		}
	}
	hosts := network.Nodes()
	return max(1, slices.Max(in[:hosts]), slices.Max(out[:hosts]))
}
