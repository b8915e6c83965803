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

// networked refuses a text that is no network between hosts.
func (b *benchCommand) networked() error {
	if b.Network == "" {
		return nil
	}
	if _, err := topo.ParseFabric(string(b.Network)); err != nil {
		return usage(err)
	}
	return nil
}

// room refuses more ranks than the network has room for.
func (b *benchCommand) room(p int) error {
	spec := b.Network.spec()
	if b.Network != "" && p > spec.Ranks() {
		return usagef("--network %.60s has room for %d ranks, want no more than that: -n or --np has %d", b.Network, spec.Ranks(), p)
	}
	return nil
}

// holds refuses ranks on such hosts as the network has not: more of them, or with more ranks.
func (b *benchCommand) holds(hosts []string) error {
	if b.Network == "" {
		return nil
	}
	spec, ranks, most := b.Network.spec(), map[string]int{}, 0
	for _, host := range hosts {
		ranks[host]++
		most = max(most, ranks[host])
	}
	switch {
	case len(ranks) > spec.Network.Nodes():
		return usagef("--network %.60s has %d hosts, but the ranks are on %d", b.Network, spec.Network.Nodes(), len(ranks))
	case most > spec.Slots && len(ranks) == 1:
		return usagef("--network %.60s: all %d ranks are on this host, so no message takes a link; want them on its hosts: topocoll cluster up NAME %.60s",
			b.Network, most, b.Network)
	case most > spec.Slots:
		spec.Slots = most
		return usagef("--network %.60s: %d ranks are on one host, want at most %d, or %.60s", b.Network, most, b.Network.spec().Slots, spec)
	}
	return nil
}
