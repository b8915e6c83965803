package topo

// Weighted is a Network whose links have different rates.
type Weighted interface {
	Network
	// Capacity returns the rate of a link in each direction, as a multiple of a unit that all links of the network
	// share; 1 or more.
	Capacity(link int32) int
}

// Capacity returns the rate of a link of a network as a multiple of a common unit: 1 unless the network is Weighted.
func Capacity(n Network, link int32) int {
	if w, ok := n.(Weighted); ok {
		return w.Capacity(link)
	}
	return 1
}

// Places returns the number of places of a network: its nodes and its switches.
func Places(n Network) int {
	places := n.Nodes()
	for link := range n.Links() {
		from, to := n.Ends(int32(link))
		places = max(places, from+1, to+1)
	}
	return places
}
