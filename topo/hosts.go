package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// HostName returns the name of a host of an emulated network: h3.
func HostName(host int) string { return fmt.Sprintf("h%d", host) }

// HostNumber returns the number of the host with the given name.
func HostNumber(name string) (host int, ok bool) {
	digits, ours := strings.CutPrefix(name, HostName(0)[:1])
	host, err := strconv.Atoi(digits)
	return host, ours && err == nil && HostName(host) == name
}

// PlaceName returns the name of a place of a network with the given number of hosts: h3, or s1 for the second switch.
func PlaceName(place, hosts int) string {
	if place < hosts {
		return HostName(place)
	}
	return "s" + strconv.Itoa(place-hosts)
}
