package explain

import (
	"fmt"
	"math"
)

// A point is a position or a vector in a figure, in pixels. y points downwards.
type point struct{ x, y float64 }

func (a point) plus(b point) point         { return point{a.x + b.x, a.y + b.y} }
func (a point) minus(b point) point        { return point{a.x - b.x, a.y - b.y} }
func (a point) times(factor float64) point { return point{a.x * factor, a.y * factor} }
func (a point) length() float64            { return math.Hypot(a.x, a.y) }
func (a point) rightNormal() point {
	return point{-a.y, a.x}.times(1 / max(1e-9, a.length()))
}
func (a point) toward(b point, part float64) point { return a.plus(b.minus(a).times(part)) }
func (a point) String() string                     { return fmt.Sprintf("%.1f,%.1f", a.x, a.y) }

// A box is a rectangle with horizontal and vertical sides. The corner `low` has the smallest coordinates.
type box struct{ low, high point }

func boxAround(middle point, width, height float64) box {
	half := point{width / 2, height / 2}
	return box{middle.minus(half), middle.plus(half)}
}

// enclose returns the smallest box that contains both boxes.
func (b box) enclose(c box) box {
	return box{point{min(b.low.x, c.low.x), min(b.low.y, c.low.y)},
		point{max(b.high.x, c.high.x), max(b.high.y, c.high.y)}}
}

// withMargin returns the low corner and the size of the box, enlarged by a margin on each side.
func (b box) withMargin(margin float64) (low, size point) {
	return b.low.minus(point{margin, margin}), b.high.minus(b.low).plus(point{2 * margin, 2 * margin})
}

func (b box) overlapArea(c box) float64 {
	wide := min(b.high.x, c.high.x) - max(b.low.x, c.low.x)
	high := min(b.high.y, c.high.y) - max(b.low.y, c.low.y)
	return max(0, wide) * max(0, high)
}

func (b box) contains(a point) bool {
	return b.low.x < a.x && a.x < b.high.x && b.low.y < a.y && a.y < b.high.y
}

// A curve is the line of an arrow or a link: one arc, or a path along several links.
type curve struct {
	segments [][2]point // the two ends of each link, or the two nodes of an arc
	bulge    float64    // distance in pixels by which an arc bends to the right
}

// control returns the control point of the quadratic Bézier curve that draws an arc.
func (c curve) control() point {
	a, b := c.segments[0][0], c.segments[0][1]
	return a.toward(b, 0.5).plus(b.minus(a).rightNormal().times(2 * c.bulge))
}

// path returns the curve as SVG path data. It starts and ends at the edges of the circles of its nodes.
func (c curve) path() string {
	if len(c.segments) == 1 {
		a, control, b := c.segments[0][0], c.control(), c.segments[0][1]
		return fmt.Sprintf("M%v Q%v %v", pointAtDistance(a, control, radius), control,
			pointAtDistance(b, control, radius+3))
	}
	const turn = 26 // distance from a node at which a curve leaves one link to turn to the next
	s := ""
	for i, link := range c.segments {
		a, b := link[0], link[1]
		if i == 0 {
			s += fmt.Sprintf("M%v", pointAtDistance(a, b, radius-2))
		} else {
			s += fmt.Sprintf(" Q%v %v", c.segments[i-1][1].toward(a, 0.5), pointAtDistance(a, b, turn))
		}
		if i < len(c.segments)-1 {
			s += fmt.Sprintf(" L%v", pointAtDistance(b, a, turn))
		} else {
			s += fmt.Sprintf(" L%v", pointAtDistance(b, a, radius+1))
		}
	}
	return s
}

// pointAt returns a point of the curve and the direction there. `part` is 0 at the start and 1 at the end.
func (c curve) pointAt(part float64) (where, toward point) {
	if len(c.segments) > 1 {
		i := min(int(part*float64(len(c.segments))), len(c.segments)-1)
		a, b := c.segments[i][0], c.segments[i][1]
		return a.toward(b, part*float64(len(c.segments))-float64(i)), b.minus(a)
	}
	control := c.control()
	first, second := c.segments[0][0].toward(control, part), control.toward(c.segments[0][1], part)
	return first.toward(second, part), second.minus(first)
}

// inwardBulge returns the bulge that bends a chord toward the centre (0, 0) of the circle. The bulge of a
// chord differs from the bulge of the same chord in the opposite direction.
func inwardBulge(chord [2]point, distance float64) float64 {
	middle, right := chord[0].toward(chord[1], 0.5), chord[1].minus(chord[0]).rightNormal()
	switch outward := middle.x*right.x + middle.y*right.y; {
	case outward > 1:
		return -0.2 * distance
	case outward < -1:
		return 0.06 * distance
	}
	return 0.1 * distance // the chord is a diameter
}

// pointAtDistance returns the point at a distance from a node, on the line from the node to the other point.
func pointAtDistance(node, other point, distance float64) point {
	return node.toward(other, distance/max(1, other.minus(node).length()))
}
