package cli

import (
	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/topo"
)

// withExtents returns cfg with the extents of the mesh for ranks on these hosts: those of --dims, else those of the network
// if it is known and the ranks fill it. Otherwise the extents stay nil, which means as square as possible.
func (b *benchCommand) withExtents(cfg bench.Config, hosts []string) bench.Config {
	if cfg.Mesh != nil {
		cfg.MeshFrom = results.FromDims
		return cfg
	}
	spec, err := topo.ParseFabric(string(b.Network))
	if err != nil {
		return cfg // not a network that is known: the text is only recorded
	}
	if b.Map == "hosts" {
		inOrder := make([]string, len(hosts))
		for label, rank := range results.OrderByHost(hosts) {
			inOrder[label] = hosts[rank]
		}
		hosts = inOrder
	}
	if g := spec.Extents(hosts); g != nil {
		cfg.Mesh, cfg.MeshFrom = g, results.FromNetwork
	}
	return cfg
}
