//go:build cgo

package bench

import (
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo/pack"
)

// packed returns the network between the processes, in the order of a placement or of their ranks; nil on one host. It
// returns the same one every time, so its trees are made once: on rank 0, see pack. The others have their parts of it.
func (m *measurer) packed(placement []int) *pack.Network {
	if !results.SeveralHosts(m.hosts) {
		return nil
	}
	kept := &m.links[0]
	if placement != nil {
		kept = &m.links[1]
	}
	if *kept == nil {
		network := results.Between(m.cfg.Network, m.hosts, placement)
		if *kept = pack.Into(network); m.world.Rank > 0 {
			*kept = pack.PartOf(network, labelOf(placement, m.world.Rank))
		}
	}
	return *kept
}

// mostPacked is the number of processes up to which packing trees takes a second or so: from all 64 nodes of a torus it took
// 0.5 s, from 100 3.3 s, from 144 16 s.
const mostPacked = 64

// tooLarge reports whether an algorithm would need trees among more than mostPacked processes.
func tooLarge(info catalog.Info, p int) bool { return info.Topology() == "network" && p > mostPacked }
