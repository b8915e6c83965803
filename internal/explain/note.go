package explain

import (
	"math"
	"strings"
	"unicode/utf8"

	"topocoll/internal/figure"
)

// A note is a text in a panel: the data of a message or of a node.
type note struct {
	class string
	lines []string
	full  string  // its tooltip
	wide  float64 // in pixels
	high  float64
	spots []point // where its middle may be, the best first
	at    point   // where it is
	own   int     // the curve it belongs to, or -1
}

const lineHigh = 13

func newNote(class, text, full string) *note {
	n := &note{class: class, lines: broken(text), full: full, own: -1}
	for _, line := range n.lines {
		n.wide = max(n.wide, figure.Room(line, 11))
	}
	n.high = lineHigh * float64(len(n.lines))
	return n
}

func (n *note) box(at point) box { return boxAround(at, n.wide, n.high) }

// broken breaks a text after spaces, and words that are too long after commas, into lines of a few letters. What is beyond
// the last line is left out.
func broken(text string) (lines []string) {
	const wide, most, number = 18, 8, 4 // the number of a step is not alone on a line
	line := ""
	add := func(part string) {
		if length := utf8.RuneCountInString(line); length > number && length+utf8.RuneCountInString(strings.TrimSpace(part)) > wide {
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

// beside finds the spots of the note of a curve: beside it, on the side to which it bends first, near its middle first, and
// last on it.
func (n *note) beside(c curve) {
	var farther, on []point
	for _, part := range []float64{0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8} {
		where, toward := c.at(part)
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

// around finds the spots of the note of a node: on a circle outside it, otherwise below on the right, where no link
// ends; then all others.
func (n *note) around(l layout, at point) {
	width, height := n.wide/2, n.high/2
	if l.shape == round {
		outward := at.times(1 / max(1, at.length()))
		past := min((radius+4+width)/max(1e-9, math.Abs(outward.x)), (radius+3+height)/max(1e-9, math.Abs(outward.y)))
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
	s.Put(`<text class="%s" x="%.1f" y="%.1f">%s`, n.class, n.at.x, n.at.y+4-n.high/2+lineHigh/2.0, n.lines[0])
	for _, line := range n.lines[1:] {
		s.Put(`<tspan x="%.1f" dy="%d">%s</tspan>`, n.at.x, lineHigh, line)
	}
	s.Add("<title>%s</title></text>", n.full)
}
