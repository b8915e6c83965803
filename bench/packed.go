//go:build cgo

package bench

import (
	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
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
		network := bounds.Network(m.cfg.Network, m.hosts, placement)
		if *kept = pack.Into(network); m.world.Rank > 0 {
			*kept = pack.PartOf(network, labelOf(placement, m.world.Rank))
		}
	}
	return *kept
}
