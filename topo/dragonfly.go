package topo

import (
	"fmt"
	"strconv"
	"strings"
)

// A Dragonfly is a network of groups of routers with hosts. The routers of a group have a cable to each other; any two groups have one
// between two of their routers (Kim, Dally, Scott and Abts 2008). The cables of a group to the groups after it, cyclically, are at its routers
// in their order. A message takes the way with one cable between groups at most.
type Dragonfly struct {
	groups, routers, hosts int // routers a group; hosts a router
	levels
}

// parseDragonfly reads G,A,H: groups, routers a group and hosts a router.
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
		return nil, fmt.Errorf("want dragonfly:9,4,2, groups, routers a group and hosts a router")
	}
	g, a := numbers[0], numbers[1]
	if !numbers.within(MaxNodes) || !(Mesh{g, g}).within(MaxNodes) || !(Mesh{g, a, a}).within(MaxNodes) {
		return nil, ErrNodes
	}
	return &Dragonfly{groups: numbers[0], routers: numbers[1], hosts: numbers[2]}, nil
}

func (d *Dragonfly) Nodes() int { return d.groups * d.routers * d.hosts }

// Links returns two for every cable: those of the hosts, those within the groups, and those between groups.
func (d *Dragonfly) Links() int { return 2 * (d.Nodes() + d.groups*pairs(d.routers) + pairs(d.groups)) }

// pairs returns how many pairs n things have. The pair of a and b > a has the number pairs(b) + a.
func pairs(n int) int { return n * (n - 1) / 2 }

// gateway returns the router of a group with the cable to another one, as its number in the group.
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
		path = d.within(path, group, at%d.routers, leave)
		path = append(path, between(d.Nodes()+d.groups*pairs(d.routers), group, other))
		at = other*d.routers + enter
	}
	path = d.within(path, last/d.routers, at%d.routers, last%d.routers)
	return append(path, int32(2*to+1))
}

// within appends the link between two routers of a group, if they are two.
func (d *Dragonfly) within(path []int32, group, a, b int) []int32 {
	if a == b {
		return path
	}
	return append(path, between(d.Nodes()+group*pairs(d.routers), a, b))
}

// between returns the link from a to b, where the cables between all pairs have numbers from first on.
func between(first, a, b int) int32 {
	if a < b {
		return int32(2 * (first + pairs(b) + a))
	}
	return int32(2*(first+pairs(a)+b) + 1)
}

// pair returns the pair with a number.
func pair(number int) (a, b int) {
	for b = 1; pairs(b+1) <= number; b++ {
	}
	return number - pairs(b), b
}

// Ends numbers the routers from Nodes on.
func (d *Dragonfly) Ends(link int32) (from, to int) {
	i, first := int(link)/2, d.Nodes()
	switch d.level(link) {
	case 0:
		from, to = i, first+i/d.hosts
	case 1:
		i -= d.Nodes()
		group := i / pairs(d.routers)
		a, b := pair(i % pairs(d.routers))
		from, to = first+group*d.routers+a, first+group*d.routers+b
	default:
		a, b := pair(i - d.Nodes() - d.groups*pairs(d.routers))
		from, to = first+a*d.routers+d.gateway(a, b), first+b*d.routers+d.gateway(b, a)
	}
	if link%2 == 1 {
		return to, from
	}
	return from, to
}

// level returns 0 for the cable of a host, 1 for one within a group and 2 for one between groups.
func (d *Dragonfly) level(link int32) int {
	switch i := int(link) / 2; {
	case i < d.Nodes():
		return 0
	case i < d.Nodes()+d.groups*pairs(d.routers):
		return 1
	}
	return 2
}

// Capacity returns that of the level.
func (d *Dragonfly) Capacity(link int32) int { return d.capacity(d.level(link)) }

// Walk returns the hosts in an order in which successive ones are near: group by group, and within a group from the router with the cable
// to the group before to that with the cable to the group after it. So a ring in this order takes every cable once each way at most.
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
	return "dragonfly:" + words([]int{d.groups, d.routers, d.hosts}, ",") + d.text()
}

func (d *Dragonfly) depth() int { return 3 }
