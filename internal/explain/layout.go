package explain

import (
	"math"

	"topocoll/topo"
)

const radius = 15 // of a node

// A point is a position in a figure, in pixels, y downwards.
type point struct{ x, y float64 }

func (a point) plus(b point) point                 { return point{a.x + b.x, a.y + b.y} }
func (a point) minus(b point) point                { return point{a.x - b.x, a.y - b.y} }
func (a point) times(factor float64) point         { return point{a.x * factor, a.y * factor} }
func (a point) length() float64                    { return math.Hypot(a.x, a.y) }
func (a point) right() point                       { return point{-a.y, a.x}.times(1 / max(1, a.length())) }
func (a point) toward(b point, part float64) point { return a.plus(b.minus(a).times(part)) }

// room is the greatest width of the texts of a figure, in pixels.
type room struct{ data, held float64 }

// A layout is the positions of the nodes and switches of a network.
type layout struct {
	network topo.Network
	at      []point
	round   bool // the nodes are on a circle
}

func layoutOf(network topo.Network, texts room) layout {
	switch n := network.(type) {
	case *topo.Grid:
		if len(n.Mesh()) > 1 {
			return layout{network: n, at: gridPlaces(n.Mesh(), max(108, texts.data+50, texts.held+26))}
		}
	case topo.Hypercube:
		if n.Dim <= 4 {
			return layout{network: n, at: cubePlaces(n.Nodes(), max(210, texts.data+texts.held+110))}
		}
	case topo.Tree:
		return layout{network: n, at: treePlaces(n)}
	case *topo.Listed, *topo.Placed, topo.Star:
		return layout{network: network, at: twoCircles(network, texts.data), round: true}
	}
	return layout{network: network, at: circle(network.Nodes(), texts.data), round: true}
}

// circle puts node 0 at the top and goes clockwise. Within limits, it is large enough for the texts inside the links
// at the top.
func circle(n int, width float64) []point {
	step := 2 * math.Pi / float64(n)
	size := max(90, 100/step)
	if n > 2 {
		size = max(size, min(3*size, 1.8*width/math.Sin(min(step, math.Pi/2))))
	}
	places := make([]point, n)
	for i := range places {
		sin, cos := math.Sincos(step * float64(i))
		places[i] = point{size * sin, -size * cos}
	}
	return places
}

// twoCircles puts the switches on a circle inside that of the nodes, in any order; one switch is in the middle.
func twoCircles(n topo.Network, width float64) []point {
	places := circle(n.Nodes(), width)
	switches := topo.Places(n) - n.Nodes()
	if switches == 1 {
		return append(places, point{})
	}
	inside := 0.5 * places[0].length()
	for i := range switches {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(switches))
		places = append(places, point{inside * sin, -inside * cos})
	}
	return places
}

// gridPlaces puts row 0 at the bottom, as in figure 3.11, columns at the distance step, and the planes of a third
// and higher dimension side by side.
func gridPlaces(g topo.Mesh, step float64) []point {
	const up = 108
	rows, cols := g[len(g)-2], g[len(g)-1]
	places := make([]point, g.Size())
	for node := range places {
		plane, row, col := node/(rows*cols), node/cols%rows, node%cols
		places[node] = point{float64(plane*(cols+1)+col) * step, -float64(row) * up}
	}
	return places
}

// cubePlaces projects a hypercube of up to four dimensions: to the right, up, into the page, and as a second cube.
func cubePlaces(n int, across float64) []point {
	axes := []point{{across, 0}, {0, -190}, {84, -122}, {across + 290, 90}}
	places := make([]point, n)
	for node := range places {
		for i, axis := range axes {
			if node>>i&1 == 1 {
				places[node] = places[node].plus(axis)
			}
		}
	}
	return places
}

// treePlaces puts the leaves in a line and every switch above the middle of its leaves.
func treePlaces(t topo.Tree) []point {
	const step = 64
	n := t.Nodes()
	places := make([]point, 2*n-1)
	for v := 2*n - 1; v >= 1; v-- { // numbered as in a heap, see topo.Tree
		if v >= n {
			places[v-n] = point{float64(v-n) * step, 0}
			continue
		}
		below := func(child int) point {
			if child >= n {
				return places[child-n]
			}
			return places[n+child-1]
		}
		places[n+v-1] = below(2*v).toward(below(2*v+1), 0.5).plus(point{0, -56})
	}
	return places
}

// edges returns the pairs of places that links join, each once.
func (l layout) edges() [][2]int {
	if _, ok := l.network.(topo.Crossbar); ok {
		return nil
	}
	var all [][2]int
	seen := map[[2]int]bool{}
	for link := range l.network.Links() {
		a, b := l.network.Ends(int32(link))
		pair := [2]int{min(a, b), max(a, b)}
		if a == b || seen[pair] || l.isCut(a, b) {
			continue
		}
		seen[pair] = true
		all = append(all, pair)
	}
	return all
}

// isCut reports whether a link would lead across the edge of an open mesh.
func (l layout) isCut(a, b int) bool {
	grid, ok := l.network.(*topo.Grid)
	return ok && !grid.Wraps() && l.wraps(a, b)
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

// bulge returns by how many pixels the link from a to b bends to its right.
func (l layout) bulge(a, b int) float64 {
	if l.round {
		return 0
	}
	if grid, ok := l.network.(*topo.Grid); ok {
		g := grid.Mesh()
		if len(g) > 2 && a/(g[len(g)-1]*g[len(g)-2]) != b/(g[len(g)-1]*g[len(g)-2]) {
			return 34 * sign(a-b) // between planes
		}
	}
	if l.wraps(a, b) {
		return 30 * sign(a-b)
	}
	return 0
}

func sign(n int) float64 {
	if n < 0 {
		return -1
	}
	return 1
}
