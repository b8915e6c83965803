// Package measure runs the measurements of the commands bench and tune on MPI ranks.
package measure

import (
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/topo"
	"topocoll/tuned"
)

// A Job describes a measurement: what to measure, and the network between the ranks.
type Job struct {
	Config  bench.Config // without the settings that depend on the hosts
	Network option.Network
}

// DefaultRanks returns the default of -n: one rank per core, at least 2 and at most 4.
func DefaultRanks() int { return min(4, max(2, host.Cores())) }

// maxTime is the maximum of --time, --limit and --stall.
const maxTime = 365 * 24 * time.Hour

// CheckTime returns an error if the value of a flag is below `least` or above maxTime.
func CheckTime(flag string, got, least time.Duration) error {
	if got < least || got > maxTime {
		return exit.Usagef("--%s %v, want %v to %v", flag, got, least, maxTime)
	}
	return nil
}

// LeastStall is the smallest valid --stall. A rank that shares its core may wait for 100 ms.
const LeastStall = 100 * time.Millisecond

// CheckNetwork returns an error for a network without hosts, and for --packed without a network.
func (j Job) CheckNetwork() error {
	switch {
	case j.Config.Packed != "" && j.Network.String() == "":
		return exit.Usagef("--packed %s needs --network, set to the network for which this file was packed",
			j.Config.Packed)
	case j.Network.String() == "":
		return nil
	}
	_, err := topo.ParseFabric(j.Network.String())
	return exit.Usage(err)
}

// CheckRoom returns an error if the network does not have enough slots for p ranks.
func (j Job) CheckRoom(p int) error {
	if n := j.Network; n.Network != nil && p > n.Ranks() {
		return exit.Usagef("--network %.60s has room for only %d ranks, but %d were requested (-n or --np)",
			n.Text, n.Ranks(), p)
	}
	return nil
}

// checkHosts returns an error if the ranks are on more hosts than the network has, or if a host has more
// ranks than slots. The host of rank i is hosts[i].
func (j Job) checkHosts(hosts []string) error {
	spec, spread := j.Network.Spec, tuned.JobOn(hosts)
	if spec.Network == nil {
		return nil
	}
	switch most := spread.Slots; {
	case spread.Hosts > spec.Network.Nodes():
		return exit.Usagef("--network %.60s has %d hosts, but the ranks are on %d", j.Network.Text,
			spec.Network.Nodes(), spread.Hosts)
	case most > spec.Slots && spread.Hosts == 1:
		return exit.Usagef(
			"--network %.60s: all %d ranks are on this host, so no message uses a link; to emulate the hosts of "+
				"this network, use topocoll cluster up NAME %.60s",
			j.Network.Text, most, j.Network.Text)
	case most > spec.Slots:
		name, _, _ := strings.Cut(j.Network.Text, option.SlotsOption)
		return exit.Usagef("--network %.60s: %d ranks are on one host; use at most %d, or --network %.60s%s%d",
			j.Network.Text, most, j.Network.Slots, name, option.SlotsOption, most)
	}
	return nil
}

// ConfigOn returns the configuration for ranks on these hosts. The extents of the mesh come from --dims if it
// was given, or from the network if the ranks fill it. Otherwise the extents are nil, which means that the
// mesh is as square as possible.
func (j Job) ConfigOn(hosts []string) bench.Config {
	cfg := j.Config
	if cfg.Mesh != nil {
		cfg.MeshFrom = results.MeshFromDims
		return cfg
	}
	if j.Network.Network == nil {
		return cfg
	}
	if cfg.Map == "hosts" {
		inOrder := make([]string, len(hosts))
		for label, rank := range results.OrderByHost(hosts) {
			inOrder[label] = hosts[rank]
		}
		hosts = inOrder
	}
	if g := j.Network.Extents(hosts); g != nil {
		cfg.Mesh, cfg.MeshFrom = g, results.MeshFromNetwork
	}
	return cfg
}
