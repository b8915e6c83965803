package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/wrap"
	"topocoll/plan"
	"topocoll/topo"
)

// placed is a network with the processes on it.
type placed struct {
	topo.Network
	at []int // by label: its node; nil is the identity
}

func (n *placed) place(label int) int {
	if n.at == nil {
		return label
	}
	return n.at[label]
}

// network checks the flags of the machine, and returns the network if one is asked for and what an algorithm needs to know
// of it.
func (m planMachine) network(info catalog.Info, p int, dims string) (*placed, setup, error) {
	if err := m.checked(); err != nil {
		return nil, setup{}, err
	}
	if m.Network == "" {
		if m.Map != "" {
			return nil, setup{}, usagef("--map %s without --network", m.Map)
		}
		g, err := parseDims(dims)
		return nil, setup{extents: g}, err
	}
	s, err := machine{Network: m.Network, Dims: dims, Map: m.Map, Ports: m.Ports, Ts: m.Ts, Tw: m.Tw}.setup(info, p)
	if err != nil {
		return nil, setup{}, err
	}
	return &placed{s.config.Network, s.config.Placement}, s, nil
}

// linkLoads is the words on the links of a network; docs/plan-json.md describes it.
type linkLoads struct {
	Network string     `json:"network"`
	Largest int        `json:"largest"`
	Loads   []linkLoad `json:"loads"`

	title string // of the network, for text
}

// A linkLoad is the words on the links from one place to the next one.
type linkLoad struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Words int    `json:"words"`

	from int
}

// loadsOf counts the words on the links that the messages use, in the order of the places where they begin; nil without a
// network.
func loadsOf(nodes plan.Job, n *placed) *linkLoads {
	if n == nil {
		return nil
	}
	words := make([]int, n.Links())
	var path []int32
	for rank, node := range nodes {
		for _, s := range node.Steps {
			if s.Kind == plan.Send {
				path = n.Route(path[:0], n.place(rank), n.place(s.Peer))
				for _, link := range path {
					words[link] += s.Words()
				}
			}
		}
	}
	l := &linkLoads{Network: fmt.Sprint(n.Network), Largest: slices.Max(append(words, 0)), Loads: []linkLoad{}, title: topo.TitleFor(n.Network, len(nodes))}
	for link, words := range words {
		if words > 0 {
			from, to := n.Ends(int32(link))
			l.Loads = append(l.Loads, linkLoad{place(from, n), place(to, n), words, from})
		}
	}
	slices.SortStableFunc(l.Loads, func(a, b linkLoad) int { return a.from - b.from })
	return l
}

// place names a node of a network by its number, and a switch as topo does.
func place(number int, n topo.Network) string {
	if number < n.Nodes() {
		return fmt.Sprint(number)
	}
	return topo.PlaceName(number, n.Nodes())
}

// text writes a line for every place with the links that begin there.
func (l *linkLoads) text(out io.Writer) {
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
