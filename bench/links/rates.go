//go:build cgo

package links

import (
	"cmp"

	"topocoll/bench/group"
	"topocoll/internal/cluster"
	"topocoll/topo"
)

// Rates are the rates of the links of a network, which rank 0 may lift to see what the cores take of a call.
type Rates struct {
	meter *Meter
	guard *group.Guard
	rates *cluster.Rates
}

// NewRates returns the rates of the cluster on which the ranks run; nil if it has another network than they
// say.
func NewRates(m *Meter, g *group.Guard, clusterName, network string) (*Rates, error) {
	var rates *cluster.Rates
	if m.ranks.World.Rank == 0 {
		rates = ratesOf(clusterName, network)
	}
	known, err := m.ranks.Rank0Says(rates != nil)
	if !known || err != nil {
		return nil, err
	}
	return &Rates{m, g, rates}, nil
}

func ratesOf(clusterName, network string) *cluster.Rates {
	if clusterName == "" {
		return nil
	}
	built, err := cluster.Whole(clusterName)
	said, err2 := topo.ParseFabric(network)
	if cmp.Or(err, err2) != nil || built.String() != said.String() {
		return nil
	}
	rates, err := cluster.RatesOf(clusterName, built)
	if err != nil {
		return nil
	}
	return &rates
}

// Lift removes the rates from the links.
func (r *Rates) Lift() error {
	return r.whenIdle("taking the rates off the links", (*cluster.Rates).Lift)
}

// Restore gives the links their rates again.
func (r *Rates) Restore() error {
	return r.whenIdle("giving the links their rates", (*cluster.Rates).Limit)
}

// whenIdle lets rank 0 change the links while no packet is in flight: packets that wait at a link would be
// lost.
func (r *Rates) whenIdle(what string, change func(*cluster.Rates) error) error {
	if err := r.meter.WaitUntilIdle(); err != nil {
		return err
	}
	return r.guard.OnRank0(what, func() error { return change(r.rates) })
}
