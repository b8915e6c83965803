package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// HostName is what a host of an emulated network calls itself.
func HostName(host int) string { return fmt.Sprintf("h%d", host) }

// HostNumber returns the number of the host of that name.
func HostNumber(name string) (host int, ok bool) {
	digits, ours := strings.CutPrefix(name, HostName(0)[:1])
	host, err := strconv.Atoi(digits)
	return host, ours && err == nil && HostName(host) == name
}

// PlaceName is what a place of a network of some hosts is called: h3, or s1 for the second switch.
func PlaceName(place, hosts int) string {
	if place < hosts {
		return HostName(place)
	}
	return "s" + strconv.Itoa(place-hosts)
}
