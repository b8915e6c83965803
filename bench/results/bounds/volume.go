package bounds

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
)

// hostNumbers returns the host number of each of the first p ranks, and of each label.
func hostNumbers(env results.Env, p int) (ofRanks, ofLabels []int) {
	ofRanks = topo.NumberHosts(env.RankHosts(p))
	if len(env.Labels) != p {
		return ofRanks, ofRanks
	}
	return ofRanks, orderByLabel(ofRanks, env.Labels)
}

// minBytesOfBusiestHost returns the minimum number of bytes that the busiest host must receive or send in any
// algorithm, for any root and any shift, if process i is on hostOf[i]. The result is 0 if there is only one
// host. With n of the p processes on a host, and H hosts:
//
//   - an allgather brings p-n blocks to every host, and a reduce-scatter takes sums for p-n blocks from it;
//   - an all-to-all takes p-n blocks from each of the n processes;
//   - a scatter takes p-n blocks from the root's host, and a gather brings them to it;
//   - an allreduce has the bound of Patarasuk and Yuan, with hosts in place of processes: 2(H-1) messages
//     must be sent, so some host sends at least 2(H-1)/H messages;
//   - a broadcast must reach a host without the root, and a reduction or a scan must combine the data of two
//     hosts, so each needs one message.
func minBytesOfBusiestHost(coll catalog.Collective, hostOf []int, bytes int) int {
	p, hosts := len(hostOf), slices.Max(hostOf)+1
	if hosts < 2 {
		return 0
	}
	on := make([]int, hosts)
	for _, host := range hostOf {
		on[host]++
	}
	switch coll {
	case catalog.Barrier:
		return 0
	case catalog.Allreduce:
		return 2 * (hosts - 1) * bytes / hosts
	case catalog.Allgather, catalog.ReduceScatter:
		return (p - slices.Min(on)) * bytes
	case catalog.Scatter, catalog.Gather:
		return (p - slices.Max(on)) * bytes
	case catalog.Alltoall:
		most := 0
		for _, n := range on {
			most = max(most, n*(p-n))
		}
		return most * bytes
	case catalog.Shift:
		return minShiftMessages(hostOf) * bytes
	}
	return bytes
}

// minShiftMessages returns the number of messages that the busiest host sends to other hosts, for the shift
// distance at which this number is lowest. It is 1 if consecutive processes fill one host after the other (a
// shift by 1). It is 0 if processes are placed cyclically (a shift by the number of hosts).
func minShiftMessages(hostOf []int) int {
	least := len(hostOf)
	for q := 1; q < len(hostOf); q++ {
		leaving := make([]int, slices.Max(hostOf)+1)
		for i, host := range hostOf {
			if hostOf[(i+q)%len(hostOf)] != host {
				leaving[host]++
			}
		}
		least = min(least, slices.Max(leaving))
	}
	return least
}
