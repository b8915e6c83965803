package results

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// Bound returns the lower bound of the time in ns of an operation with blocks of some bytes on p ranks, whatever the root and the
// distance of a shift; 0 if the links between the hosts are not known, or the blocks have counts. What is called the lower bound, and "x bound", are this
// number everywhere; docs/explanation/measuring.md, "The lower bound", has its definition in words.
//
// It is the time for the bytes that must cross a cut of the network, over all links that cross it, for the worst of these cuts:
// one host, see mustMove; any ranks, see cutBound; in an all-to-all, the layers of a torus and the branches of a tree, see
// mustCross.
func Bound(env Env, coll catalog.Collective, p, bytes int) float64 {
	network, perByte, known := env.Links(p)
	if !known || env.Counts != "" {
		return 0
	}
	byRank, byLabel := homes(env, p)
	on := onNodes(env, p, network)
	host := float64(min(mustMove(coll, byRank, bytes), mustMove(coll, byLabel, bytes))) / float64(hostCapacity(network))
	ranks, layers := cutBound(network, on, coll)*float64(bytes), mustCross(network, on, coll)*float64(bytes)
	return max(host, ranks, layers) * perByte
}

// LinksKnown reports whether the first p ranks are on several hosts, joined by links of known rate.
func (e Env) LinksKnown(p int) bool {
	_, _, known := e.Links(p)
	return known
}

// links returns the network between the hosts of the first p ranks, and the time in ns of a byte on a link of capacity 1.
func (e Env) Links(p int) (network topo.Network, perByte float64, known bool) {
	spec, err := topo.ParseFabric(e.Network)
	if err != nil || spec.UnitRate() == 0 || !e.severalHosts(p) {
		return nil, 0, false
	}
	return spec.Network, 8e9 / spec.UnitRate(), true
}

// severalHosts reports whether the first p ranks are on more than one host.
func (e Env) severalHosts(p int) bool { return SeveralHosts(e.RankHosts(p)) }

// SeveralHosts reports whether ranks on these hosts are on more than one.
func SeveralHosts(hosts []string) bool {
	return slices.ContainsFunc(hosts, func(host string) bool { return host != hosts[0] })
}

// hosts returns the host of each of the first p ranks, a host of its own for each if the file does not say where they are.
func (e Env) RankHosts(p int) (hosts []string) {
	for i := range p {
		if len(e.Ranks) < p {
			hosts = append(hosts, topo.HostName(i))
		} else {
			hosts = append(hosts, e.Ranks[i].Host)
		}
	}
	return hosts
}

// HostsOf is hosts, nil if all are on one.
func (e Env) HostsOf(p int) []string {
	if !e.severalHosts(p) {
		return nil
	}
	return e.RankHosts(p)
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
