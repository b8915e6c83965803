package cluster

import (
	"fmt"

	"topocoll/topo"
)

// A layout describes a network as cables and forwarding tables. The places 0 to hosts-1 are hosts, and the
// other places are switches.
type layout struct {
	hosts, places int
	cables        [][2]int // the two places that each cable connects, in ascending order
	// rate of the link from one place to another, in the format of tc; "" means unlimited
	rates     map[[2]int]string
	nextPlace []map[int]int // nextPlace[place][host] is the next place on the route from place to host
}

// maxHosts is the maximum number of hosts. All hosts have addresses in 10.77.0.0/24. maxRanks is the maximum
// number of ranks, all of which run on this machine.
const maxHosts, maxRanks = 250, 1024

// maxRate is the highest rate in bits/s that tc applies unchanged. For a higher rate, tc silently applies a
// different rate.
const maxRate = 200e9

// newLayout returns the layout of a network. Two links between the same places, as on a torus of extent 2,
// share one cable. The other direction of a one-way link is unlimited, but no route uses it.
func newLayout(spec topo.Fabric) (layout, error) {
	network := spec.Network
	if network.Nodes() > maxHosts || spec.Ranks() > maxRanks {
		return layout{},
			inputf("network %.60v has %d hosts and %d ranks; an emulated network has at most %d hosts and %d ranks",
				spec, network.Nodes(), spec.Ranks(), maxHosts, maxRanks)
	}
	l := layout{hosts: network.Nodes(), places: topo.Places(network), rates: map[[2]int]string{}}
	laid := map[[2]int]bool{}
	for link := range network.Links() {
		a, b := network.Ends(int32(link))
		rate := spec.LinkRate(int32(link))
		if bits, err := topo.BitsPerSecond(rate); err == nil && bits > maxRate {
			return layout{}, inputf("network %.60v has a link of %s; an emulated link has at most 200gbit", spec,
				rate)
		}
		l.rates[[2]int{a, b}] = rate
		cable := [2]int{min(a, b), max(a, b)}
		if a != b && !laid[cable] {
			laid[cable] = true
			l.cables = append(l.cables, cable)
		}
	}
	l.nextPlace = make([]map[int]int, l.places)
	for i := range l.nextPlace {
		l.nextPlace[i] = map[int]int{}
	}
	for from := range l.hosts {
		for to := range l.hosts {
			for _, link := range network.Route(nil, from, to) {
				a, b := network.Ends(link)
				if old, set := l.nextPlace[a][to]; set && old != b {
					return layout{},
						fmt.Errorf("cluster: %v routes from %d to %d through both %d and %d; "+
							"use a network with one static route", network, a, to, old, b)
				}
				l.nextPlace[a][to] = b
			}
		}
	}
	return l, nil
}

// neighbours returns the places at the other ends of a place's cables.
func (l layout) neighbours(place int) (peers []int) {
	for _, c := range l.cables {
		switch place {
		case c[0]:
			peers = append(peers, c[1])
		case c[1]:
			peers = append(peers, c[0])
		}
	}
	return peers
}
