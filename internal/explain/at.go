package explain

import (
	"context"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// RunAt calls Run with the given network or, if network is nil, with the algorithm's own. If the book has a
// formula for that network, the figure shows the formula, and the run uses its routing. Otherwise the routing
// is cut-through. An algorithm for any network gets the network as an argument.
func RunAt(ctx context.Context, info catalog.Info, network topo.Network, machine sim.Config,
	args Args) (*Figure, error) {
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
