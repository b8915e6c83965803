//go:build cgo

package links

import (
	"cmp"

	"topocoll/bench/group"
	"topocoll/internal/cluster"
	"topocoll/topo"
)

// Rates represents the rate limits of the links of an emulated network. Rank 0 can lift these limits, to
// measure an upper bound on the time that a call waits for cores.
type Rates struct {
	meter *Meter
	guard *group.Guard
	rates *cluster.Rates
}

// NewRates returns the rate limits of the ranks' cluster, or nil if the cluster does not have the given
// network.
func NewRates(m *Meter, g *group.Guard, clusterName, network string) (*Rates, error) {
	var rates *cluster.Rates
	if m.ranks.World.Rank == 0 {
		rates = findRates(clusterName, network)
	}
	known, err := m.ranks.BoolFromRank0(rates != nil)
	if !known || err != nil {
		return nil, err
	}
	return &Rates{m, g, rates}, nil
}

func findRates(clusterName, network string) *cluster.Rates {
	if clusterName == "" {
		return nil
	}
	built, err := cluster.Whole(clusterName)
	requested, err2 := topo.ParseFabric(network)
	if cmp.Or(err, err2) != nil || built.String() != requested.String() {
		return nil
	}
	rates, err := cluster.RatesOf(clusterName, built)
	if err != nil {
		return nil
	}
	return &rates
}

// Lift removes the rate limits from the links.
func (r *Rates) Lift() error {
	return r.changeWhenIdle("removing the rate limits of the links", (*cluster.Rates).Lift)
}

// Restore restores the rate limits that Lift removed.
func (r *Rates) Restore() error {
	return r.changeWhenIdle("restoring the rate limits of the links", (*cluster.Rates).Limit)
}

// changeWhenIdle calls `change` on rank 0 when no packet is in flight, because a change would drop the
// packets in a link's queue. The other ranks wait.
func (r *Rates) changeWhenIdle(what string, change func(*cluster.Rates) error) error {
	if err := r.meter.waitUntilIdle(); err != nil {
		return err
	}
	return r.guard.OnRank0(what, func() error { return change(r.rates) })
}
