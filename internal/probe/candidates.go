package probe

import (
	"fmt"
	"strings"

	"topocoll/topo"
)

// Candidates returns the networks of the known kinds that have the given number of hosts, beginning with the
// simplest. All links of a network have the same rate, and fat trees have two levels.
func Candidates(hosts int) (list []topo.Network) {
	for _, text := range candidateTexts(hosts) {
		if spec, err := topo.ParseSpec(text); err == nil && spec.Network.Nodes() == hosts {
			list = append(list, spec.Network)
		}
	}
	return list
}

func candidateTexts(hosts int) []string {
	list := []string{fmt.Sprintf("star:%d", hosts), fmt.Sprintf("ring:%d", hosts),
		fmt.Sprintf("hypercube:%d", hosts)}
	for _, kind := range []string{"torus", "mesh"} {
		for _, extents := range append(factors(hosts, 2), factors(hosts, 3)...) {
			list = append(list, kind+":"+join(extents, "x"))
		}
	}
	list = append(list, fmt.Sprintf("mesh:%d", hosts))
	list = append(list, fmt.Sprintf("tree:%d", hosts))
	for _, leaves := range factors(hosts, 2) { // each element of factors: hosts per leaf, number of leaves
		for spines := range leaves[0] {
			if leaves[0]%(spines+1) == 0 {
				list = append(list, "fattree:"+join(append(leaves, spines+1), "x"))
			}
		}
	}
	for _, sizes := range append(factors(hosts, 3), factors(hosts, 2)...) { // groups, routers, hosts per router
		if len(sizes) == 2 {
			sizes = append(sizes, 1)
		}
		list = append(list, "dragonfly:"+join(sizes, ","))
	}
	return list
}

// factors returns all ways to write n as a product of `count` factors greater than 1. Products with the same
// factors in a different order count as different ways.
func factors(n, count int) (all [][]int) {
	if count == 1 {
		if n > 1 {
			all = append(all, []int{n})
		}
		return all
	}
	for first := 2; first <= n/2; first++ {
		if n%first > 0 {
			continue
		}
		for _, rest := range factors(n/first, count-1) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}

func join(numbers []int, separator string) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers)), separator), "[]")
}
