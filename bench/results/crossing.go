package results

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/topo"
)

// Crossings says of each virtual topology on p ranks, under the run's placement, how many of its links join labels whose ranks are on
// different hosts, dimension by dimension: "ring: 2 of 8 links join different hosts". It returns nil if the answer is trivial: on
// one host no link crosses, and with a host for every rank all links do.
func Crossings(env Env, p int) (lines []string) {
	if p < 1 || len(env.Hosts) < 2 || len(env.Hosts) == len(env.Ranks) || p > len(env.Ranks) || len(env.Labels) != 0 && len(env.Labels) < p {
		return nil
	}
	host := func(label int) string {
		if len(env.Labels) > 0 {
			label = env.Labels[label]
		}
		return env.Ranks[label].Host
	}
	count := func(peer func(label int) int) string {
		cross, of := 0, 0
		for label := range p {
			if other := peer(label); other != label && other < p {
				of++
				if host(label) != host(other) {
					cross++
				}
			}
		}
		return fmt.Sprintf("%d of %d", cross, of)
	}
	say := func(topology string, dimensions ...string) {
		line := topology + ": " + strings.Join(dimensions, ", ") + " links join different hosts"
		if len(dimensions) > 1 {
			line += ", dimension by dimension"
		}
		if len(dimensions) > 0 {
			lines = append(lines, line)
		}
	}
	say("ring", count(func(label int) int { return (label + 1) % p }))
	extents, err := topo.ParseMesh(env.Mesh)
	if err != nil || extents.Size() != p {
		extents = topo.NearSquare(p, 2)
	}
	var mesh, cube []string
	for dim, extent := range extents {
		if extent > 1 {
			mesh = append(mesh, count(func(label int) int { return extents.Neighbour(label, dim, 1) }))
		}
	}
	for dim := range topo.CubeDim(p) {
		cube = append(cube, count(func(label int) int { return label ^ 1<<dim }))
	}
	say("mesh "+extents.String(), mesh...)
	say("hypercube", cube...)
	return lines
}

// OrderByHost returns the ranks grouped by host, in the order in which the hosts first appear.
func OrderByHost(hosts []string) []int {
	ranks := make([]int, len(hosts))
	for i := range ranks {
		ranks[i] = i
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return slices.Index(hosts, hosts[a]) - slices.Index(hosts, hosts[b]) })
	return ranks
}
