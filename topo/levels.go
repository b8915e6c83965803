package topo

import (
	"fmt"
	"strings"
)

// levels is the rates of a network whose cables are in levels, those of the hosts first. As text "@1gbit/4gbit"; without rates, or with one
// rate for all, which is that of the Fabric, all links have capacity 1.
type levels struct {
	rates []string // by level
	of    []int    // capacities by level
	unit  int      // bits/s of capacity 1
}

// A leveled is a network whose levels may have different rates.
type leveled interface {
	Network
	level(link int32) int
	depth() int // how many levels there are
	rate(level int) string
	unitRate() int
	set(rates []string) error
}

var _, _ leveled = (*FatTree)(nil), (*Dragonfly)(nil)

func (l *levels) set(rates []string) error {
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
		l.of = append(l.of, n/l.unit)
	}
	l.rates = rates
	return nil
}

func (l *levels) capacity(level int) int {
	if l.of == nil {
		return 1
	}
	return l.of[level]
}

func (l *levels) rate(level int) string { return l.rates[level] }
func (l *levels) unitRate() int         { return l.unit }

// text is what follows the extents.
func (l *levels) text() string {
	if l.rates == nil {
		return ""
	}
	return "@" + strings.Join(l.rates, "/")
}

// withRates reads rates of levels: one of all links, which is left to the fabric, or one for each level.
func withRates(n Network, text, rate string) (rest string, err error) {
	rates := strings.Split(rate, "/")
	if len(rates) == 1 {
		return rate, nil
	}
	l, ok := n.(leveled)
	if !ok {
		return "", fmt.Errorf("topo: network %.60q with %d rates, want one: a fattree and a dragonfly have levels", text, len(rates))
	}
	if len(rates) != l.depth() {
		return "", fmt.Errorf("topo: network %.60q with %d rates, want 1 or %d, those of the hosts' cables first", text, len(rates), l.depth())
	}
	return "", l.set(rates)
}

// parseLevels reads the numbers of a fattree or dragonfly.
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
