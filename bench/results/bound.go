package results

import (
	"math"
	"math/bits"

	"topocoll/catalog"
	"topocoll/cluster"
	"topocoll/topo"
)

// Bound returns the ns below which no algorithm can do an operation with blocks of some bytes on p ranks.
//
// On a network with limited links it is the time of the bytes that must enter, or leave, the busiest
// host over all the links it has: physics, headers not counted. Elsewhere it is that of a rank with one
// port at the best speed any message of the run had, and ceil(log2 p) of its shortest messages. It is 0
// where neither is known.
func Bound(r *Result, kind catalog.Kind, p, bytes int) float64 {
	if p < 2 {
		return 0
	}
	volume := float64(mustMove(kind, p, bytes))
	if perByte, known := linkTime(r.Env.Network); known {
		return volume * perByte
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
	return max(volume*perByte, float64(bits.Len(uint(p-1)))*shortest)
}

// mustMove is the bytes that the busiest rank must receive, or send, in any algorithm. For an allreduce
// it is the bound of Patarasuk and Yuan: 2(p-1) blocks must move, so some rank moves 2(p-1)/p of one.
func mustMove(kind catalog.Kind, p, bytes int) int {
	switch kind {
	case catalog.Barrier:
		return 0
	case catalog.Allreduce:
		return 2 * (p - 1) * bytes / p
	case catalog.Allgather, catalog.ReduceScatter, catalog.Scatter, catalog.Gather, catalog.Alltoall:
		return (p - 1) * bytes
	}
	return bytes
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
