package bench

import (
	"strings"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/topo"
)

// WithExtents returns cfg with the extents of the mesh for ranks on these hosts: those of --dims, else those of the network
// if it is known and the ranks fill it. Otherwise the extents stay nil, which means as square as possible.
func (b *Command) WithExtents(cfg bench.Config, hosts []string) bench.Config {
	if cfg.Mesh != nil {
		cfg.MeshFrom = results.FromDims
		return cfg
	}
	if b.Network.Network == nil {
		return cfg
	}
	if b.Map == "hosts" {
		inOrder := make([]string, len(hosts))
		for label, rank := range results.OrderByHost(hosts) {
			inOrder[label] = hosts[rank]
		}
		hosts = inOrder
	}
	if g := b.Network.Extents(hosts); g != nil {
		cfg.Mesh, cfg.MeshFrom = g, results.FromNetwork
	}
	return cfg
}

// networked refuses a network of which there are no hosts, and a file of trees that cannot be that of the network.
func (b *Command) networked() error {
	switch {
	case b.Packed != "" && len(b.NP) > 1:
		return exit.Usagef("--packed %s with --np, want one number of ranks: that of the file", b.Packed)
	case b.Packed != "" && b.Network.String() == "":
		return exit.Usagef("--packed %s without --network, want that of the file", b.Packed)
	case b.Network.String() == "":
		return nil
	}
	_, err := topo.ParseFabric(b.Network.String())
	return exit.Usage(err)
}

// CheckRoom refuses more ranks than the network has room for.
func (b *Command) CheckRoom(p int) error {
	if n := b.Network; n.Network != nil && p > n.Ranks() {
		return exit.Usagef("--network %.60s has room for %d ranks, want no more than that: -n or --np has %d", n.GivenOn, n.Ranks(), p)
	}
	return nil
}

// CheckHosts refuses ranks on such hosts as the network has not: more of them, or with more ranks.
func (b *Command) CheckHosts(hosts []string) error {
	spec, ranks, most := b.Network.Spec, map[string]int{}, 0
	if spec.Network == nil {
		return nil
	}
	for _, host := range hosts {
		ranks[host]++
		most = max(most, ranks[host])
	}
	switch {
	case len(ranks) > spec.Network.Nodes():
		return exit.Usagef("--network %.60s has %d hosts, but the ranks are on %d", b.Network.GivenOn, spec.Network.Nodes(), len(ranks))
	case most > spec.Slots && len(ranks) == 1:
		return exit.Usagef("--network %.60s: all %d ranks are on this host, so no message takes a link; want them on its hosts: topocoll cluster up NAME %.60s",
			b.Network.GivenOn, most, b.Network.GivenOn)
	case most > spec.Slots:
		name, _, _ := strings.Cut(b.Network.GivenOn, option.SlotsOption)
		return exit.Usagef("--network %.60s: %d ranks are on one host, want at most %d, or %.60s%s%d", b.Network.GivenOn, most, b.Network.Slots, name, option.SlotsOption, most)
	}
	return nil
}
