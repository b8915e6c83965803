package topo

import "slices"

// Adjacent returns the places that a link leads from and to, each pair once, in their order, and none from a place to itself.
func Adjacent(n Network) (pairs [][2]int) {
	for link := range n.Links() {
		if from, to := n.Ends(int32(link)); from != to {
			pairs = append(pairs, [2]int{from, to})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pairs)
}

// ManyLinks reports whether every node has links of its own to several other places, so that it can use several at once.
func ManyLinks(n Network) bool {
	peers := make([]int, Places(n))
	for _, pair := range Adjacent(n) {
		peers[pair[0]]++
	}
	return slices.Min(peers[:n.Nodes()]) > 1
}
