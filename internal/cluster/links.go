package cluster

import (
	"fmt"
	"os/exec"
	"strings"

	"topocoll/topo"
)

// CutOff returns the names of the hosts without a working link in a cluster that was built from `spec`. A job
// fails if a host is cut off, and mpirun does not always name the host.
func CutOff(name string, spec topo.Fabric) ([]string, error) {
	var names []string
	for host := range spec.Network.Nodes() {
		out, err := exec.Command("ip", "-n", namespace(name, host), "-brief", "link").Output()
		if err != nil {
			return names, fmt.Errorf("cluster: ip link in %s: %w", namespace(name, host), err)
		}
		if down, up := linkStates(string(out)); down > 0 && up == 0 {
			names = append(names, topo.HostName(host))
		}
	}
	return names, nil
}

// linkStates counts the links of a host in the output of "ip -brief link", such as
// "to1@if5  LOWERLAYERDOWN  f6:25:14:2c:88:07  <NO-CARRIER,BROADCAST,MULTICAST,UP>".
func linkStates(out string) (down, up int) {
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		switch {
		case len(words) < 2 || !strings.HasPrefix(words[0], "to"):
		case strings.HasSuffix(words[1], "DOWN"): // LOWERLAYERDOWN if the other end is down
			down++
		default:
			up++
		}
	}
	return down, up
}
