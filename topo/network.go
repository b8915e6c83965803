package topo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Network is the network of a machine: nodes, directed links, and one route from each node to every other.
type Network interface {
	// Nodes returns the number of nodes, which are numbered from 0.
	Nodes() int
	// Links returns the number of directed links, which are numbered from 0.
	Links() int
	// Route appends the links that a message crosses, in order. It appends nothing if from = to. It allocates
	// only if path lacks capacity.
	Route(path []int32, from, to int) []int32
	// Ends returns the places that a link joins. A place is a node or a switch; switches are numbered Nodes()
	// and above.
	Ends(link int32) (from, to int)
	// String returns the name used on the command line, such as "torus:4x4".
	String() string
}

// Weighted is a Network whose links may have different rates.
type Weighted interface {
	Network
	// Capacity returns the rate of a link, 1 or more, as a multiple of a unit common to all links of the
	// network.
	Capacity(link int32) int
}

// Capacity returns the rate of a link of a network as a multiple of a common unit. It is 1 unless the network
// is Weighted.
func Capacity(n Network, link int32) int {
	if w, ok := n.(Weighted); ok {
		return w.Capacity(link)
	}
	return 1
}

// Places returns the number of places of a network, that is, of nodes and switches.
func Places(n Network) int {
	places := n.Nodes()
	for link := range n.Links() {
		from, to := n.Ends(int32(link))
		places = max(places, from+1, to+1)
	}
	return places
}

// Adjacent returns the pairs of different places that are joined by a link, once each, in ascending order.
func Adjacent(n Network) (pairs [][2]int) {
	for link := range n.Links() {
		if from, to := n.Ends(int32(link)); from != to {
			pairs = append(pairs, [2]int{from, to})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pairs)
}

// ManyLinks reports whether every node has links to two or more other places, so that a node can use several
// links at the same time.
func ManyLinks(n Network) bool {
	peers := make([]int, Places(n))
	for _, pair := range Adjacent(n) {
		peers[pair[0]]++
	}
	return slices.Min(peers[:n.Nodes()]) > 1
}

// HostName returns the name of a host of an emulated network, such as h3.
func HostName(host int) string { return fmt.Sprintf("h%d", host) }

// NumberHosts returns the number of each rank's host. The hosts are numbered in the order in which they first
// appear in the list, which has an entry for each rank.
func NumberHosts[H comparable](hosts []H) []int {
	number, numbers := map[H]int{}, make([]int, len(hosts))
	for rank, host := range hosts {
		if _, seen := number[host]; !seen {
			number[host] = len(number)
		}
		numbers[rank] = number[host]
	}
	return numbers
}

// HostNumber returns the number of the host with the given name.
func HostNumber(name string) (host int, ok bool) {
	digits, ours := strings.CutPrefix(name, HostName(0)[:1])
	host, err := strconv.Atoi(digits)
	return host, ours && err == nil && HostName(host) == name
}

// PlaceName returns the name of a place of a network with the given number of hosts. An example is h3 for a
// host, or s1 for the second switch.
func PlaceName(place, hosts int) string {
	if place < hosts {
		return HostName(place)
	}
	return "s" + strconv.Itoa(place-hosts)
}
