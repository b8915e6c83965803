package cli

import (
	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/topo"
)

// withExtents is cfg with the extents that the rows of the mesh run with on ranks of these hosts: those of
// --dims, else those of a network that is known and filled. Otherwise they stay nil, as square as can be;
// so it is with fewer ranks than the network has room for.
func (b *benchCommand) withExtents(cfg bench.Config, hosts []string) bench.Config {
	if cfg.Mesh != nil {
		cfg.MeshFrom = results.FromDims
		return cfg
	}
	spec, err := topo.ParseFabric(b.Network)
	if err != nil {
		return cfg // the network is for the record, any text will do
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
