package topo

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// ReadNetwork reads a network from a list of its links; name is the name of the file, for error messages.
// Every line describes a cable, "PLACE PLACE" or "PLACE PLACE RATE", with a link in each direction. "PLACE >
// PLACE" is a single link. A comment begins with #. Places are the hosts h0, h1, ... and the switches s0, s1,
// ..., numbered without gaps. A rate is in the notation of tc and applies in each direction. Either all lines
// have a rate, or no line has one.
func ReadNetwork(name string, r io.Reader) (*Listed, error) {
	l := networkBuilder{source: name, linkSources: map[[2]int]string{}}
	lines, number := bufio.NewScanner(r), 0
	for lines.Scan() {
		number++
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(strings.ReplaceAll(text, ">", " > "))
		if len(words) == 0 {
			continue
		}
		c := cable{source: fmt.Sprintf("%s:%d", name, number)}
		if c.oneWay = len(words) > 1 && words[1] == ">"; c.oneWay {
			words = append(words[:1], words[2:]...)
		}
		if len(words) < 2 || len(words) > 3 {
			return nil, fmt.Errorf("topo: %s: %.60q, want PLACE PLACE [RATE], such as h0 s0 1gbit", c.source,
				strings.TrimSpace(text))
		}
		c.rate = strings.Join(words[2:], "")
		if err := l.addCable(c, words[0], words[1], len(words) == 3); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("topo: %s:%d: %w", name, number+1, err)
	}
	n, err := l.build()
	if err == nil && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		n.file = name
	}
	return n, err
}

// parseLinks parses a string that Listed.String has returned.
func parseLinks(text string) (*Listed, error) {
	if len(text) > maxLinksText {
		return nil, fmt.Errorf("topo: the description of network %.60q has %d bytes, want at most %d", text,
			len(text), maxLinksText)
	}
	l := networkBuilder{source: fmt.Sprintf("network %.60q", text), linkSources: map[[2]int]string{}}
	for i, word := range strings.Split(strings.TrimPrefix(text, linksPrefix), ",") {
		c := cable{source: fmt.Sprintf("link %d of %.60q", i+1, text)}
		ends, rate, rated := strings.Cut(word, "=")
		from, to, found := strings.Cut(ends, "-")
		if !found {
			from, to, found = strings.Cut(ends, ">")
			c.oneWay = true
		}
		if !found {
			return nil, fmt.Errorf("topo: %s: %.60q, want PLACE-PLACE[=RATE], such as h0-s0=1gbit", c.source,
				word)
		}
		c.rate = rate
		if err := l.addCable(c, from, to, rated); err != nil {
			return nil, err
		}
	}
	return l.build()
}

// parsePlaceName returns the number of a host, or -1-k for the switch k.
func parsePlaceName(name string) (int, error) {
	if host, ok := HostNumber(name); ok && host >= MaxHosts {
		return 0, fmt.Errorf("host %.60s, want at most %d hosts", name, MaxHosts)
	} else if ok && host >= 0 {
		return host, nil
	}
	digits, _ := strings.CutPrefix(name, "s")
	if k, err := strconv.Atoi(digits); err == nil && k >= 0 && PlaceName(k, 0) == name {
		if k >= MaxHosts {
			return 0, fmt.Errorf("switch %.60s, want at most %d switches", name, MaxHosts)
		}
		return -1 - k, nil
	}
	return 0, fmt.Errorf("place %.60q, want a host (h0, h1, ...) or a switch (s0, s1, ...)", name)
}

// A networkBuilder collects the cables of a Listed while they are read.
type networkBuilder struct {
	source      string // for error messages
	cables      []cable
	linkSources map[[2]int]string // keyed by the two places of a link: where the link was read
}

// maxLinksText is the maximum length in bytes of a list in text form. It bounds the time to parse a result
// file. A string of this length also fits in an environment variable (128 KiB on Linux).
const maxLinksText = 120 << 10

