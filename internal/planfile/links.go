package planfile

import (
	"fmt"
	"slices"

	"topocoll/plan"
	"topocoll/topo"
)

// LinkLoads holds the numbers of words that cross the links of a network.
type LinkLoads struct {
	// Name of the network, such as `torus:4x4`, or its list of links, such as `links:h0-s0,h1-s0`.
	Network string `json:"network"`
	// Number of words that cross the busiest link.
	Largest int `json:"largest"`
	// Links that carry words, sorted by `from`.
	Loads []LinkLoad `json:"loads"`

	// Title is the network's title, which commands print. It is not in the file.
	Title string `json:"-"`
}

// A LinkLoad is the number of words that cross a link in one direction.
type LinkLoad struct {
	// Start of the link: the number of a node, or the name of a switch, such as `s0`.
	From string `json:"from"`
	// End of the link, in the same form.
	To string `json:"to"`
	// Number of words that cross the link in this direction.
	Words int `json:"words"`
}

// CountLoads counts the words that cross each link, and sorts the links by From. placement[i] is the node of
// label i; nil is the identity. CountLoads returns nil if network is nil.
func CountLoads(job plan.Job, network topo.Network, placement []int) *LinkLoads {
	if network == nil {
		return nil
	}
	node := func(label int) int {
		if placement == nil {
			return label
		}
		return placement[label]
	}
	words := make([]int, network.Links())
	var path []int32
	for label, plans := range job {
		for _, s := range plans.Steps {
			if s.Kind == plan.Send {
				path = network.Route(path[:0], node(label), node(s.Peer))
				for _, link := range path {
					words[link] += s.Words()
				}
			}
		}
	}
	var used []int32
	for link, n := range words {
		if n > 0 {
			used = append(used, int32(link))
		}
	}
	slices.SortStableFunc(used, func(a, b int32) int {
		from, _ := network.Ends(a)
		other, _ := network.Ends(b)
		return from - other
	})
	l := &LinkLoads{Network: network.String(), Largest: slices.Max(append(words, 0)), Loads: []LinkLoad{},
		Title: topo.TitleFor(network, len(job))}
	for _, link := range used {
		from, to := network.Ends(link)
		l.Loads = append(l.Loads,
			LinkLoad{endName(from, network), endName(to, network), words[link]})
	}
	return l
}

// endName returns the number of a node or the name of a switch, such as "s0".
func endName(end int, n topo.Network) string {
	if end < n.Nodes() {
		return fmt.Sprint(end)
	}
	return topo.PlaceName(end, n.Nodes())
}
