// Package bounds computes lower bounds and estimates of the time of an operation on a network.
package bounds

import (
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
)

// Lower returns the lower bound in ns for an operation on p ranks with blocks of the given size, for any root
// and any distance of a shift. It is the "lower bound" and "x bound" of tables and pages;
// docs/explanation/measuring.md, "The lower bound", defines it. Lower returns 0 if the links between the
// hosts are unknown, if the calls have a count for each rank, or if ranks enter late.
//
// A cut divides the network. The bytes that must cross it take a minimum time, even if they use all links
// across it. Lower returns the longest of these times over several cuts. The cuts are around one host (see
// minBytesOfBusiestHost), and around any set of ranks (see cutBound). In an all-to-all, they are also around
// the slabs of a torus and the branches of a tree (see minBlocksOverCable).
func Lower(env results.Env, coll catalog.Collective, p, bytes int) float64 {
	network, perByte, known := env.Links(p)
	if !known || env.Counts != "" || env.Arrival != "" {
		return 0
	}
	byRank, byLabel := hostNumbers(env, p)
	on := ranksPerNode(env, p, network)
	host := float64(min(minBytesOfBusiestHost(coll, byRank, bytes), minBytesOfBusiestHost(coll, byLabel,
		bytes))) / float64(hostCapacity(network))
	ranks, layers := cutBound(network, on, coll)*float64(bytes), minBlocksOverCable(network, on,
		coll)*float64(bytes)
	return max(host, ranks, layers) * perByte
}

// hostCapacity returns the largest capacity of any host, because any host may be the busiest. The capacity of
// a host is the total capacity of the links into it or out of it, whichever is greater. Two links that join
// the same places, as on a torus of extent 2, count as one cable.
func hostCapacity(network topo.Network) int {
	counted := map[[2]int]bool{}
	in, out := make([]int, topo.Places(network)), make([]int, topo.Places(network))
	for link := range network.Links() {
		from, to := network.Ends(int32(link))
		if ends := [2]int{from, to}; from != to && !counted[ends] {
			counted[ends] = true
			out[from] += topo.Capacity(network, int32(link))
			in[to] += topo.Capacity(network, int32(link))
		}
	}
	hosts := network.Nodes()
	return max(1, slices.Max(in[:hosts]), slices.Max(out[:hosts]))
}

// OnePort estimates the time in ns of an operation on p ranks with blocks of the given size and one port per
// rank, at the median speed of the run's single messages. It returns 0 if the links are known, because Lower
// then gives a bound. It also returns 0 if the calls have a count for each rank, if ranks enter late, or if
// no message was timed.
//
// The estimate is the larger of two terms. The first is the time of the bytes that the busiest rank must
// move, at the best median rate of any message. The second is the time of the start-ups, each as long as the
// shortest message. A shift has one start-up. Every other operation sends data of one rank to all ranks, or
// data of all ranks to one rank, so it has ceil(log2 p) start-ups. The estimate is not a bound, because half
// of the messages were faster than their median. An algorithm can also be faster because ranks copy in
// parallel or start-ups overlap.
func OnePort(r *results.Result, coll catalog.Collective, p, bytes int) float64 {
	if p < 2 || r.Env.Counts != "" || r.Env.Arrival != "" || r.Env.LinksKnown(p) {
		return 0
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
	startups := topo.CubeDim(p)
	if coll == catalog.Shift {
		startups = 1
	}
	transfer := float64(minBytesOfBusiestHost(coll, topo.Integers(p), bytes)) * perByte
	return max(transfer, float64(startups)*shortest)
}
