package results

import (
	"slices"

	"topocoll/catalog"
)

// homes numbers the hosts of the first p ranks, once in the order of the ranks, as the native calls see
// them, and once in the order of the labels, as ours do. Where the file does not say where its ranks are,
// each is taken to have a host of its own.
func homes(env Env, p int) (byRank, byLabel []int) {
	if len(env.Ranks) < p {
		return apart(p), apart(p)
	}
	number := map[string]int{}
	byRank = make([]int, p)
	for i, rank := range env.Ranks[:p] {
		if _, seen := number[rank.Host]; !seen {
			number[rank.Host] = len(number)
		}
		byRank[i] = number[rank.Host]
	}
	if len(env.Labels) != p {
		return byRank, byRank
	}
	byLabel = make([]int, p)
	for label, rank := range env.Labels {
		byLabel[label] = byRank[rank]
	}
	return byRank, byLabel
}

// apart is p ranks on a host each.
func apart(p int) []int {
	home := make([]int, p)
	for i := range home {
		home[i] = i
	}
	return home
}

// mustMove is the bytes that the busiest host must receive, or send, in any algorithm, when process i is on
// host home[i]; of the roots and the shifts it is the one that asks least. On one host it is nothing. With n
// of the p processes on a host, and H hosts:
//
//   - an allgather brings every host p-n blocks, a reduce-scatter takes sums for p-n blocks from it;
//   - an all-to-all takes p-n blocks from each of its n processes;
//   - a scatter takes p-n from the root's host, a gather brings them;
//   - for an allreduce it is the bound of Patarasuk and Yuan with hosts for processes: 2(H-1) messages must
//     move, so some host moves 2(H-1)/H of one;
//   - a broadcast must reach a host without the root, a reduction and a scan must combine what is on two: one
//     message.
func mustMove(kind catalog.Kind, home []int, bytes int) int {
	p, hosts := len(home), slices.Max(home)+1
	if hosts < 2 {
		return 0
	}
	on := make([]int, hosts)
	for _, host := range home {
		on[host]++
	}
	switch kind {
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
		return leastShift(home) * bytes
	}
	return bytes
}

// leastShift is how many messages the busiest host sends to others in the shift that has the fewest: by 1
// when hosts are filled one after the other, and none at all when processes are dealt round and go round
// with it.
func leastShift(home []int) int {
	least := len(home)
	for q := 1; q < len(home); q++ {
		leaving := make([]int, slices.Max(home)+1)
		for i, host := range home {
			if home[(i+q)%len(home)] != host {
				leaving[host]++
			}
		}
		least = min(least, slices.Max(leaving))
	}
	return least
}
