package explain

import (
	"fmt"

	"topocoll/topo"
)

// A curve is a line from node to node: one arc, or a path along links.
type curve struct {
	ends  [][2]point // the two ends of each link, or the two nodes of an arc
	bulge float64    // distance in pixels by which an arc bends to the right
}

// arrow returns the curve of a message: beside the link to a neighbour, along the links of a cube, or as an
// arc past the nodes in between.
func (l layout) arrow(a Arrow, place func(label int) int) curve {
	from, to := place(a.From), place(a.To)
	c := curve{ends: [][2]point{{l.at[from], l.at[to]}}}
	distance := l.at[to].minus(l.at[from]).length()
	_, cube := l.network.(topo.Hypercube)
	switch {
	case l.shape == line: // below the leaves, and deeper if it points to the left
		c.bulge = -sign(from-to) * (10 + 0.16*distance)
		if from > to {
			c.bulge = 1.25*c.bulge - 14
		}
		if l.at[from].x > l.at[to].x != (from > to) {
			c.bulge = -c.bulge
		}
	case cube && l.shape != round && len(a.Path) > 1:
		return l.linkCurve(a.Path)
	case l.shape == round && len(a.Path) > 1:
		c.bulge = inwardBulge(c.ends[0], distance)
	case len(a.Path) > 1:
		c.bulge = 30
	default:
		c.bulge = l.bulge(from, to) + 7 // two opposite arrows are on different sides of the link
	}
	return c
}

// linkCurve returns the curve along a path. It is to the right of every link.
func (l layout) linkCurve(path []int32) (c curve) {
	for _, link := range path {
		a, b := l.network.Ends(link)
		side := l.at[b].minus(l.at[a]).right().times(7)
		c.ends = append(c.ends, [2]point{l.at[a].plus(side), l.at[b].plus(side)})
	}
	return c
}

// control returns the control point of an arc as a quadratic curve.
func (c curve) control() point {
	a, b := c.ends[0][0], c.ends[0][1]
	return a.toward(b, 0.5).plus(b.minus(a).right().times(2 * c.bulge))
}

// path returns the curve as SVG path data, from the rim of the first node to the rim of the last.
func (c curve) path() string {
	if len(c.ends) == 1 {
		a, control, b := c.ends[0][0], c.control(), c.ends[0][1]
		return fmt.Sprintf("M%v Q%v %v", rim(a, control, radius), control, rim(b, control, radius+3))
	}
	const turn = 26 // distance at which a curve leaves a link to turn around a node
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

// pointAt returns the point of the curve at a parameter from 0 to 1, and the direction there.
func (c curve) pointAt(part float64) (where, toward point) {
	if len(c.ends) > 1 {
		i := min(int(part*float64(len(c.ends))), len(c.ends)-1)
		a, b := c.ends[i][0], c.ends[i][1]
		return a.toward(b, part*float64(len(c.ends))-float64(i)), b.minus(a)
	}
	control := c.control()
	first, second := c.ends[0][0].toward(control, part), control.toward(c.ends[0][1], part)
	return first.toward(second, part), second.minus(first)
}

// inwardBulge returns the bulge that bends a chord of a circle toward the centre. The two directions of a
// chord have different bulges.
func inwardBulge(chord [2]point, distance float64) float64 {
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
