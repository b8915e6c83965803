package explain

import (
	"fmt"

	"topocoll/topo"
)

// A curve is a line from node to node: one arc, or a path along links.
type curve struct {
	ends  [][2]point // of each link, or the two nodes of an arc
	bulge float64    // of an arc, to the right, in pixels
}

// arrow returns the curve of a message: beside its link to a neighbour, along the links of a cube, and
// otherwise in an arc past the nodes in between.
func (l layout) arrow(a Arrow, place func(label int) int) curve {
	from, to := place(a.From), place(a.To)
	straight := curve{ends: [][2]point{{l.at[from], l.at[to]}}}
	distance := l.at[to].minus(l.at[from]).length()
	_, cube := l.network.(topo.Hypercube)
	_, tree := l.network.(topo.Tree)
	switch {
	case tree:
		straight.bulge = -sign(from-to) * (10 + 0.16*distance) // below the leaves
	case cube && !l.round && len(a.Path) > 1:
		return l.along(a.Path)
	case len(a.Path) == 1 && l.bulge(from, to) != 0:
		straight.bulge = l.bulge(from, to) * 1.2
	case l.round && len(a.Path) > 1:
		straight.bulge = inward(straight.ends[0], distance)
	case len(a.Path) > 1:
		straight.bulge = 30
	default:
		straight.bulge = 7
	}
	return straight
}

// along returns the curve to the right of every link of a path.
func (l layout) along(path []int32) (c curve) {
	for _, link := range path {
		a, b := l.network.Ends(link)
		side := l.at[b].minus(l.at[a]).right().times(7)
		c.ends = append(c.ends, [2]point{l.at[a].plus(side), l.at[b].plus(side)})
	}
	return c
}

// control is the control point of an arc as a quadratic curve.
func (c curve) control() point {
	a, b := c.ends[0][0], c.ends[0][1]
	return a.toward(b, 0.5).plus(b.minus(a).right().times(2 * c.bulge))
}

// path returns the curve as SVG path data, from the rim of the first node to that of the last.
func (c curve) path() string {
	if len(c.ends) == 1 {
		a, control, b := c.ends[0][0], c.control(), c.ends[0][1]
		return fmt.Sprintf("M%v Q%v %v", rim(a, control, radius), control, rim(b, control, radius+3))
	}
	const turn = 26 // where a curve leaves a link to turn round a node
	s := ""
	for i, link := range c.ends {
		a, b := link[0], link[1]
		if i == 0 {
			s += fmt.Sprintf("M%v", rim(a, b, radius-2))
		} else {
			s += fmt.Sprintf(" Q%v %v", c.ends[i-1][1].toward(a, 0.5), rim(a, b, turn))
		}
		if i < len(c.ends)-1 {
			s += fmt.Sprintf(" L%v", rim(b, a, turn))
		} else {
			s += fmt.Sprintf(" L%v", rim(b, a, radius+1))
		}
	}
	return s
}

// label returns the middle of a label of the given width in pixels. It is to the right of a curve between neighbours,
// so that the labels of an exchange do not overlap; on an arc it is nearer to the sender.
func (c curve) label(width float64) point {
	last := c.ends[len(c.ends)-1]
	a, b := last[0], last[1]
	if c.bulge > 10 || c.bulge < -10 {
		const t = 0.3
		control := c.control()
		return a.toward(control, t).toward(control.toward(b, t), t)
	}
	right := b.minus(a).right()
	return a.toward(b, 0.5).plus(right.times(c.bulge + 8)).plus(point{right.x * width / 2, 0})
}

// inward bends a chord of a circle toward its middle, the two directions differently.
func inward(chord [2]point, distance float64) float64 {
	middle, right := chord[0].toward(chord[1], 0.5), chord[1].minus(chord[0]).right()
	switch outward := middle.x*right.x + middle.y*right.y; {
	case outward > 1:
		return -0.2 * distance
	case outward < -1:
		return 0.06 * distance
	}
	return 0.1 * distance // a diameter
}

// rim returns the point at a distance from a node toward another point.
func rim(node, other point, distance float64) point {
	return node.toward(other, distance/max(1, other.minus(node).length()))
}

func (a point) String() string { return fmt.Sprintf("%.1f,%.1f", a.x, a.y) }
