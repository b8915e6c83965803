// Package cluster emulates a network of hosts on one Linux machine. Every host and switch is a network
// namespace. Every link is a pair of virtual Ethernet interfaces, with a rate limit for each direction.
// Static routes follow the topology. The package needs root and iproute2, but no MPI.
package cluster

import (
	"fmt"
	"regexp"
)

const (
	namespacePrefix = "topocoll-" // beginning of the name of every namespace
	stateDir        = "/run/topocoll"
	netnsDir        = "/var/run/netns" // where iproute2 keeps namespaces by name
	etcNetns        = "/etc/netns"     // where iproute2 looks for a namespace's own /etc files
	// Subnet contains the addresses of all hosts. All clusters use it, because they are isolated from each
	// other.
	Subnet = "10.77.0.0/16"
)

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9]{0,15}$`)

func checkName(name string) error {
	if !nameRule.MatchString(name) {
		return inputf("name %q, want up to 16 lower-case letters and digits, beginning with a letter", name)
	}
	return nil
}

// namespace returns the name of the network namespace of a host or switch.
func namespace(name string, place int) string {
	return fmt.Sprintf("%s%s-%d", namespacePrefix, name, place)
}

// address returns the IP address of a host or switch. The hosts' addresses begin at 10.77.0.1, and the
// switches' addresses follow.
func address(place int) string { return fmt.Sprintf("10.77.%d.%d", place/250, place%250+1) }

// LinkName returns the name of a network interface: the end of the cable to the place `to`.
func LinkName(to int) string { return fmt.Sprintf("to%d", to) }

// An InputError is an error in the user's input, as opposed to a failure of this machine.
type InputError struct{ error }

func inputf(format string, args ...any) error {
	return InputError{fmt.Errorf("cluster: "+format, args...)}
}
