package results

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// Bound returns a time in ns that no algorithm can beat for an operation with blocks of some bytes on p ranks, whatever
// the root and the distance of a shift; 0 if the links between the hosts are not known.
//
// It is the time that the bytes which must enter, or leave, the busiest host take over all of its links. For an
// all-to-all it is the time that the bytes which must cross a cut of the network take, if that is longer. Headers are
// not counted, and messages between ranks of one host are free.
func Bound(env Env, coll catalog.Collective, p, bytes int) float64 {
	network, perByte, known := env.links(p)
	if !known {
		return 0
	}
	byRank, byLabel := homes(env, p)
	host := float64(min(mustMove(coll, byRank, bytes), mustMove(coll, byLabel, bytes))) / float64(fewestLinks(network))
	if coll != catalog.Alltoall {
		return host * perByte
	}
	return max(host, mustCross(network, onNodes(env, p, network.Nodes()))*float64(bytes)) * perByte
}

// LinksKnown reports whether the first p ranks are on several hosts, joined by links of known rate.
func (e Env) LinksKnown(p int) bool {
	_, _, known := e.links(p)
	return known
}

// links returns the network between the hosts of the first p ranks, and the time in ns of a byte on one link.
func (e Env) links(p int) (network topo.Network, perByte float64, known bool) {
	spec, err := topo.ParseFabric(e.Network)
	if err != nil || spec.Rate == "" || !e.severalHosts(p) {
		return nil, 0, false
	}
	rate, err := topo.BitsPerSecond(spec.Rate)
	return spec.Network, 8e9 / rate, err == nil
}

// severalHosts reports whether the first p ranks are on more than one host. If the file does not say where they are,
// each is assumed to have a host of its own.
func (e Env) severalHosts(p int) bool {
	if len(e.Ranks) < p {
		return p > 1
	}
	return slices.ContainsFunc(e.Ranks[:p], func(r Rank) bool { return r.Host != e.Ranks[0].Host })
}

// fewestLinks returns the least number of cables that any host has.
func fewestLinks(network topo.Network) int {
	ends := make([]map[int]bool, network.Nodes())
	for link := range network.Links() {
		from, to := network.Ends(int32(link))
		if from < len(ends) && from != to {
			if ends[from] == nil {
				ends[from] = map[int]bool{}
			}
			ends[from][to] = true
		}
	}
	least := len(ends)
	for _, peers := range ends {
		least = min(least, len(peers))
	}
	return max(1, least)
}
