package topo

import (
	"fmt"
	"slices"
	"strings"
)

// levels describes the cables of a network by level. Level 0 contains the hosts' cables. Each level may have
// its own rate, in text form "@1gbit/4gbit". Without rates, all links have capacity 1.
type levels struct {
	cables     []int    // indexed by level: the number of cables up to and including this level
	rates      []string // indexed by level
	capacities []int    // indexed by level
	unit       int      // bits/s of a link of capacity 1; 0 without rates
}

// newLevels returns levels with the given numbers of cables.
func newLevels(cables ...int) levels {
	for level := 1; level < len(cables); level++ {
		cables[level] += cables[level-1]
	}
	return levels{cables: cables}
}

// level returns the level to which a link belongs. Links 2i and 2i+1 belong to cable i.
func (l *levels) level(link int32) int {
	return slices.IndexFunc(l.cables, func(cables int) bool { return int(link)/2 < cables })
}

func (l *levels) links() int { return 2 * l.cables[len(l.cables)-1] }

func (l *levels) capacity(link int32) int {
	if l.capacities == nil {
		return 1
	}
	return l.capacities[l.level(link)]
}

func (l *levels) setRates(rates []string) error {
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

func (l *levels) linkRate(link int32) string { return l.rates[l.level(link)] }
func (l *levels) unitRate() int              { return l.unit }

func (l *levels) ratesText() string {
	if l.rates == nil {
		return ""
	}
	return "@" + strings.Join(l.rates, "/")
}
