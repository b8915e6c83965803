package explain

import (
	"cmp"
	"math"
	"slices"

	"topocoll/topo"
)

// circlePositions returns n positions on a circle, clockwise from the top. Wider labels enlarge the circle,
// up to three times its normal size, so that labels near the top fit inside.
func circlePositions(n int, width float64) []point {
	step := 2 * math.Pi / float64(n)
	size := max(90, 100/step)
	if n > 2 {
		size = max(size, min(3*size, 1.8*width/math.Sin(min(step, math.Pi/2))))
	}
	at := make([]point, n)
	for i := range at {
		sin, cos := math.Sincos(step * float64(i))
		at[i] = point{size * sin, -size * cos}
	}
	return at
}

// twoCirclePositions puts the switches on a circle inside the circle of nodes, in no particular order. A
// single switch is in the middle.
func twoCirclePositions(n topo.Network, width float64) []point {
	at := circlePositions(n.Nodes(), width)
	switches := topo.Places(n) - n.Nodes()
	if switches == 1 {
		return append(at, point{})
	}
	inside := 0.5 * at[0].length()
	for i := range switches {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(switches))
		at = append(at, point{inside * sin, -inside * cos})
	}
	return at
}

// gridPositions places the nodes of a mesh, with columns at a distance of `step`. Row 0 is at the bottom, as
// in figure 3.11. If the mesh has more than two dimensions, its planes are side by side.
func gridPositions(g topo.Mesh, step float64) []point {
	const up = 108
	rows, cols := g[len(g)-2], g[len(g)-1]
	at := make([]point, g.Size())
	for node := range at {
		plane, row, col := node/(rows*cols), node/cols%rows, node%cols
		at[node] = point{float64(plane*(cols+1)+col) * step, -float64(row) * up}
	}
	return at
}

// maxCubeDim is the largest dimension of a hypercube that is drawn as cubes.
const maxCubeDim = 6

// cubePositions projects a hypercube. The first three dimensions point to the right, up and into the page.
// Four dimensions give two cubes side by side. Five or six give cubes at the corners of a larger square or
// cube. The axes are slanted so that no link between two cubes passes over a node.
func cubePositions(n int, across float64) []point {
	axes := []point{{across, 0}, {0, -190}, {84, -122}, {across + 290, 90}}
	if n > 16 {
		wide, high := across+84+290, 190.0+122+130
		if n > 32 { // leave space for the back corners between the front corners
			wide, high = 2*(across+84+130), 2*high
		}
		axes = append(axes[:3], point{wide, 34 * wide / (across + 42)}, point{-160, -high},
			point{0.62 * wide, -0.42 * high})
	}
	at := make([]point, n)
	for node := range at {
		for i, axis := range axes {
			if node>>i&1 == 1 {
				at[node] = at[node].plus(axis)
			}
		}
	}
	return at
}

// treePositions puts the leaves in a line, and every switch above the middle of its leaves.
func treePositions(t topo.Tree, step float64) []point {
	n := t.Nodes()
	at := make([]point, 2*n-1)
	for v := 2*n - 1; v >= 1; v-- { // nodes and switches are numbered as in a heap, see topo.Tree
		if v >= n {
			at[v-n] = point{float64(v-n) * step, 0}
			continue
		}
		below := func(child int) point {
			if child >= n {
				return at[child-n]
			}
			return at[n+child-1]
		}
		at[n+v-1] = below(2*v).toward(below(2*v+1), 0.5).plus(point{0, -56})
	}
	return at
}

// rackPositions places the hosts of each switch side by side, at a distance of `step`, and the switches in
// levels above. It returns nil if the network has no switch, or if some host has no link to a switch.
func rackPositions(n topo.Network, step float64) []point {
	places := topo.Places(n)
	r := rackLayout{hosts: n.Nodes(), positions: make([]point, places), neighbours: make([][]int, places),
		level: make([]int, places)}
	for link := range n.Links() { // each direction of a cable is a link
		from, to := n.Ends(int32(link))
		r.neighbours[from] = append(r.neighbours[from], to)
	}
	if r.hosts == places || !r.placeHosts(step) {
		return nil
	}
	for level := 1; r.placeLevel(level); level++ {
	}
	return r.positions
}

type rackLayout struct {
	hosts      int
	positions  []point
	neighbours [][]int // the neighbours of each place
	level      []int   // level of each place: 0 for a host or an unplaced switch, 1 and higher for a switch
}

// placeHosts places the hosts and puts their switches on level 1. It returns false if a host has no switch.
func (r *rackLayout) placeHosts(step float64) bool {
	home := make([]int, r.hosts) // the lowest-numbered switch adjacent to each host; 0 if none
	first := map[int]int{}       // for each switch, the lowest-numbered host whose home it is
	for host := range home {
		for _, place := range r.neighbours[host] {
			if place >= r.hosts && (home[host] == 0 || place < home[host]) {
				home[host] = place
			}
		}
		if home[host] == 0 {
			return false
		}
		if _, known := first[home[host]]; !known {
			first[home[host]] = host
		}
		r.level[home[host]] = 1
	}
	order := topo.Integers(r.hosts)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first[home[a]], first[home[b]]) })
	x := 0.0
	for i, host := range order {
		if i > 0 && home[host] != home[order[i-1]] {
			x += 0.6 * step
		}
		r.positions[host].x = x
		x += step
	}
	return true
}

// placeLevel places the switches of a level above the middle of their lower neighbours. It puts the unplaced
// switches linked to them on the next level, and reports whether the level has switches.
func (r *rackLayout) placeLevel(level int) bool {
	const up, apart = 84, 44
	var row []int
	for place := r.hosts; place < len(r.positions); place++ {
		if r.level[place] != level {
			continue
		}
		row = append(row, place)
		sum, n := 0.0, 0
		for _, other := range r.neighbours[place] {
			if r.isPlaced(other) && r.level[other] < level {
				sum, n = sum+r.positions[other].x, n+1
			}
		}
		r.positions[place] = point{sum / float64(max(1, n)), -up * float64(level)}
	}
	slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(r.positions[a].x, r.positions[b].x) })
	for i, place := range row {
		if i > 0 {
			r.positions[place].x = max(r.positions[place].x, r.positions[row[i-1]].x+apart)
		}
		for _, other := range r.neighbours[place] {
			if !r.isPlaced(other) {
				r.level[other] = level + 1
			}
		}
	}
	return len(row) > 0
}

func (r *rackLayout) isPlaced(place int) bool { return place < r.hosts || r.level[place] > 0 }
