// Package cluster puts a network of the textbook on one Linux machine: every host is a network
// namespace, every link a pair of virtual Ethernet ends whose rate is limited in each direction, and the
// static routes are those of the topology. It needs root and iproute2, and no MPI.
package cluster

import (
	"fmt"
	"regexp"
)

const (
	prefix   = "topocoll-" // of every namespace
	stateDir = "/run/topocoll"
	netnsDir = "/var/run/netns" // where iproute2 keeps namespaces by name
	etcNetns = "/etc/netns"     // where iproute2 looks for a namespace's own /etc files
	// Subnet holds the addresses of all hosts; clusters cannot see each other, so they share it.
	Subnet = "10.77.0.0/16"
)

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9]{0,15}$`)

func checkName(name string) error {
	if !nameRule.MatchString(name) {
		return inputf("name %q, want up to 16 lower-case letters and digits, a letter first", name)
	}
	return nil
}

// namespace is where a place of a cluster lives.
func namespace(name string, place int) string { return fmt.Sprintf("%s%s-%d", prefix, name, place) }

// address of a place; hosts are 10.77.0.1 and up, switches follow.
func address(place int) string { return fmt.Sprintf("10.77.%d.%d", place/250, place%250+1) }

// LinkName is the end, at one place, of the cable that leads to another.
func LinkName(to int) string { return fmt.Sprintf("to%d", to) }
