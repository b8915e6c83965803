package explain

import "slices"

// Costs of a spot, per pixel² of what a note would hide there and per point of a curve that it would cross.
const (
	hiding  = 12.0
	crossed = 14.0
	onOwn   = 6.0 // of its own curve
	later   = 2.0 // than the spot before it in the list
)

// arrange gives every note one of its spots: where it hides nothing, if there is such a spot, and away from curves. Notes are
// placed one after the other; then those that hide something again, when all others have their places.
func (s *sketch) arrange() {
	for i, n := range s.notes {
		s.settle(n, s.notes[:i])
	}
	for range 2 {
		for _, n := range s.notes {
			if s.hidden(n.box(n.at), n, s.notes) > 0 {
				s.settle(n, s.notes)
			}
		}
	}
}

// settle gives a note the spot of the least cost among notes that are placed.
func (s *sketch) settle(n *note, placed []*note) {
	best := -1.0
	for i, spot := range n.spots {
		cost := later * float64(i)
		if best >= 0 && cost >= best {
			return // as those that follow
		}
		b := n.box(spot)
		cost += hiding * s.hidden(b, n, placed)
		for k := 0; k < len(s.curves) && (best < 0 || cost < best); k++ {
			cost += s.trails[k].cost(b, k == n.own)
		}
		if best < 0 || cost < best {
			best, n.at = cost, spot
		}
	}
}

// hidden returns the area of the nodes and notes that a note in a box would hide.
func (s *sketch) hidden(b box, n *note, placed []*note) (area float64) {
	for _, other := range s.fixed {
		area += b.common(other)
	}
	for _, other := range placed {
		if other != n {
			area += b.common(other.box(other.at))
		}
	}
	return area
}

// clear reports whether no note hides a node or another note.
func (s *sketch) clear() bool {
	return !slices.ContainsFunc(s.notes, func(n *note) bool { return s.hidden(n.box(n.at), n, s.notes) > 0 })
}

// A trail is points of a curve, a few pixels apart, and the box around them.
type trail struct {
	points []point
	around box
}

func (c curve) trail() (t trail) {
	first, _ := c.at(0)
	t.around = box{first, first}
	length := 0.0
	for _, link := range c.ends {
		length += link[1].minus(link[0]).length()
	}
	n := 4 + int(length/6)
	for i := range n + 1 {
		p, _ := c.at(float64(i) / float64(n))
		t.points, t.around = append(t.points, p), t.around.with(box{p, p})
	}
	return t
}

// cost is that of a note in a box on the curve.
func (t trail) cost(b box, own bool) (cost float64) {
	if b.high.x < t.around.low.x || t.around.high.x < b.low.x || b.high.y < t.around.low.y || t.around.high.y < b.low.y {
		return 0
	}
	each := crossed
	if own {
		each = onOwn
	}
	for _, p := range t.points {
		if b.holds(p) {
			cost += each
		}
	}
	return cost
}
