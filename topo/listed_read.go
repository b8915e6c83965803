package topo

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// ReadNetwork reads a network from a list of its links; name is that of the file, for errors. Every line is a cable,
// "PLACE PLACE" or "PLACE PLACE RATE", with a link in each direction; "PLACE > PLACE" is one link only. A # begins a
// comment. Places are the hosts h0, h1, ... and the switches s0, s1, ..., without a gap. Rates are as tc writes them, of
// each direction; all lines have one or none has.
func ReadNetwork(name string, r io.Reader) (*Listed, error) {
	l := listing{name: name, given: map[[2]int]string{}}
	lines, number := bufio.NewScanner(r), 0
	for lines.Scan() {
		number++
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(strings.ReplaceAll(text, ">", " > "))
		if len(words) == 0 {
			continue
		}
		c := cable{at: fmt.Sprintf("%s:%d", name, number)}
		if c.oneWay = len(words) > 1 && words[1] == ">"; c.oneWay {
			words = append(words[:1], words[2:]...)
		}
		if len(words) < 2 || len(words) > 3 {
			return nil, fmt.Errorf("topo: %s: %.60q, want PLACE PLACE [RATE], such as h0 s0 1gbit", c.at, strings.TrimSpace(text))
		}
		c.rate = strings.Join(words[2:], "")
		if err := l.add(c, words[0], words[1], len(words) == 3); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("topo: %s:%d: %w", name, number+1, err)
	}
	n, err := l.network()
	if err == nil && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		n.file = name
	}
	return n, err
}

// parseLinks reads the text of a Listed, as String writes it.
func parseLinks(text string) (*Listed, error) {
	if len(text) > maxLinksText {
		return nil, fmt.Errorf("topo: network %.60q of %d bytes, want at most %d", text, len(text), maxLinksText)
	}
	l := listing{name: fmt.Sprintf("network %.60q", text), given: map[[2]int]string{}}
	for i, word := range strings.Split(strings.TrimPrefix(text, linksKind), ",") {
		c := cable{at: fmt.Sprintf("link %d of %.60q", i+1, text)}
		ends, rate, rated := strings.Cut(word, "=")
		from, to, found := strings.Cut(ends, "-")
		if !found {
			from, to, found = strings.Cut(ends, ">")
			c.oneWay = true
		}
		if !found {
			return nil, fmt.Errorf("topo: %s: %.60q, want PLACE-PLACE[=RATE], such as h0-s0=1gbit", c.at, word)
		}
		c.rate = rate
		if err := l.add(c, from, to, rated); err != nil {
			return nil, err
		}
	}
	return l.network()
}

// readPlace returns the number of a host, or -1-k for switch k.
func readPlace(name string) (int, error) {
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

// placeWord is the inverse of readPlace.
func placeWord(place int) string {
	if place < 0 {
		return PlaceName(-1-place, 0)
	}
	return HostName(place)
}
