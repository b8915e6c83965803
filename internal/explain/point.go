package explain

import (
	"fmt"
	"math"
)

// A point is a position in a figure, in pixels. y points downwards.
type point struct{ x, y float64 }

func (a point) plus(b point) point         { return point{a.x + b.x, a.y + b.y} }
func (a point) minus(b point) point        { return point{a.x - b.x, a.y - b.y} }
func (a point) times(factor float64) point { return point{a.x * factor, a.y * factor} }
func (a point) length() float64            { return math.Hypot(a.x, a.y) }
func (a point) right() point {
	return point{-a.y, a.x}.times(1 / max(1e-9, a.length()))
}
func (a point) toward(b point, part float64) point { return a.plus(b.minus(a).times(part)) }
func (a point) String() string                     { return fmt.Sprintf("%.1f,%.1f", a.x, a.y) }

// A box is a rectangle with sides parallel to the axes. Its corner low has the smallest coordinates.
type box struct{ low, high point }

// boxAround returns the box with the given centre, width and height.
func boxAround(middle point, width, height float64) box {
	half := point{width / 2, height / 2}
	return box{middle.minus(half), middle.plus(half)}
}

// enclose returns the smallest box around both boxes.
func (b box) enclose(c box) box {
	return box{point{min(b.low.x, c.low.x), min(b.low.y, c.low.y)},
		point{max(b.high.x, c.high.x), max(b.high.y, c.high.y)}}
}

// overlapArea returns the area that lies in both boxes.
func (b box) overlapArea(c box) float64 {
	wide := min(b.high.x, c.high.x) - max(b.low.x, c.low.x)
	high := min(b.high.y, c.high.y) - max(b.low.y, c.low.y)
	return max(0, wide) * max(0, high)
}

func (b box) holds(a point) bool {
	return b.low.x < a.x && a.x < b.high.x && b.low.y < a.y && a.y < b.high.y
}
