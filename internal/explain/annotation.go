package explain

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"topocoll/internal/figure"
)

// An annotation is a text in a panel: the data of a message or a node, or the rate of a cable.
type annotation struct {
	class      string
	lines      []string
	tooltip    string
	width      float64 // in pixels
	height     float64
	candidates []point // possible positions of its centre, best first
	center     point   // chosen position of the centre
	arrow      int     // index of the arrow that it labels, or -1
}

const lineHeight = 13

func newAnnotation(class, text, full string) *annotation {
	n := &annotation{class: class, lines: breakLines(text), tooltip: full, arrow: -1}
	for _, line := range n.lines {
		n.width = max(n.width, figure.Room(line, 11))
	}
	n.height = lineHeight * float64(len(n.lines))
	return n
}

func (n *annotation) box(at point) box { return boxAround(at, n.width, n.height) }

// breakLines breaks a text into short lines: after spaces and, within long words, after commas. If there are
// too many lines, an ellipsis replaces the last ones.
func breakLines(text string) (lines []string) {
	// do not break a line of `number` letters or fewer, so that a step number is never alone on a line
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

// addCandidatesBeside adds positions for the label of a curve. The first positions are beside the middle of
// the curve, on the side to which it bends. The last positions are on the curve.
func (n *annotation) addCandidatesBeside(c curve) {
	var farther, on []point
	for _, part := range []float64{0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8} {
		where, toward := c.pointAt(part)
		side := toward.rightNormal()
		if c.bulge < 0 {
			side = side.times(-1)
		}
		away := (math.Abs(side.x)*n.width + math.Abs(side.y)*n.height) / 2
		n.candidates = append(n.candidates, where.plus(side.times(away+4)), where.minus(side.times(away+4)))
		farther = append(farther, where.plus(side.times(away+10)))
		on = append(on, where)
	}
	n.candidates = append(append(n.candidates, farther...), on...)
}

// addCandidatesAround adds positions for a node's data. On a circle, the first position is outside the
// circle. In any other layout, the first position is to the lower right of the node, where no link ends.
func (n *annotation) addCandidatesAround(l layout, at point) {
	width, height := n.width/2, n.height/2
	if l.shape == shapeCircle {
		outward := at.times(1 / max(1, at.length()))
		past := min((radius+4+width)/max(1e-9, math.Abs(outward.x)),
			(radius+3+height)/max(1e-9, math.Abs(outward.y)))
		n.candidates = append(n.candidates, at.plus(outward.times(past)))
	}
	for _, y := range []float64{1, -1} {
		for _, x := range []float64{1, -1} {
			n.candidates = append(n.candidates, at.plus(point{x * (12 + width), y * (radius + 4 + height)}))
		}
	}
	below := point{0, radius + 3 + height}
	n.candidates = append(n.candidates, at.plus(below), at.minus(below),
		at.plus(point{radius + 4 + width, 0}), at.minus(point{radius + 4 + width, 0}))
}

func (n *annotation) writeSVG(s *figure.Canvas) {
	s.Put(`<text class="%s" x="%.1f" y="%.1f">%s`, n.class, n.center.x, n.center.y+4-n.height/2+lineHeight/2.0,
		n.lines[0])
	for _, line := range n.lines[1:] {
		s.Put(`<tspan x="%.1f" dy="%d">%s</tspan>`, n.center.x, lineHeight, line)
	}
	s.Add("<title>%s</title></text>", n.tooltip)
}

// The costs of a candidate position of an annotation.
const (
	hiddenAreaCost = 12.0 // for each pixel² of nodes and annotations that the annotation hides
	curveCost      = 14.0 // for each covered point of a curve
	ownCurveCost   = 6.0  // for each covered point of the curve to which the annotation belongs
	rankCost       = 2.0  // for each better candidate
)

// placeAnnotations chooses a position for every annotation in sequence. Then it moves the annotations that
// still hide a node or another annotation.
func (s *placedPanel) placeAnnotations() {
	for i, n := range s.annotations {
		s.placeAnnotation(n, s.annotations[:i])
	}
	for range 2 {
		for _, n := range s.annotations {
			if s.hiddenArea(n.box(n.center), n, s.annotations) > 0 {
				s.placeAnnotation(n, s.annotations)
			}
		}
	}
}

// placeAnnotation moves an annotation to its cheapest candidate, given the annotations in `placed`.
func (s *placedPanel) placeAnnotation(n *annotation, placed []*annotation) {
	best := -1.0
	for i, spot := range n.candidates {
		cost := rankCost * float64(i)
		if best >= 0 && cost >= best {
			return // every later candidate costs at least as much
		}
		b := n.box(spot)
		cost += hiddenAreaCost * s.hiddenArea(b, n, placed)
		for k := 0; k < len(s.arrows) && (best < 0 || cost < best); k++ {
			cost += s.arrows[k].samples.coverCost(b, k == n.arrow)
		}
		if best < 0 || cost < best {
			best, n.center = cost, spot
		}
	}
}

// hiddenArea returns the area of nodes and placed annotations that annotation n would cover if it were placed
// at box b.
func (s *placedPanel) hiddenArea(b box, n *annotation, placed []*annotation) (area float64) {
	for _, other := range s.nodeBoxes {
		area += b.overlapArea(other)
	}
	for _, other := range placed {
		if other != n {
			area += b.overlapArea(other.box(other.center))
		}
	}
	return area
}

// isReadable reports whether all nodes and annotations are fully visible.
func (s *placedPanel) isReadable() bool {
	return !slices.ContainsFunc(s.annotations,
		func(n *annotation) bool { return s.hiddenArea(n.box(n.center), n, s.annotations) > 0 })
}

// A curveSamples approximates a curve by points a few pixels apart.
type curveSamples struct {
	points []point
	bounds box
}

func (c curve) samples() (t curveSamples) {
	first, _ := c.pointAt(0)
	t.bounds = box{first, first}
	length := 0.0
	for _, link := range c.segments {
		length += link[1].minus(link[0]).length()
	}
	n := 4 + int(length/6)
	for i := range n + 1 {
		p, _ := c.pointAt(float64(i) / float64(n))
		t.points, t.bounds = append(t.points, p), t.bounds.enclose(box{p, p})
	}
	return t
}

// coverCost returns the cost of an annotation in box b that covers the curve. The argument `own` is true if
// the annotation belongs to this curve.
func (t curveSamples) coverCost(b box, own bool) (cost float64) {
	if b.high.x < t.bounds.low.x || t.bounds.high.x < b.low.x || b.high.y < t.bounds.low.y ||
		t.bounds.high.y < b.low.y {
		return 0
	}
	each := curveCost
	if own {
		each = ownCurveCost
	}
	for _, p := range t.points {
		if b.contains(p) {
			cost += each
		}
	}
	return cost
}
