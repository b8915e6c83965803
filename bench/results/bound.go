package results

import (
	"math"
	"math/bits"
	"slices"

	"topocoll/catalog"
	"topocoll/cluster"
	"topocoll/topo"
)

// Bound returns the ns below which no algorithm can do an operation with blocks of some bytes on p ranks,
// whatever the root and the distance of a shift.
//
// On a network with limited links it is the time of the bytes that must enter, or leave, the busiest
// host over all the links it has: physics, headers not counted. What ranks of one host tell each other is
// free. Elsewhere, and where all ranks are on one host, it is that of a rank with one port at the best speed
// any message of the run had, and ceil(log2 p) of its shortest messages. It is 0 where neither is known.
func Bound(r *Result, kind catalog.Kind, p, bytes int) float64 {
	if p < 2 {
		return 0
	}
	byRank, byLabel := homes(r.Env, p)
	if perByte, known := linkTime(r.Env.Network); known && slices.Max(byRank) > 0 {
		return float64(min(mustMove(kind, byRank, bytes), mustMove(kind, byLabel, bytes))) * perByte
	}
	shortest, perByte := math.Inf(1), math.Inf(1)
	for _, msg := range r.Messages {
		if msg.P == p {
			shortest, perByte = min(shortest, msg.Median), min(perByte, msg.Median/float64(msg.Bytes))
		}
	}
	if math.IsInf(shortest, 1) {
		return 0
	}
	volume := float64(mustMove(kind, apart(p), bytes))
	return max(volume*perByte, float64(bits.Len(uint(p-1)))*shortest)
}

// linkTime is the ns of a byte over all links of the host that has the fewest.
func linkTime(network string) (perByte float64, known bool) {
	if network == "" {
		return 0, false
	}
	spec, err := cluster.ParseSpec(network)
	if err != nil || spec.Rate == "" {
		return 0, false
	}
	rate, err := cluster.BitsPerSecond(spec.Rate)
	if err != nil {
		return 0, false
	}
	return 8e9 / (rate * float64(fewestLinks(spec.Network))), true
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
