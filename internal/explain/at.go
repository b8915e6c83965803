package explain

import (
	"context"
	"slices"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// RunAt is Run on a network: with the formula for it and its routing, if there is one, and otherwise under cut-through. With nil it
// is the network that the algorithm is at home on. An algorithm for any network knows it.
func RunAt(ctx context.Context, info catalog.Info, network topo.Network, machine sim.Config, args Args) (*Figure, error) {
	if info.Topology() == "mesh" && args.Mesh == nil {
		args.Mesh = topo.NearSquare(args.P, 2)
	}
	model := info.Model()
	machine.Network, machine.Routing = network, sim.CT
	for _, own := range slices.Concat([]catalog.Model{model}, info.Models()) {
		home, err := own.Home.Network(args.P, args.Mesh)
		if network == nil && err != nil {
			return nil, err
		}
		if network == nil || err == nil && home.String() == network.String() {
			model, machine.Network, machine.Placement = own, home, own.Placement(args.P)
			if !own.CT {
				machine.Routing = sim.SF
			}
			break
		}
	}
	if network != nil && info.Topology() == "network" {
		args.Network = pack.Into(network)
	}
	return Run(ctx, info, model, machine, args)
}
