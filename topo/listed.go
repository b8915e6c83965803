package topo

import (
	"fmt"
	"strings"
)

// A Listed is the network of a list of links, which [ReadNetwork] reads from a file and [ParseFabric] from text. Every
// place between two others forwards, a host as well as a switch.
//
// A message takes a route with the fewest links; of several, one whose slowest link is the fastest; then each place
// chooses the lowest next one. From any place there is one route to a host, so forwarding tables exist.
//
// If the list has rates, the links have capacities: their rates in bits/s, divided by the greatest common divisor of all.
type Listed struct {
	hosts, places int
	cables        []cable
	ends          [][2]int  // of each link
	cableOf       []int     // of each link
	capacity      []int     // of each link; nil if the list has no rates
	unit          int       // bits/s of a link of capacity 1; 0 if the list has no rates
	into          [][]int32 // the links into each place
	to            []routes  // to each host
	file          string    // where it was read; "": from text
}

// A cable is an item of the list: two links, or only the one from from to to. Places are numbered as readPlace does.
type cable struct {
	from, to int
	oneWay   bool
	rate     string // of each link, as tc writes it; "" if the list has no rates
	at       string // where it was read, for errors
}

// linksKind begins the text of a Listed.
const linksKind = "links:"

func (l *Listed) Nodes() int { return l.hosts }

func (l *Listed) Links() int { return len(l.ends) }

func (l *Listed) Route(path []int32, from, to int) []int32 {
	next := l.leave(to)
	for from != to {
		link := next[from]
		path = append(path, link)
		from = l.ends[link][1]
	}
	return path
}

func (l *Listed) Ends(link int32) (from, to int) { return l.ends[link][0], l.ends[link][1] }

func (l *Listed) Capacity(link int32) int {
	if l.capacity == nil {
		return 1
	}
	return l.capacity[link]
}

// String returns the list as one word, "links:h0-s0=1gbit,h1-s0=100mbit,h0>h1=8kbit", where > is a one-way link. It does
// not name a file, because a result may be read where that file does not exist.
func (l *Listed) String() string {
	words := make([]string, len(l.cables))
	for i, c := range l.cables {
		words[i] = c.String()
	}
	return linksKind + strings.Join(words, ",")
}

// Title returns the name of a network for a line of text. A list of links that is long is counted, with the file in which it is.
func Title(n Network) string {
	text := n.String()
	l, listed := n.(*Listed)
	if !listed || len(text) <= 60 {
		return text
	}
	counts := fmt.Sprintf("%d hosts, %d switches, %d cables", l.hosts, l.places-l.hosts, len(l.cables))
	if l.file == "" {
		return counts
	}
	return fmt.Sprintf("file:%s (%s)", l.file, counts)
}

// TitleFor is Title for p processes; it says so if they are fewer than the nodes.
func TitleFor(n Network, p int) string {
	if nodes := n.Nodes(); nodes != p {
		return fmt.Sprintf("%d of the %d nodes of %s", p, nodes, Title(n))
	}
	return Title(n)
}

func (c cable) String() string {
	text := placeWord(c.from) + "-" + placeWord(c.to)
	if c.oneWay {
		text = placeWord(c.from) + ">" + placeWord(c.to)
	}
	if c.rate != "" {
		text += "=" + c.rate
	}
	return text
}
