package cluster

import (
	"fmt"

	"topocoll/topo"
)

// A layout is a network as cables and forwarding tables. Places numbered below hosts are hosts; the others are
// switches.
type layout struct {
	hosts, places int
	cables        [][2]int          // the places each cable joins, the lower first
	rates         map[[2]int]string // of the link from one place to another, as tc writes it; none or "" is unlimited
	next          []map[int]int     // next[place][host] is the next place for a packet to host
}

// maxHosts have addresses, and one machine can emulate maxRanks.
const maxHosts, maxRanks = 250, 1024

// layOut follows the route between every two hosts. Two links that join the same places, as on a torus
// of extent 2, are one cable. The other direction of a one-way link is unlimited; no route uses it.
func layOut(spec topo.Fabric) (layout, error) {
	network := spec.Network
	if network.Nodes() > maxHosts || spec.Ranks() > maxRanks {
		return layout{}, inputf("network %.60v of %d hosts and %d ranks, want at most %d hosts and %d ranks to set it up", spec, network.Nodes(), spec.Ranks(), maxHosts, maxRanks)
	}
	l := layout{hosts: network.Nodes(), places: topo.Places(network), rates: map[[2]int]string{}}
	laid := map[[2]int]bool{}
	for link := range network.Links() {
		a, b := network.Ends(int32(link))
		l.rates[[2]int{a, b}] = spec.LinkRate(int32(link))
		cable := [2]int{min(a, b), max(a, b)}
		if a != b && !laid[cable] {
			laid[cable] = true
			l.cables = append(l.cables, cable)
		}
	}
	l.next = make([]map[int]int, l.places)
	for i := range l.next {
		l.next[i] = map[int]int{}
	}
	for from := range l.hosts {
		for to := range l.hosts {
			for _, link := range network.Route(nil, from, to) {
				a, b := network.Ends(link)
				if old, set := l.next[a][to]; set && old != b {
					return layout{}, fmt.Errorf("cluster: %v routes from %d to %d through both %d and %d, want one static route", network, a, to, old, b)
				}
				l.next[a][to] = b
			}
		}
	}
	return l, nil
}
