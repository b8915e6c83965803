package figure

import (
	"fmt"
	"math"
	"strings"
)

// A Curve is a line through points with marks and interval bars.
type Curve struct {
	Points []Point
	Ink    string // a CSS colour
	Title  string // tooltip of the curve
	End    string // name of the curve beside the plot; "": none
	EndInk string
	Width  float64
	Dashes string // as in CSS; "": none
	Mark   Mark
	Area   bool // the line is the outline of an area
	Behind bool // the axes need not contain the curve
	Aside  bool // the curve is less important than other curves; the caller draws it first, without intervals
}

// A Point is a point of a curve. Lo and Hi are the interval of Y; Lo = Hi = 0 means no interval.
type Point struct{ X, Y, Lo, Hi float64 }

// drawable reports whether a logarithmic axis can show the point.
func (p Point) drawable() bool {
	return p.X > 0 && p.Y > 0 && !math.IsInf(p.X, 0) && !math.IsInf(p.Y, 0)
}

// A Mark is the shape that a curve has at each of its points.
type Mark struct {
	path  string  // SVG path relative to the centre of the mark
	width float64 // width of its stroke; 0: the path is filled
}

// The marks of curves. A dot is a small disc. Discs and dots are strokes of length 0, with the round ends
// that the style sheet sets.
var (
	Disc     = Mark{"h0", 5.2}
	Dot      = Mark{"h0", 1.8}
	Square   = Mark{path: "m-2.6,-2.6h5.2v5.2h-5.2z"}
	Triangle = Mark{path: "m-3.1,2.6h6.2l-3.1,-6z"}
	Ring     = Mark{"m-4.5,0a4.5,4.5 0 1 0 9,0a4.5,4.5 0 1 0 -9,0", 1.3}
	Diamond  = Mark{path: "m0,-3.6l3.6,3.6l-3.6,3.6l-3.6,-3.6z"}
)

// pathAt returns the path of the mark at a point, or "" for no mark.
func (m Mark) pathAt(x, y float64) string {
	if m == (Mark{}) {
		return ""
	}
	return fmt.Sprintf("M%.1f,%.1f%s", x, y, m.path)
}

// Xs returns the interval of the X coordinates of the points.
func (c Curve) Xs() Interval {
	i := Empty
	for _, p := range c.Points {
		i = i.With(Interval{p.X, p.X})
	}
	return i
}

// ys returns the interval of the Y coordinates of the points and of their bars.
func (c Curve) ys() Interval {
	i := Empty
	for _, p := range c.Points {
		i = i.With(Interval{p.Y, p.Y})
		if p.Hi > 0 {
			i = i.With(Interval{p.Lo, p.Hi})
		}
	}
	return i
}

func (c Curve) draw(s *Canvas, x, y axis) {
	var line, bars, marks strings.Builder
	seen := map[[2]int]bool{} // identical marks are drawn once
	for i, p := range c.Points {
		atX, atY := x.pixel(p.X), y.pixel(p.Y)
		fmt.Fprintf(&line, "%c%.1f,%.1f", "ML"[min(i, 1)], atX, atY)
		if pixel := [2]int{int(atX), int(atY)}; !seen[pixel] {
			seen[pixel] = true
			marks.WriteString(c.Mark.pathAt(atX, atY))
		}
		if p.Lo > 0 {
			if lo, hi := y.pixel(p.Lo), y.pixel(p.Hi); lo-hi > 5.2 { // the bar is longer than its mark
				fmt.Fprintf(&bars, "M%.1f,%.1fh4m-2,0V%.1fm-2,0h4", atX-2, lo, hi)
			}
		}
	}
	c.paint(s, line.String(), bars.String(), marks.String())
}

func (c Curve) paint(s *Canvas, line, bars, marks string) {
	if c.Area {
		c.path(s, line+"Z", "fill:"+c.Ink)
		return
	}
	c.stroke(s, line, c.Width)
	c.Dashes = ""
	c.stroke(s, bars, 0.9)
	if c.Mark.width > 0 {
		c.stroke(s, marks, c.Mark.width)
		return
	}
	c.path(s, marks, "fill:"+c.Ink)
}

func (c Curve) stroke(s *Canvas, path string, width float64) {
	css := fmt.Sprintf("stroke:%s;stroke-width:%g", c.Ink, width)
	if c.Dashes != "" {
		css += ";stroke-dasharray:" + c.Dashes
	}
	if width > 0 {
		c.path(s, path, css)
	}
}

func (c Curve) path(s *Canvas, path, css string) {
	switch {
	case path == "":
	case c.Title == "":
		s.Add(`<path d="%s" style="%s"/>`, path, css)
	default:
		s.Add(`<path d="%s" style="%s"><title>%s</title></path>`, path, css, c.Title)
	}
}

// Sample returns a short line with one mark in the style of the curve, for the legend.
func (c Curve) Sample() SVG {
	c.Title = "" // the legend shows the title beside the sample
	var s Canvas
	s.Add(`<svg class="sample" viewBox="0 0 24 10">`)
	c.paint(&s, "M1,5H23", "", c.Mark.pathAt(12, 5))
	return s.closeChart()
}
