package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// A Dragonfly is a network of groups of routers with hosts (Kim, Dally, Scott and Abts 2008). Every two
// routers of a group are joined by a cable, and every two groups by one cable between two of their routers.
// The cables from a group to the other groups are distributed over its routers in the cyclic order of the
// other groups, beginning with the next group. A message takes at most one cable between groups.
type Dragonfly struct {
	groups, routers, hosts int // routers is per group; hosts is per router
	levels
}

// parseDragonfly parses "G,A,H": the numbers of groups, routers per group and hosts per router.
func parseDragonfly(text string) (*Dragonfly, error) {
	var numbers Mesh
	for _, digits := range strings.Split(text, ",") {
		n, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || n < 1 {
			numbers = nil
			break
		}
		numbers = append(numbers, int(n))
	}
	if len(numbers) != 3 {
		return nil, fmt.Errorf("want dragonfly:9,4,2 (groups, routers per group, hosts per router)")
	}
	g, a := numbers[0], numbers[1]
	if !numbers.hasAtMost(MaxNodes) || !(Mesh{g, g}).hasAtMost(MaxNodes) ||
		!(Mesh{g, a, a}).hasAtMost(MaxNodes) {
		return nil, ErrNodes
	}
	return &Dragonfly{groups: g, routers: a, hosts: numbers[2],
		levels: newLevels(numbers.Size(), g*countPairs(a), countPairs(g))}, nil
}

func (d *Dragonfly) Nodes() int { return d.groups * d.routers * d.hosts }

// Links returns the number of links, two for every cable. The cables of the hosts come first, then the cables
// within groups, then the cables between groups.
func (d *Dragonfly) Links() int { return d.links() }

// countPairs returns the number of pairs of n items. For i < j, the pair of items i and j has the number
// countPairs(j) + i.
func countPairs(n int) int { return n * (n - 1) / 2 }

// gateway returns the router of a group, numbered within the group, that has the cable to the group `other`.
func (d *Dragonfly) gateway(group, other int) int {
	each := (d.groups - 1 + d.routers - 1) / d.routers
	return Mod(other-group-1, d.groups) / each
}

func (d *Dragonfly) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	path = append(path, int32(2*from))
	at, last := from/d.hosts, to/d.hosts
	if group, other := at/d.routers, last/d.routers; group != other {
		leave, enter := d.gateway(group, other), d.gateway(other, group)
		path = d.appendLocalLink(path, group, at%d.routers, leave)
		path = append(path, linkBetween(d.cables[1], group, other))
		at = other*d.routers + enter
	}
	path = d.appendLocalLink(path, last/d.routers, at%d.routers, last%d.routers)
	return append(path, int32(2*to+1))
}

// appendLocalLink appends the link from router `a` to router `b` of a group, unless they are equal.
func (d *Dragonfly) appendLocalLink(path []int32, group, a, b int) []int32 {
	if a == b {
		return path
	}
	return append(path, linkBetween(d.cables[0]+group*countPairs(d.routers), a, b))
}

// linkBetween returns the link from `a` to `b` in a complete graph whose first cable has the number `first`.
// countPairs numbers the cables.
func linkBetween(first, a, b int) int32 {
	if a < b {
		return int32(2 * (first + countPairs(b) + a))
	}
	return int32(2*(first+countPairs(a)+b) + 1)
}

// pairOfNumber returns the pair that has the given number (see countPairs).
func pairOfNumber(number int) (a, b int) {
	for b = 1; countPairs(b+1) <= number; b++ {
	}
	return number - countPairs(b), b
}

// Ends returns the places that a link joins. The routers are switches, numbered Nodes() and above.
func (d *Dragonfly) Ends(link int32) (from, to int) {
	i, first := int(link)/2, d.Nodes()
	switch d.level(link) {
	case 0:
		from, to = i, first+i/d.hosts
	case 1:
		i -= d.cables[0]
		group := i / countPairs(d.routers)
		a, b := pairOfNumber(i % countPairs(d.routers))
		from, to = first+group*d.routers+a, first+group*d.routers+b
	default:
		a, b := pairOfNumber(i - d.cables[1])
		from, to = first+a*d.routers+d.gateway(a, b), first+b*d.routers+d.gateway(b, a)
	}
	if link%2 == 1 {
		return to, from
	}
	return from, to
}

// Capacity returns the capacity of every cable of the link's level.
func (d *Dragonfly) Capacity(link int32) int { return d.capacity(link) }

// Walk returns the hosts group by group, so that successive hosts are near each other. A group begins at the
// router with the cable to the previous group and ends at the router with the cable to the next group. A ring
// in this order uses every cable at most once in each direction.
func (d *Dragonfly) Walk() (hosts []int) {
	for group := range d.groups {
		first, last := 0, d.routers-1
		if d.groups > 1 {
			first, last = d.gateway(group, Mod(group-1, d.groups)), d.gateway(group, Mod(group+1, d.groups))
		}
		order := []int{first}
		for router := range d.routers {
			if router != first && router != last {
				order = append(order, router)
			}
		}
		if last != first {
			order = append(order, last)
		}
		for _, router := range order {
			for host := range d.hosts {
				hosts = append(hosts, (group*d.routers+router)*d.hosts+host)
			}
		}
	}
	return hosts
}

func (d *Dragonfly) String() string {
	return "dragonfly:" + joinNumbers([]int{d.groups, d.routers, d.hosts}, ",") + d.ratesText()
}
