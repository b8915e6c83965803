package figure

import (
	"cmp"
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
	s := beginChart(c.Title, c.Width, c.Height)
	x, y := c.axes()
	drawFrame(s, x, y)
	for _, curve := range c.Curves {
		curve.draw(s, x, y)
	}
	if c.Ends {
		slices.Reverse(c.Curves) // the front curves get their names first, because space is limited
		writeCurveLabels(s, c.Curves, x, y)
	}
	return s.closeChart()
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
		x.ticks = decadeTicks(x.Interval)
	}
	y.ticks = decadeTicks(y.Interval)
	wide := 0.0
	for _, a := range []*axis{&x, &y} {
		a.ticks = slices.DeleteFunc(slices.Clone(a.ticks),
			func(t Tick) bool { return t.Value < a.Lo || t.Value > a.Hi })
	}
	for _, tick := range y.ticks {
		wide = max(wide, Width(tick.Label, labelSize))
	}
	right := 8.0
	if c.Ends {
		right = labelColumnWidth
	}
	x.firstPixel, x.lastPixel = wide+9, c.Width-right
	y.firstPixel, y.lastPixel = c.Height-17, 4
	return x, y
}

// drawFrame draws the axes with their ticks, and lines across the plot at named ticks.
func drawFrame(s *Canvas, x, y axis) {
	var grid, lines strings.Builder
	fmt.Fprintf(&lines, "M%.1f,%.1fV%.1fH%.1f", x.firstPixel, y.lastPixel, y.firstPixel, x.lastPixel)
	long := func(t Tick) int { return 2 + 2*min(1, len(t.Label)) }
	for _, t := range x.ticks {
		at := x.pixel(t.Value)
		fmt.Fprintf(&lines, "M%.1f,%.1fv%d", at, y.firstPixel, long(t))
		if t.Label != "" {
			fmt.Fprintf(&grid, "M%.1f,%.1fV%.1f", at, y.firstPixel, y.lastPixel)
			s.Label(at, y.firstPixel+14, "middle", t.Label, labelColumnWidth, "")
		}
	}
	for _, t := range y.ticks {
		at := y.pixel(t.Value)
		fmt.Fprintf(&lines, "M%.1f,%.1fh%d", x.firstPixel, at, -long(t))
		if t.Label != "" {
			fmt.Fprintf(&grid, "M%.1f,%.1fH%.1f", x.firstPixel, at, x.lastPixel)
			s.Label(x.firstPixel-7, at+3.5, "end", t.Label, labelColumnWidth, "")
		}
	}
	Curve{Ink: "var(--grid)"}.stroke(s, grid.String(), 0.6)
	Curve{Ink: "var(--axis)"}.stroke(s, lines.String(), 0.6)
}

const (
	labelColumnWidth = 104 // width for names beside a plot
	curveLabelSize   = 9
	curveLabelStep   = 10.5
)

// A curveLabel is the name of a curve, written beside the plot.
type curveLabel struct {
	Curve
	x, y   float64 // position of the curve's last point
	labelY float64
}

// writeCurveLabels writes the names of curves beside the plot, each near the height of its curve's last
// point. If there is not enough space, the last curves have no name.
func writeCurveLabels(s *Canvas, curves []Curve, x, y axis) {
	room := int((y.firstPixel - y.lastPixel) / curveLabelStep)
	var labels []curveLabel
	for _, c := range curves {
		if c.End != "" && len(c.Points) > 0 && len(labels) < room {
			last := c.Points[len(c.Points)-1]
			labels = append(labels, curveLabel{Curve: c, x: x.pixel(last.X), y: y.pixel(last.Y)})
		}
	}
	separateLabels(labels, y.lastPixel, y.firstPixel)
	for _, n := range labels {
		s.Add(`<path d="M%.1f,%.1fL%.1f,%.1f" style="stroke:%s;stroke-width:0.5"/>`, n.x+3, n.y, x.lastPixel+8,
			n.labelY, n.Ink)
		s.Label(x.lastPixel+10, n.labelY+3, "start", shorten(n.End, curveLabelSize, labelColumnWidth-12),
			labelColumnWidth, n.EndInk)
	}
}

// separateLabels moves labels apart as little as possible, within limits and in the order of their curves.
// Labels that would overlap are stacked around the mean height of their curves.
func separateLabels(labels []curveLabel, low, high float64) {
	slices.SortStableFunc(labels, func(a, b curveLabel) int { return cmp.Compare(a.y, b.y) })
	type group struct {
		// sum of (y - offset) over the group's labels, where offset is the label's offset in a stack of all
		// labels
		sum float64
		n   int
	}
	var groups []group
	for i, n := range labels {
		groups = append(groups, group{n.y - curveLabelStep*float64(i), 1})
		for k := len(groups) - 1; k > 0 &&
			groups[k].sum/float64(groups[k].n) < groups[k-1].sum/float64(groups[k-1].n); k-- {
			groups[k-1] = group{groups[k-1].sum + groups[k].sum, groups[k-1].n + groups[k].n}
			groups = groups[:k]
		}
	}
	i := 0
	for _, g := range groups {
		for range g.n {
			labels[i].labelY = max(g.sum/float64(g.n), low) + curveLabelStep*float64(i)
			i++
		}
	}
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].labelY = min(labels[i].labelY, high)
		high = labels[i].labelY - curveLabelStep
	}
}
