package topo

import (
	"fmt"
	"strings"
)

// levelRates holds a rate for each level of a network's cables, in text form "@1gbit/4gbit". Level 0 is the
// hosts' cables. Without rates, all links have capacity 1.
type levelRates struct {
	rates      []string // indexed by level
	capacities []int    // indexed by level
	unit       int      // bits/s of a link of capacity 1
}

// A leveledNetwork is a Network with levels, whose cables may have different rates.
type leveledNetwork interface {
	Network
	level(link int32) int
	levelCount() int
	rate(level int) string
	unitRate() int
	setRates(rates []string) error
}

var _, _ leveledNetwork = (*FatTree)(nil), (*Dragonfly)(nil)

func (l *levelRates) setRates(rates []string) error {
	var bits []int
	for _, rate := range rates {
		n, err := bitsOf(rate)
		if err != nil {
			return fmt.Errorf("topo: %w", err)
		}
		bits = append(bits, n)
		l.unit = GCD(l.unit, n)
	}
	for _, n := range bits {
		l.capacities = append(l.capacities, n/l.unit)
	}
	l.rates = rates
	return nil
}

func (l *levelRates) capacity(level int) int {
	if l.capacities == nil {
		return 1
	}
	return l.capacities[level]
}

func (l *levelRates) rate(level int) string { return l.rates[level] }
func (l *levelRates) unitRate() int         { return l.unit }

func (l *levelRates) ratesText() string {
	if l.rates == nil {
		return ""
	}
	return "@" + strings.Join(l.rates, "/")
}

// setLevelRates parses the rates of the levels and sets them in n. If there is only one rate, it applies to
// all links: setLevelRates returns it as the value for Fabric.Rate and leaves n unchanged.
func setLevelRates(n Network, text, rate string) (rest string, err error) {
	rates := strings.Split(rate, "/")
	if len(rates) == 1 {
		return rate, nil
	}
	l, ok := n.(leveledNetwork)
	if !ok {
		return "", fmt.Errorf(
			"topo: network %.60q has %d rates, want one, because only a fattree and a dragonfly "+
				"can have a rate for each level", text,
			len(rates))
	}
	if len(rates) != l.levelCount() {
		return "", fmt.Errorf(
			"topo: network %.60q has %d rates, want 1 or %d (one for each level, first for the "+
				"hosts' cables)", text, len(rates), l.levelCount())
	}
	return "", l.setRates(rates)
}

// parseLevels parses the extents of a fat tree or dragonfly.
func parseLevels(kind, size string) (Network, error) {
	var n Network
	var err error
	if kind == "dragonfly" {
		n, err = parseDragonfly(size)
	} else {
		n, err = parseFatTree(size)
	}
	if err == nil && n.Links() > MaxNodes {
		err = ErrNodes
	}
	return n, err
}
