package explain

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"topocoll/internal/figure"
)

// A note is a label in a panel: the data of a message or of a node.
type note struct {
	class string
	lines []string
	full  string  // tooltip of the note
	wide  float64 // width in pixels
	high  float64
	spots []point // possible positions of the note's centre, best first
	at    point   // chosen position of the centre
	own   int     // index of the arrow to which the note belongs, or -1
}

const lineHigh = 13

func newNote(class, text, full string) *note {
	n := &note{class: class, lines: breakLines(text), full: full, own: -1}
	for _, line := range n.lines {
		n.wide = max(n.wide, figure.Room(line, 11))
	}
	n.high = lineHigh * float64(len(n.lines))
	return n
}

func (n *note) box(at point) box { return boxAround(at, n.wide, n.high) }

// breakLines breaks a string into short lines. It breaks after spaces, and after commas in words that are too
// long. If there are too many lines, it omits the last ones.
func breakLines(text string) (lines []string) {
	// no break after `number` or fewer letters, so that the number of a step is not alone on a line
	const wide, most, number = 18, 8, 4
	line := ""
	add := func(part string) {
		if length := utf8.RuneCountInString(line); length > number &&
			length+utf8.RuneCountInString(strings.TrimSpace(part)) > wide {
			lines, line = append(lines, strings.TrimSpace(line)), ""
		}
		line += part
	}
	for _, word := range strings.SplitAfter(text, " ") {
		if utf8.RuneCountInString(word) <= wide {
			add(word)
			continue
		}
		for _, part := range strings.SplitAfter(word, ",") {
			add(part)
		}
	}
	if lines = append(lines, strings.TrimSpace(line)); len(lines) > most {
		lines = append(lines[:most-1], "…")
	}
	return lines
}

// placeBeside lists the possible positions of a note that labels a curve. The first positions are beside the
// middle of the curve, on the side to which it bends. The last positions are on the curve.
func (n *note) placeBeside(c curve) {
	var farther, on []point
	for _, part := range []float64{0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8} {
		where, toward := c.pointAt(part)
		side := toward.right()
		if c.bulge < 0 {
			side = side.times(-1)
		}
		away := (math.Abs(side.x)*n.wide + math.Abs(side.y)*n.high) / 2
		n.spots = append(n.spots, where.plus(side.times(away+4)), where.minus(side.times(away+4)))
		farther = append(farther, where.plus(side.times(away+10)))
		on = append(on, where)
	}
	n.spots = append(append(n.spots, farther...), on...)
}

// placeAround lists the possible positions of a note with a node's data. In a layout on a circle, the first
// position is outside the circle. Otherwise it is below the node on the right, where no link ends. All other
// positions around the node follow.
func (n *note) placeAround(l layout, at point) {
	width, height := n.wide/2, n.high/2
	if l.shape == round {
		outward := at.times(1 / max(1, at.length()))
		past := min((radius+4+width)/max(1e-9, math.Abs(outward.x)),
			(radius+3+height)/max(1e-9, math.Abs(outward.y)))
		n.spots = append(n.spots, at.plus(outward.times(past)))
	}
	for _, y := range []float64{1, -1} {
		for _, x := range []float64{1, -1} {
			n.spots = append(n.spots, at.plus(point{x * (12 + width), y * (radius + 4 + height)}))
		}
	}
	n.spots = append(n.spots, at.plus(point{0, radius + 3 + height}), at.minus(point{0, radius + 3 + height}),
		at.plus(point{radius + 4 + width, 0}), at.minus(point{radius + 4 + width, 0}))
}

func (n *note) write(s *figure.Canvas) {
	s.Put(`<text class="%s" x="%.1f" y="%.1f">%s`, n.class, n.at.x, n.at.y+4-n.high/2+lineHigh/2.0,
		n.lines[0])
	for _, line := range n.lines[1:] {
		s.Put(`<tspan x="%.1f" dy="%d">%s</tspan>`, n.at.x, lineHigh, line)
	}
	s.Add("<title>%s</title></text>", n.full)
}

// Costs of a position: for each pixel² of nodes and notes that the note hides, and for each point of a curve
// that it covers.
const (
	hiding  = 12.0
	crossed = 14.0
	onOwn   = 6.0 // for each covered point of the curve that the note labels
	later   = 2.0 // for each better position before this one
)

// arrange chooses one of the possible positions for every note. If possible, it chooses a position where the
// note hides nothing and covers no curve. It places the notes in sequence. When all notes have positions, it
// again chooses a position for each note that still hides something.
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

// settle moves a note to the cheapest of its positions, given the positions of the notes in `placed`.
func (s *sketch) settle(n *note, placed []*note) {
	best := -1.0
	for i, spot := range n.spots {
		cost := later * float64(i)
		if best >= 0 && cost >= best {
			return // the following positions cost more
		}
		b := n.box(spot)
		cost += hiding * s.hiddenArea(b, n, placed)
		for k := 0; k < len(s.arrows) && (best < 0 || cost < best); k++ {
			cost += s.arrows[k].trail.cost(b, k == n.own)
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

// isReadable reports whether no note hides a node or a different note.
func (s *sketch) isReadable() bool {
	return !slices.ContainsFunc(s.notes,
		func(n *note) bool { return s.hiddenArea(n.box(n.at), n, s.notes) > 0 })
}

// A trail approximates a curve by points a few pixels apart, and has the bounding box of the points.
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

// cost returns the cost of the curve's points that a note in box b covers. The argument `own` means that the
// note labels this curve.
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
