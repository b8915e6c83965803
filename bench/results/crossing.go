package results

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/topo"
)

// A Crossing is one dimension of a virtual topology, and how many of its links join labels whose ranks are on different
// hosts.
type Crossing struct {
	Topology  string // ring, mesh 2x4, hypercube
	Dimension int
	Cross, Of int
}

// Crossings returns the dimensions of the topologies on p ranks under the run's placement. It returns nil if the answer
// is trivial: on one host no link crosses, and with a host for every rank all links do.
func Crossings(env Env, p int) []Crossing {
	if p < 1 || len(env.Hosts) < 2 || len(env.Hosts) == len(env.Ranks) || p > len(env.Ranks) || len(env.Labels) != 0 && len(env.Labels) < p {
		return nil
	}
	host := func(label int) string {
		if len(env.Labels) > 0 {
			label = env.Labels[label]
		}
		return env.Ranks[label].Host
	}
	count := func(topology string, dim int, peer func(label int) int) Crossing {
		c := Crossing{Topology: topology, Dimension: dim}
		for label := range p {
			if other := peer(label); other != label && other < p {
				c.Of++
				if host(label) != host(other) {
					c.Cross++
				}
			}
		}
		return c
	}
	list := []Crossing{count("ring", 0, func(label int) int { return (label + 1) % p })}
	extents, err := topo.ParseMesh(env.Mesh)
	if err != nil || extents.Size() != p {
		extents = topo.NearSquare(p, 2)
	}
	for dim, extent := range extents {
		if extent == 1 {
			continue
		}
		list = append(list, count("mesh "+extents.String(), dim, func(label int) int { return extents.Neighbour(label, dim, 1) }))
	}
	for dim := range topo.CubeDim(p) {
		list = append(list, count("hypercube", dim, func(label int) int { return label ^ 1<<dim }))
	}
	return list
}

// CrossingText describes each topology in one line: "ring: 2 of 8 links join different hosts".
func CrossingText(list []Crossing) []string {
	var lines []string
	last := ""
	for _, c := range list {
		part := fmt.Sprintf("%d of %d", c.Cross, c.Of)
		if c.Topology == last {
			lines[len(lines)-1] += ", " + part
			continue
		}
		last = c.Topology
		lines = append(lines, c.Topology+": "+part)
	}
	for i, line := range lines {
		lines[i] = line + " links join different hosts"
		if strings.Contains(line, ",") {
			lines[i] += ", dimension by dimension"
		}
	}
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
