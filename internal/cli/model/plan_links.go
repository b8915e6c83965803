package model

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/internal/wrap"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// LinkLoads has the words on the links of a network; docs/reference/plan-json.md describes it.
type LinkLoads struct {
	Network string     `json:"network"`
	Largest int        `json:"largest"`
	Loads   []LinkLoad `json:"loads"`

	title string // of the network, for text
}

// A LinkLoad is the number of words on the links between two neighbouring places of the network.
type LinkLoad struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Words int    `json:"words"`

	from int
}

// loadsOf counts the words on the links that messages use, ordered by the first place. It returns nil without a network.
func loadsOf(nodes plan.Job, c sim.Config) *LinkLoads {
	n := c.Network
	if n == nil {
		return nil
	}
	node := func(label int) int {
		if c.Placement == nil {
			return label
		}
		return c.Placement[label]
	}
	words := make([]int, n.Links())
	var path []int32
	for label, of := range nodes {
		for _, s := range of.Steps {
			if s.Kind == plan.Send {
				path = n.Route(path[:0], node(label), node(s.Peer))
				for _, link := range path {
					words[link] += s.Words()
				}
			}
		}
	}
	l := &LinkLoads{Network: n.String(), Largest: slices.Max(append(words, 0)), Loads: []LinkLoad{}, title: topo.TitleFor(n, len(nodes))}
	for link, words := range words {
		if words > 0 {
			from, to := n.Ends(int32(link))
			l.Loads = append(l.Loads, LinkLoad{placeText(from, n), placeText(to, n), words, from})
		}
	}
	slices.SortStableFunc(l.Loads, func(a, b LinkLoad) int { return a.from - b.from })
	return l
}

// placeText returns the number of a node, or the name of a switch.
func placeText(place int, n topo.Network) string {
	if place < n.Nodes() {
		return fmt.Sprint(place)
	}
	return topo.PlaceName(place, n.Nodes())
}

// text writes a line for every place, with the links from there.
func (l *LinkLoads) text(out io.Writer) {
	if l == nil {
		return
	}
	fmt.Fprintf(out, "busiest link:  %d words, on %s\n", l.Largest, l.title)
	for i := 0; i < len(l.Loads); {
		first := fmt.Sprintf("%5s to ", l.Loads[i].From)
		var to []string
		for from := l.Loads[i].from; i < len(l.Loads) && l.Loads[i].from == from; i++ {
			to = append(to, fmt.Sprintf("%s: %d", l.Loads[i].To, l.Loads[i].Words))
		}
		io.WriteString(out, wrap.Text(first, wrap.Indent(first), strings.Join(to, ", ")))
	}
}
