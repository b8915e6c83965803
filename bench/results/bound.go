package results

import (
	"slices"

	"topocoll/catalog"
	"topocoll/topo"
)

// Bound returns the ns below which no algorithm can do an operation with blocks of some bytes on p ranks,
// whatever the root and the distance of a shift; 0 where the links between the hosts are not known.
//
// It is the time of the bytes that must enter, or leave, the busiest host over all the links it has, and
// for an all-to-all that of those that must cross a cut of the network, if that is more: physics, headers
// not counted. What ranks of one host tell each other is free.
func Bound(env Env, kind catalog.Kind, p, bytes int) float64 {
	network, perByte, known := env.links(p)
	if !known {
		return 0
	}
	byRank, byLabel := homes(env, p)
	host := float64(min(mustMove(kind, byRank, bytes), mustMove(kind, byLabel, bytes))) / float64(fewestLinks(network))
	if kind != catalog.Alltoall {
		return host * perByte
	}
	return max(host, mustCross(network, onNodes(env, p, network.Nodes()))*float64(bytes)) * perByte
}

// LinksKnown reports whether the first p ranks are on several hosts, joined by links of known rate.
func (e Env) LinksKnown(p int) bool {
	_, _, known := e.links(p)
	return known
}

// links returns what joins the hosts of the first p ranks, and the ns of a byte on one of its links.
func (e Env) links(p int) (network topo.Network, perByte float64, known bool) {
	spec, err := topo.ParseFabric(e.Network)
	if err != nil || spec.Rate == "" || !e.severalHosts(p) {
		return nil, 0, false
	}
	rate, err := topo.BitsPerSecond(spec.Rate)
	return spec.Network, 8e9 / rate, err == nil
}

// severalHosts reports whether two of the first p ranks are on different hosts, which they are taken to be where
// the file does not say.
func (e Env) severalHosts(p int) bool {
	if len(e.Ranks) < p {
		return p > 1
	}
	return slices.ContainsFunc(e.Ranks[:p], func(r Rank) bool { return r.Host != e.Ranks[0].Host })
}

// fewestLinks is the least number of cables at a host.
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
