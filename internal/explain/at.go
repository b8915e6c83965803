package explain

import (
	"context"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// RunAt is Run on a network: with the formula for it and its routing, if there is one, and otherwise under cut-through. With nil it
// is the network that the algorithm is at home on. An algorithm for any network knows it.
func RunAt(ctx context.Context, info catalog.Info, network topo.Network, machine sim.Config, args Args) (*Figure, error) {
	if info.OnMesh() && args.Mesh == nil {
		args.Mesh = topo.NearSquare(args.P, 2)
	}
	if network != nil && info.Topology() == "network" {
		args.Network = pack.Into(network)
	}
	if network == nil {
		home, err := info.Model().Home.Network(args.P, args.Mesh)
		if err != nil {
			return nil, err
		}
		network = home
	}
	model, own := info.ModelOn(network, args.P, args.Mesh)
	machine.Network, machine.Routing = network, sim.CT
	if own {
		machine.Placement = model.Placement(args.P)
	}
	if own && !model.CT {
		machine.Routing = sim.SF
	}
	return Run(ctx, info, model, machine, args)
}
