package explain

import (
	"fmt"

	"topocoll/topo"
)

// A curve is a line through corners, bent between the first two if there are no more than two.
type curve struct {
	corners []point
	bulge   float64 // to the right, in pixels
}

// arrow is the curve of a message: beside its link to a neighbour, along the links of a cube, and
// otherwise in a bow past the nodes in between.
func (l layout) arrow(a Arrow, place func(label int) int) curve {
	from, to := place(a.From), place(a.To)
	straight := curve{corners: []point{l.at[from], l.at[to]}}
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
		straight.bulge = inward(straight.corners, distance)
	case len(a.Path) > 1:
		straight.bulge = 30
	default:
		straight.bulge = 7
	}
	return straight
}

// along keeps to the right of every link of a path.
func (l layout) along(path []int32) curve {
	var c curve
	for _, link := range path {
		a, b := l.network.Ends(link)
		side := l.at[b].minus(l.at[a]).right().times(7)
		if len(c.corners) == 0 {
			c.corners = append(c.corners, l.at[a])
		} else {
			c.corners = append(c.corners, l.at[a].toward(l.at[b], 0.2).plus(side))
		}
		c.corners = append(c.corners, l.at[a].toward(l.at[b], 0.8).plus(side))
	}
	_, last := l.network.Ends(path[len(path)-1])
	c.corners[len(c.corners)-1] = l.at[last]
	return c
}

// control is the control point of the quadratic curve between two corners.
func (c curve) control() point {
	a, b := c.corners[0], c.corners[1]
	return a.toward(b, 0.5).plus(b.minus(a).right().times(2 * c.bulge))
}

// path is the curve as SVG has it, from the rim of the first node to that of the last.
func (c curve) path() string {
	last := len(c.corners) - 1
	if last == 1 {
		control := c.control()
		return fmt.Sprintf("M%v Q%v %v", rim(c.corners[0], control, radius), control, rim(c.corners[1], control, radius+3))
	}
	s := fmt.Sprintf("M%v", rim(c.corners[0], c.corners[1], radius))
	for i := 1; i < last; i += 2 { // to the end of a link, then round the node to the next
		s += fmt.Sprintf(" L%v", c.corners[i])
		if i+1 <= last {
			s += fmt.Sprintf(" L%v", c.corners[i+1])
		}
	}
	return s + fmt.Sprintf(" L%v", rim(c.corners[last], c.corners[last-1], radius+3))
}

// label is where the middle of a label goes that is so many pixels wide: to the right of a curve between
// neighbours, so that those of an exchange do not meet, and on a bow, nearer to the sender.
func (c curve) label(width float64) point {
	last := len(c.corners) - 1
	a, b := c.corners[last-1], c.corners[last]
	right := b.minus(a).right()
	if c.bulge > 10 || c.bulge < -10 {
		const t = 0.3
		control := c.control()
		return a.toward(control, t).toward(control.toward(b, t), t)
	}
	return a.toward(b, 0.5).plus(right.times(c.bulge + 8)).plus(point{right.x * width / 2, 0})
}

// inward bends a chord of a circle toward its middle, the two directions differently.
func inward(chord []point, distance float64) float64 {
	middle, right := chord[0].toward(chord[1], 0.5), chord[1].minus(chord[0]).right()
	switch outward := middle.x*right.x + middle.y*right.y; {
	case outward > 1:
		return -0.2 * distance
	case outward < -1:
		return 0.06 * distance
	}
	return 0.1 * distance // a diameter
}

// rim is the point at a distance from a node toward another point.
func rim(node, other point, distance float64) point {
	return node.toward(other, distance/max(1, other.minus(node).length()))
}

func (a point) String() string { return fmt.Sprintf("%.1f,%.1f", a.x, a.y) }
