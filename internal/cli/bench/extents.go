package bench

import (
	"strings"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/topo"
)

// WithExtents returns cfg with the extents of the mesh: those of --dims, else those of the network if the ranks on these hosts
// fill it. Otherwise the extents stay nil, which means as square as possible.
func (b *Command) WithExtents(cfg bench.Config, hosts []string) bench.Config {
	if cfg.Mesh != nil {
		cfg.MeshFrom = results.MeshFromDims
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
		cfg.Mesh, cfg.MeshFrom = g, results.MeshFromNetwork
	}
	return cfg
}

// checkNetworkFlags refuses a network without hosts, and --packed where it cannot apply.
func (b *Command) checkNetworkFlags() error {
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
		return exit.Usagef("--network %.60s has room for %d ranks, want no more than that: -n or --np has %d", n.Text, n.Ranks(), p)
	}
	return nil
}

// CheckHosts refuses ranks that are on more hosts than the network has, or on a host with more ranks than slots.
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
		return exit.Usagef("--network %.60s has %d hosts, but the ranks are on %d", b.Network.Text, spec.Network.Nodes(), len(ranks))
	case most > spec.Slots && len(ranks) == 1:
		return exit.Usagef("--network %.60s: all %d ranks are on this host, so no message takes a link; want them on its hosts: topocoll cluster up NAME %.60s",
			b.Network.Text, most, b.Network.Text)
	case most > spec.Slots:
		name, _, _ := strings.Cut(b.Network.Text, option.SlotsOption)
		return exit.Usagef("--network %.60s: %d ranks are on one host, want at most %d, or %.60s%s%d", b.Network.Text, most, b.Network.Slots, name, option.SlotsOption, most)
	}
	return nil
}
