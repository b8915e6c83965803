package explain

import (
	"math"

	"topocoll/topo"
)

const radius = 15 // radius of a node

// room holds the greatest widths of the texts of a figure, in pixels.
type room struct{ data, held float64 }

// A shape is the arrangement of the nodes of a layout.
type shape int

const (
	crossing shape = iota // in a grid or a cube, with links between neighbours
	round                 // on a circle
	line                  // in a line, below their switches
)

// A layout holds the positions of the nodes and switches of a network.
type layout struct {
	network topo.Network
	at      []point
	shape   shape
}

func layoutOf(network topo.Network, texts room) layout {
	apart := max(64, texts.data+16, texts.held+12) // distance between neighbours in a line
	switch n := network.(type) {
	case *topo.Grid:
		if len(n.Mesh()) > 1 {
			return layout{network: n, at: gridPositions(n.Mesh(), max(108, texts.data+50, texts.held+26))}
		}
	case topo.Hypercube:
		if n.Dim <= maxCube {
			return layout{network: n, at: cubePositions(n.Nodes(), max(210, texts.data+texts.held+110))}
		}
	case topo.Tree:
		return layout{network: n, at: treePositions(n, apart), shape: line}
	case *topo.Listed, *topo.FatTree, *topo.Dragonfly:
		if at := racksOf(n, apart); at != nil {
			return layout{network: n, at: at, shape: line}
		}
		return layout{network: n, at: twoCircles(n, texts.data), shape: round}
	case *topo.Placed, topo.Star:
		return layout{network: network, at: twoCircles(network, texts.data), shape: round}
	}
	return layout{network: network, at: circle(network.Nodes(), texts.data), shape: round}
}

// scaled returns the layout with all positions multiplied by a factor.
func (l layout) scaled(factor float64) layout {
	at := make([]point, len(l.at))
	for i := range at {
		at[i] = l.at[i].times(factor)
	}
	l.at = at
	return l
}

// edges returns the pairs of places that a link joins, each pair once.
func (l layout) edges() [][2]int {
	if _, ok := l.network.(topo.Crossbar); ok {
		return nil
	}
	var all [][2]int
	seen := map[[2]int]bool{}
	for link := range l.network.Links() {
		a, b := l.network.Ends(int32(link))
		pair := [2]int{min(a, b), max(a, b)}
		if a == b || seen[pair] {
			continue
		}
		seen[pair] = true
		all = append(all, pair)
	}
	return all
}

// wraps reports whether two neighbours in a grid are at opposite ends of a line.
func (l layout) wraps(a, b int) bool {
	grid, ok := l.network.(*topo.Grid)
	if !ok {
		return false
	}
	g := grid.Mesh()
	for k, extent := range g {
		if apart := g.Coord(a, k) - g.Coord(b, k); apart > 1 || apart < -1 {
			return apart == extent-1 || apart == 1-extent
		}
	}
	return false
}

// bulge returns the distance in pixels by which the link from a to b bends to its right.
func (l layout) bulge(a, b int) float64 {
	switch {
	case l.shape == round:
		return 0
	case l.shape == line:
		return l.lineBulge(a, b)
	}
	if grid, ok := l.network.(*topo.Grid); ok {
		g := grid.Mesh()
		if len(g) > 2 && a/(g[len(g)-1]*g[len(g)-2]) != b/(g[len(g)-1]*g[len(g)-2]) {
			return 34 * sign(a-b) // a link between planes
		}
	}
	if l.wraps(a, b) {
		return 30 * sign(a-b)
	}
	return 0
}

// lineBulge returns the bulge of a link that passes other places in its line.
func (l layout) lineBulge(a, b int) float64 {
	from, to := l.at[a], l.at[b]
	for i, at := range l.at {
		if i != a && i != b && at.y == from.y && at.y == to.y && (at.x-from.x)*(at.x-to.x) < 0 {
			return sign(int(from.x-to.x)) * (14 + 0.08*to.minus(from).length())
		}
	}
	return 0
}

func sign(n int) float64 {
	if n < 0 {
		return -1
	}
	return 1
}

// asCircle returns a line of nodes as a circle, because a long line is too wide to read. The levels of
// switches above the line become smaller circles inside.
func (l layout) asCircle() layout {
	first, last := l.at[0].x, l.at[0].x
	top, tops := 0.0, 0
	for _, at := range l.at {
		first, last = min(first, at.x), max(last, at.x)
		if at.y < top {
			top, tops = at.y, 0
		}
		if at.y == top {
			tops++
		}
	}
	inside := 0.3 // relative to the radius: a circle for several switches, or the middle for one
	if tops == 1 {
		inside = 0
	}
	gap := (last - first) / float64(l.network.Nodes())
	around := last - first + 2*gap
	at := make([]point, len(l.at))
	for i, from := range l.at {
		sin, cos := math.Sincos(2 * math.Pi * (from.x - first) / around)
		radius := around / (2 * math.Pi) * (inside + (1-inside)*(1-from.y/top))
		at[i] = point{radius * sin, -radius * cos}
	}
	return layout{network: l.network, at: at, shape: round}
}

// isWide reports whether a line of nodes is many times as wide as it is high.
func (l layout) isWide() bool {
	around := box{l.at[0], l.at[0]}
	for _, at := range l.at {
		around = around.enclose(box{at, at})
	}
	size := around.high.minus(around.low)
	return l.shape == line && size.y > 0 && size.x > 8*size.y
}
