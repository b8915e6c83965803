package explain

import "slices"

// Costs of a note at a position: for each pixel² that it hides, and for each point of a curve that it covers.
const (
	hiding  = 12.0
	crossed = 14.0
	onOwn   = 6.0 // points of the note's own curve
	later   = 2.0 // for each later position in the list
)

// arrange gives every note one of its positions, if possible one where it hides nothing and covers no curve.
// It places the notes in sequence. When all notes have positions, it places again each note that still hides
// something.
func (s *sketch) arrange() {
	for i, n := range s.notes {
		s.settle(n, s.notes[:i])
	}
	for range 2 {
		for _, n := range s.notes {
			if s.hiddenArea(n.box(n.at), n, s.notes) > 0 {
				s.settle(n, s.notes)
			}
		}
	}
}

// settle gives a note the cheapest of its positions, with the other notes where they are placed.
func (s *sketch) settle(n *note, placed []*note) {
	best := -1.0
	for i, spot := range n.spots {
		cost := later * float64(i)
		if best >= 0 && cost >= best {
			return // the following positions cost more
		}
		b := n.box(spot)
		cost += hiding * s.hiddenArea(b, n, placed)
		for k := 0; k < len(s.curves) && (best < 0 || cost < best); k++ {
			cost += s.trails[k].cost(b, k == n.own)
		}
		if best < 0 || cost < best {
			best, n.at = cost, spot
		}
	}
}

// hiddenArea returns the area of nodes and notes that a note in a box would hide.
func (s *sketch) hiddenArea(b box, n *note, placed []*note) (area float64) {
	for _, other := range s.fixed {
		area += b.overlapArea(other)
	}
	for _, other := range placed {
		if other != n {
			area += b.overlapArea(other.box(other.at))
		}
	}
	return area
}

// isReadable reports whether no note hides a node or another note.
func (s *sketch) isReadable() bool {
	return !slices.ContainsFunc(s.notes,
		func(n *note) bool { return s.hiddenArea(n.box(n.at), n, s.notes) > 0 })
}

// A trail consists of points of a curve, a few pixels apart, and of the box around them.
type trail struct {
	points []point
	around box
}

func (c curve) trail() (t trail) {
	first, _ := c.pointAt(0)
	t.around = box{first, first}
	length := 0.0
	for _, link := range c.ends {
		length += link[1].minus(link[0]).length()
	}
	n := 4 + int(length/6)
	for i := range n + 1 {
		p, _ := c.pointAt(float64(i) / float64(n))
		t.points, t.around = append(t.points, p), t.around.enclose(box{p, p})
	}
	return t
}

// cost returns the cost of the points that a note in box b covers. own means that the curve is the note's
// own.
func (t trail) cost(b box, own bool) (cost float64) {
	if b.high.x < t.around.low.x || t.around.high.x < b.low.x || b.high.y < t.around.low.y ||
		t.around.high.y < b.low.y {
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
