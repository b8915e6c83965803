package topo

import (
	"fmt"
	"math"
)

// A listing is a list of links while it is read.
type listing struct {
	name   string // of what is read, for errors
	cables []cable
	given  map[[2]int]string // where each link was read, by its ends
}

// maxLinksText is the maximum length of a list as text. It bounds the time to read the text, which a result may contain
// where nobody looks at it, and lets the text fit in an environment variable, of 128 KiB on Linux.
const maxLinksText = 120 << 10

// add checks a cable between two places and adds it; rated says that it was given a rate.
func (l *listing) add(c cable, from, to string, rated bool) (err error) {
	if c.from, err = readPlace(from); err == nil {
		c.to, err = readPlace(to)
	}
	if err == nil && rated {
		_, err = bitsOf(c.rate)
	}
	switch {
	case err != nil:
		return fmt.Errorf("topo: %s: %w", c.at, err)
	case c.from == c.to:
		return fmt.Errorf("topo: %s: a link from %s to itself, want two places", c.at, from)
	case len(l.cables) > 0 && rated != (l.cables[0].rate != ""):
		return fmt.Errorf("topo: %s: rate %q, but %q in %s: want a rate for every link or for none", c.at, c.rate, l.cables[0].rate, l.cables[0].at)
	}
	for _, ends := range c.links() {
		if before, twice := l.given[ends]; twice {
			return fmt.Errorf("topo: %s: a link from %s to %s is also in %s, want each once", c.at, placeWord(ends[0]), placeWord(ends[1]), before)
		}
		l.given[ends] = c.at
	}
	l.cables = append(l.cables, c)
	return nil
}

// links returns the ends of the links of a cable.
func (c cable) links() [][2]int {
	if c.oneWay {
		return [][2]int{{c.from, c.to}}
	}
	return [][2]int{{c.from, c.to}, {c.to, c.from}}
}

// bitsOf reads a rate as a whole number of bits/s.
func bitsOf(rate string) (int, error) {
	bits, err := BitsPerSecond(rate)
	if err != nil {
		return 0, wrongRate(rate)
	}
	return int(math.Round(bits)), nil
}

// network returns the network of the complete list.
func (l *listing) network() (*Listed, error) {
	hosts, switches, err := l.count()
	if err != nil {
		return nil, err
	}
	n := &Listed{hosts: hosts, places: hosts + switches, cables: l.cables, into: make([][]int32, hosts+switches), to: make([]routes, hosts)}
	if size := len(n.String()); size > maxLinksText {
		return nil, fmt.Errorf("topo: %s: %d bytes of links as one word, want at most %d", l.name, size, maxLinksText)
	}
	for i, c := range l.cables {
		bits, _ := bitsOf(c.rate)
		for _, ends := range c.links() {
			from, to := n.number(ends[0]), n.number(ends[1])
			n.into[to] = append(n.into[to], int32(len(n.ends)))
			n.ends = append(n.ends, [2]int{from, to})
			n.cableOf = append(n.cableOf, i)
			if c.rate != "" {
				n.capacity = append(n.capacity, bits)
				n.unit = GCD(n.unit, bits)
			}
		}
	}
	for link := range n.capacity {
		n.capacity[link] /= n.unit
	}
	if from, to, missing := n.unconnected(); missing {
		return nil, fmt.Errorf("topo: %s: not connected: no route from %s to %s", l.name, PlaceName(from, hosts), PlaceName(to, hosts))
	}
	return n, nil
}

// count returns the numbers of hosts and switches, and refuses a list in which one is missing.
func (l *listing) count() (hosts, switches int, err error) {
	linked := map[int]bool{}
	for ends := range l.given {
		for _, place := range ends {
			linked[place] = true
			hosts, switches = max(hosts, place+1), max(switches, -place)
		}
	}
	if hosts == 0 {
		return 0, 0, fmt.Errorf("topo: %s: no hosts, want links between h0, h1 and so on", l.name)
	}
	for host := range hosts {
		if !linked[host] {
			return 0, 0, fmt.Errorf("topo: %s: host %s has no link, want one for each of h0 to %s", l.name, HostName(host), HostName(hosts-1))
		}
	}
	for k := range switches {
		if !linked[-1-k] {
			return 0, 0, fmt.Errorf("topo: %s: switch %s has no link, want one for each of s0 to %s", l.name, placeWord(-1-k), placeWord(-switches))
		}
	}
	return hosts, switches, nil
}

// number turns a number of readPlace into that of a place of the network.
func (l *Listed) number(place int) int {
	if place < 0 {
		return l.hosts - 1 - place
	}
	return place
}
