package topo

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
)

// A Listed is a network given by a list of links, which [ReadNetwork] reads from a file and [ParseFabric]
// from a string. Hosts with several neighbours forward messages, as switches do.
//
// A message takes a route with the fewest links. Among these routes, it takes one whose slowest link has the
// highest capacity. If several such routes remain, each place forwards the message to the lowest-numbered
// next place of these routes. Every place has one route to each host, so the routes can be written as
// forwarding tables.
//
// If the list has rates, the links have capacities: the rates in bits/s, divided by the greatest common
// divisor of all rates.
type Listed struct {
	hosts, places int
	cables        []cable
	ends          [][2]int     // for each link, the places that it joins
	cableOf       []int        // for each link, the index of the cable that it belongs to
	capacity      []int        // for each link; nil if the list has no rates
	unit          int          // bits/s of a link of capacity 1; 0 if the list has no rates
	linksInto     [][]int32    // the links into each place
	routes        []routeCache // for each host
	file          string       // name of the file that was read, or "" if the list came from a string
}

// A cable is an item of the list. It has two links, or one link if oneWay is true. The two places have the
// numbers that parsePlaceName returns.
type cable struct {
	from, to int
	oneWay   bool
	rate     string // rate of each link, as tc writes it; "" if the list has no rates
	source   string // where the cable was read, for error messages
}

// linksPrefix is the prefix of the text form of a Listed.
const linksPrefix = "links:"

func (l *Listed) Nodes() int { return l.hosts }

func (l *Listed) Links() int { return len(l.ends) }

func (l *Listed) Route(path []int32, from, to int) []int32 {
	next := l.nextLinksTo(to)
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

func (l *Listed) linkRate(link int32) string { return l.cables[l.cableOf[link]].rate }
func (l *Listed) unitRate() int              { return l.unit }

// String returns the list as one word, "links:h0-s0=1gbit,h1-s0=100mbit,h0>h1=8kbit", where > marks a one-way
// link. It does not contain the file name, because a result may be read on a machine without that file.
func (l *Listed) String() string {
	words := make([]string, len(l.cables))
	for i, c := range l.cables {
		words[i] = c.String()
	}
	return linksPrefix + strings.Join(words, ",")
}

// Title returns a short name of a network, for messages and headings. A long list of links is replaced by the
// numbers of hosts, switches and cables, and the name of the file.
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

// TitleFor returns the Title of a network on which p processes run. It includes the number of nodes unless
// that number is p.
func TitleFor(n Network, p int) string {
	if nodes := n.Nodes(); nodes != p {
		return fmt.Sprintf("%d of the %d nodes of %s", p, nodes, Title(n))
	}
	return Title(n)
}

func (c cable) String() string {
	text := placeText(c.from) + "-" + placeText(c.to)
	if c.oneWay {
		text = placeText(c.from) + ">" + placeText(c.to)
	}
	if c.rate != "" {
		text += "=" + c.rate
	}
	return text
}

// placeText returns the name of a place; it is the inverse of parsePlaceName.
func placeText(place int) string {
	if place < 0 {
		return PlaceName(-1-place, 0)
	}
	return HostName(place)
}

// A routeCache holds the result of nextLinksTo for one host. It is filled on first use, because most routes
// of a large list are never used.
type routeCache struct {
	nextLinks atomic.Pointer[[]int32]
}

// nextLinksTo returns, for each place, the link on which a message to host `to` leaves the place. The link is
// -1 for the host itself and for a place without a route.
func (l *Listed) nextLinksTo(to int) []int32 {
	if found := l.routes[to].nextLinks.Load(); found != nil {
		return *found
	}
	next := l.searchNextLinks(to)
	l.routes[to].nextLinks.Store(&next)
	return next
}

// searchNextLinks computes the result of nextLinksTo by a breadth-first search from the host over reversed
// links.
func (l *Listed) searchNextLinks(to int) (next []int32) {
	next = slices.Repeat([]int32{-1}, l.places)
	// `hops` counts the links of the route to the host; `width` is the smallest capacity on the route
	hops, width := slices.Repeat([]int{math.MaxInt}, l.places), make([]int, l.places)
	hops[to], width[to] = 0, math.MaxInt
	reached := []int{to}
	for i := 0; i < len(reached); i++ {
		via := reached[i]
		for _, link := range l.linksInto[via] {
			at, narrow := l.ends[link][0], min(width[via], l.Capacity(link))
			if hops[at] <= hops[via] {
				continue
			}
			if next[at] < 0 {
				hops[at] = hops[via] + 1
				reached = append(reached, at)
			} else if narrow < width[at] || narrow == width[at] && via > l.ends[next[at]][1] {
				continue
			}
			next[at], width[at] = link, narrow
		}
	}
	return next
}

// findUnconnectedPair returns a place and a host, `from` and `to`, if no route leads from the place to the
// host. `missing` is false if there is no such pair. The function checks the routes to host 0 and to a host
// that host 0 does not reach. If all places reach host 0, they also reach the hosts that host 0 reaches.
func (l *Listed) findUnconnectedPair() (from, to int, missing bool) {
	out := make([][]int, l.places)
	for _, ends := range l.ends {
		out[ends[0]] = append(out[ends[0]], ends[1])
	}
	reached, queue := make([]bool, l.places), []int{0}
	reached[0] = true
	for i := 0; i < len(queue); i++ {
		for _, at := range out[queue[i]] {
			if !reached[at] {
				reached[at] = true
				queue = append(queue, at)
			}
		}
	}
	for _, to := range []int{0, slices.Index(reached[:l.hosts], false)} {
		if to < 0 {
			break
		}
		for from, link := range l.nextLinksTo(to) {
			if link < 0 && from != to {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}
