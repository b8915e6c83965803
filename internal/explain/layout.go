package explain

import (
	"math"

	"topocoll/topo"
)

const radius = 15 // radius of a node

// labelWidths holds the greatest widths in pixels of the labels of messages and of nodes.
type labelWidths struct{ message, node float64 }

// A shape is an arrangement of the nodes in a figure.
type shape int

const (
	shapeGrid   shape = iota // in a grid or a cube, with links between neighbours
	shapeCircle              // on a circle
	shapeLine                // in a line, below their switches
)

// A layout holds the positions of the nodes and switches of a network.
type layout struct {
	network     topo.Network
	nodeOfLabel []int   // for each label, the index of its node in the network
	positions   []point // position of each node or switch
	shape       shape
}

func newLayout(network topo.Network, places []int, widths labelWidths) layout {
	l := layout{network: network, nodeOfLabel: places}
	l.positions, l.shape = choosePositions(network, widths)
	return l
}

func choosePositions(network topo.Network, widths labelWidths) ([]point, shape) {
	spacing := max(64, widths.message+16, widths.node+12) // distance between neighbours in a line
	switch n := network.(type) {
	case *topo.Grid:
		if len(n.Mesh()) > 1 {
			return gridPositions(n.Mesh(), max(108, widths.message+50, widths.node+26)), shapeGrid
		}
	case topo.Hypercube:
		if n.Dim <= maxCubeDim {
			return cubePositions(n.Nodes(), max(210, widths.message+widths.node+110)), shapeGrid
		}
	case topo.Tree:
		return treePositions(n, spacing), shapeLine
	case *topo.Listed, *topo.FatTree, *topo.Dragonfly:
		if at := rackPositions(n, spacing); at != nil {
			return at, shapeLine
		}
		return twoCirclePositions(n, widths.message), shapeCircle
	case *topo.Placed, topo.Star:
		return twoCirclePositions(network, widths.message), shapeCircle
	}
	return circlePositions(network.Nodes(), widths.message), shapeCircle
}

func (l layout) scaled(factor float64) layout {
	at := make([]point, len(l.positions))
	for i := range at {
		at[i] = l.positions[i].times(factor)
	}
	l.positions = at
	return l
}

// linkPairs returns the pairs of nodes or switches that a link joins, each pair once. The result is empty for
// a crossbar, because its links are not drawn.
func (l layout) linkPairs() [][2]int {
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

// isWraparound reports whether the link between the neighbours `a` and `b` of a grid is a wraparound link.
func (l layout) isWraparound(a, b int) bool {
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

// bulge returns the distance in pixels by which the link from `a` to `b` bends to its right.
func (l layout) bulge(a, b int) float64 {
	switch {
	case l.shape == shapeCircle:
		return 0
	case l.shape == shapeLine:
		return l.lineBulge(a, b)
	}
	if grid, ok := l.network.(*topo.Grid); ok {
		g := grid.Mesh()
		if len(g) > 2 && a/(g[len(g)-1]*g[len(g)-2]) != b/(g[len(g)-1]*g[len(g)-2]) {
			return 34 * sign(a-b) // a link between planes
		}
	}
	if l.isWraparound(a, b) {
		return 30 * sign(a-b)
	}
	return 0
}

// lineBulge returns the bulge of a link in a line of nodes or switches. A link bends only if it passes other
// nodes or switches.
func (l layout) lineBulge(a, b int) float64 {
	from, to := l.positions[a], l.positions[b]
	for i, at := range l.positions {
		if i != a && i != b && at.y == from.y && at.y == to.y && (at.x-from.x)*(at.x-to.x) < 0 {
			return sign(int(from.x-to.x)) * (14 + 0.08*to.minus(from).length())
		}
	}
	return 0
}

func (l layout) linkCurve(pair [2]int) curve {
	return curve{[][2]point{{l.positions[pair[0]], l.positions[pair[1]]}}, l.bulge(pair[0], pair[1])}
}

// bundleCurve returns the curve of a bundle: beside a link, along the links of a cube, or as an arc past
// other nodes.
func (l layout) bundleCurve(b bundle) curve {
	from, to := l.nodeOfLabel[b.from], l.nodeOfLabel[b.to]
	c := curve{segments: [][2]point{{l.positions[from], l.positions[to]}}}
	distance := l.positions[to].minus(l.positions[from]).length()
	_, cube := l.network.(topo.Hypercube)
	switch {
	case l.shape == shapeLine: // the curve is below the leaves, and deeper if it points to the left
		c.bulge = -sign(from-to) * (10 + 0.16*distance)
		if from > to {
			c.bulge = 1.25*c.bulge - 14
		}
		if l.positions[from].x > l.positions[to].x != (from > to) {
			c.bulge = -c.bulge
		}
	case cube && l.shape != shapeCircle && len(b.path) > 1:
		return l.pathCurve(b.path)
	case l.shape == shapeCircle && len(b.path) > 1:
		c.bulge = inwardBulge(c.segments[0], distance)
	case len(b.path) > 1:
		c.bulge = 30
	default:
		c.bulge = l.bulge(from, to) + 7 // two opposite arrows are on different sides of the link
	}
	return c
}

// pathCurve returns a curve along the links of a path, to the right of every link.
func (l layout) pathCurve(path []int32) (c curve) {
	for _, link := range path {
		a, b := l.network.Ends(link)
		side := l.positions[b].minus(l.positions[a]).rightNormal().times(7)
		c.segments = append(c.segments, [2]point{l.positions[a].plus(side), l.positions[b].plus(side)})
	}
	return c
}

func sign(n int) float64 {
	if n < 0 {
		return -1
	}
	return 1
}

// asCircle bends a line of nodes into a circle, because a long line is too wide to read. Each level of
// switches above the line becomes a smaller circle inside the first one.
func (l layout) asCircle() layout {
	first, last := l.positions[0].x, l.positions[0].x
	top, tops := 0.0, 0
	for _, at := range l.positions {
		first, last = min(first, at.x), max(last, at.x)
		if at.y < top {
			top, tops = at.y, 0
		}
		if at.y == top {
			tops++
		}
	}
	inside := 0.3 // radius for the top level, as a fraction of the whole radius
	if tops == 1 {
		inside = 0
	}
	gap := (last - first) / float64(l.network.Nodes())
	around := last - first + 2*gap
	at := make([]point, len(l.positions))
	for i, from := range l.positions {
		sin, cos := math.Sincos(2 * math.Pi * (from.x - first) / around)
		radius := around / (2 * math.Pi) * (inside + (1-inside)*(1-from.y/top))
		at[i] = point{radius * sin, -radius * cos}
	}
	l.positions, l.shape = at, shapeCircle
	return l
}

// isWide reports whether the nodes are in a line that is more than eight times as wide as high.
func (l layout) isWide() bool {
	around := box{l.positions[0], l.positions[0]}
	for _, at := range l.positions {
		around = around.enclose(box{at, at})
	}
	size := around.high.minus(around.low)
	return l.shape == shapeLine && size.y > 0 && size.x > 8*size.y
}
