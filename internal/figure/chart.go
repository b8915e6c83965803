package figure

import (
	"fmt"
	"slices"
	"strings"
)

// A Chart has curves on two axes, which are logarithmic by default. Its colours are variables of the page's
// style sheet.
type Chart struct {
	Title         string // text for screen readers
	Width, Height float64
	Curves        []Curve
	XTicks        []Tick // ticks of a logarithmic axis; nil: powers of ten
	Square        bool   // both axes have the same range
	LinearX       bool   // a linear x axis that begins above 0
	Ends          bool   // the names of the curves are beside the plot
}

// Draw returns the chart as SVG inside HTML.
func (c Chart) Draw() SVG {
	c.Curves = slices.Clone(c.Curves)
	for i, curve := range c.Curves {
		c.Curves[i].Points =
			slices.DeleteFunc(slices.Clone(curve.Points), func(p Point) bool { return !p.drawable() })
	}
	var s Canvas
	s.Add(`<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %g %g">`, c.Title, c.Width, c.Height)
	x, y := c.axes()
	frame(&s, x, y)
	for _, curve := range c.Curves {
		curve.draw(&s, x, y)
	}
	if c.Ends {
		slices.Reverse(c.Curves) // name the front curves first
		writeEnds(&s, c.Curves, x, y)
	}
	return SVG(s.String() + "</svg>")
}

// axes returns axes on which all curves fit and no curve lies on the frame.
func (c Chart) axes() (x, y axis) {
	x, y = axis{Interval: Empty, linear: c.LinearX, ticks: c.XTicks}, axis{Interval: Empty}
	for _, curve := range c.Curves {
		if !curve.Behind {
			x.Interval, y.Interval = x.With(curve.Xs()), y.With(curve.ys())
		}
	}
	y.Interval = y.Wider(1.15)
	if !c.LinearX {
		x.Interval = x.Wider(1.15)
	}
	if c.Square {
		x.Interval = Interval{min(x.Lo, y.Lo), max(x.Hi, y.Hi)}
		y.Interval = x.Interval
	}
	switch {
	case c.LinearX:
		x.ticks = LinearTicks(x.Hi)
	case x.ticks == nil:
		x.ticks = decades(x.Interval)
	}
	y.ticks = decades(y.Interval)
	wide := 0.0
	for _, a := range []*axis{&x, &y} {
		a.ticks = slices.DeleteFunc(slices.Clone(a.ticks),
			func(t Tick) bool { return t.Value < a.Lo || t.Value > a.Hi })
	}
	for _, tick := range y.ticks {
		wide = max(wide, Width(tick.Label, LabelSize))
	}
	right := 8.0
	if c.Ends {
		right = endsWide
	}
	x.first, x.last = wide+9, c.Width-right
	y.first, y.last = c.Height-17, 4
	return x, y
}

// frame draws the axes with their ticks, and lines across the plot at named ticks.
func frame(s *Canvas, x, y axis) {
	var grid, lines strings.Builder
	fmt.Fprintf(&lines, "M%.1f,%.1fV%.1fH%.1f", x.first, y.last, y.first, x.last)
	long := func(t Tick) int { return 2 + 2*min(1, len(t.Label)) }
	for _, t := range x.ticks {
		at := x.pixel(t.Value)
		fmt.Fprintf(&lines, "M%.1f,%.1fv%d", at, y.first, long(t))
		if t.Label != "" {
			fmt.Fprintf(&grid, "M%.1f,%.1fV%.1f", at, y.first, y.last)
			s.Label(at, y.first+14, "middle", t.Label, endsWide, "")
		}
	}
	for _, t := range y.ticks {
		at := y.pixel(t.Value)
		fmt.Fprintf(&lines, "M%.1f,%.1fh%d", x.first, at, -long(t))
		if t.Label != "" {
			fmt.Fprintf(&grid, "M%.1f,%.1fH%.1f", x.first, at, x.last)
			s.Label(x.first-7, at+3.5, "end", t.Label, endsWide, "")
		}
	}
	Curve{Ink: "var(--grid)"}.stroke(s, grid.String(), 0.6)
	Curve{Ink: "var(--axis)"}.stroke(s, lines.String(), 0.6)
}