// addCable validates a cable between two places and adds it to the list. `rated` is true if the cable has a
// rate.
func (l *networkBuilder) addCable(c cable, from, to string, rated bool) (err error) {
	if c.from, err = parsePlaceName(from); err == nil {
		c.to, err = parsePlaceName(to)
	}
	if err == nil && rated {
		_, err = bitsOf(c.rate)
	}
	switch {
	case err != nil:
		return fmt.Errorf("topo: %s: %w", c.source, err)
	case c.from == c.to:
		return fmt.Errorf("topo: %s: the link joins %s to itself; give two different places", c.source, from)
	case len(l.cables) > 0 && rated != (l.cables[0].rate != ""):
		return fmt.Errorf("topo: %s: the rate is %q, but it is %q in %s; give a rate for every link or for none",
			c.source, c.rate, l.cables[0].rate, l.cables[0].source)
	}
	for _, ends := range c.links() {
		if before, twice := l.linkSources[ends]; twice {
			return fmt.Errorf("topo: %s: the link from %s to %s is also in %s; list each link only once", c.source,
				placeText(ends[0]), placeText(ends[1]), before)
		}
		l.linkSources[ends] = c.source
	}
	l.cables = append(l.cables, c)
	return nil
}

// links returns the links of a cable, each as a pair of places.
func (c cable) links() [][2]int {
	if c.oneWay {
		return [][2]int{{c.from, c.to}}
	}
	return [][2]int{{c.from, c.to}, {c.to, c.from}}
}

func (l *networkBuilder) build() (*Listed, error) {
	hosts, switches, err := l.countPlaces()
	if err != nil {
		return nil, err
	}
	n := &Listed{hosts: hosts, places: hosts + switches, cables: l.cables,
		linksInto: make([][]int32, hosts+switches), routes: make([]routeCache, hosts)}
	if size := len(n.String()); size > maxLinksText {
		return nil, fmt.Errorf("topo: %s: too many links: the list of links has %d bytes, want at most %d",
			l.source, size, maxLinksText)
	}
	for i, c := range l.cables {
		bits, _ := bitsOf(c.rate)
		for _, ends := range c.links() {
			from, to := n.placeNumber(ends[0]), n.placeNumber(ends[1])
			n.linksInto[to] = append(n.linksInto[to], int32(len(n.ends)))
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
	if from, to, missing := n.findUnconnectedPair(); missing {
		return nil, fmt.Errorf("topo: %s: the network is not connected: it has no route from %s to %s", l.source,
			PlaceName(from, hosts), PlaceName(to, hosts))
	}
	return n, nil
}

// countPlaces returns the numbers of hosts and switches, or an error if one of them has no link.
func (l *networkBuilder) countPlaces() (hosts, switches int, err error) {
	linked := map[int]bool{}
	for ends := range l.linkSources {
		for _, place := range ends {
			linked[place] = true
			hosts, switches = max(hosts, place+1), max(switches, -place)
		}
	}
	if hosts == 0 {
		return 0, 0, fmt.Errorf("topo: %s: the list has no hosts; give the links of h0, h1 and so on", l.source)
	}
	for host := range hosts {
		if !linked[host] {
			return 0, 0,
				fmt.Errorf("topo: %s: host %s has no link; each of h0 to %s needs one", l.source,
					HostName(host), HostName(hosts-1))
		}
	}
	for k := range switches {
		if !linked[-1-k] {
			return 0, 0,
				fmt.Errorf("topo: %s: switch %s has no link; each of s0 to %s needs one", l.source,
					placeText(-1-k), placeText(-switches))
		}
	}
	return hosts, switches, nil
}

// placeNumber returns the number of a place in the network. The argument is a number that parsePlaceName has
// returned.
func (l *Listed) placeNumber(place int) int {
	if place < 0 {
		return l.hosts - 1 - place
	}
	return place
}
