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
	frame(s, x, y)
	for _, curve := range c.Curves {
		curve.draw(s, x, y)
	}
	if c.Ends {
		slices.Reverse(c.Curves) // name the front curves first
		writeEnds(s, c.Curves, x, y)
	}
	return s.end()
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
		wide = max(wide, Width(tick.Label, labelSize))
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

const (
	endsWide = 104 // width for names beside a plot
	endSize  = 9
	endStep  = 10.5
)

// An end is the name of a curve, written beside the plot.
type end struct {
	Curve
	x, y   float64 // position of the curve's last point
	height float64
}

// writeEnds writes the names of curves beside the plot. Each name is at the height of the last point of its
// curve, or as near as the other names allow. If there is not enough space, the last curves have no name.
func writeEnds(s *Canvas, curves []Curve, x, y axis) {
	room := int((y.first - y.last) / endStep)
	var named []end
	for _, c := range curves {
		if c.End != "" && len(c.Points) > 0 && len(named) < room {
			last := c.Points[len(c.Points)-1]
			named = append(named, end{Curve: c, x: x.pixel(last.X), y: y.pixel(last.Y)})
		}
	}
	spread(named, y.last, y.first)
	for _, n := range named {
		s.Add(`<path d="M%.1f,%.1fL%.1f,%.1f" style="stroke:%s;stroke-width:0.5"/>`, n.x+3, n.y, x.last+8,
			n.height, n.Ink)
		s.Label(x.last+10, n.height+3, "start", shorten(n.End, endSize, endsWide-12), endsWide, n.EndInk)
	}
}

// spread moves names apart as little as possible, within limits and in the order of their curves. Names that
// would overlap are stacked around the mean height of their curves.
func spread(named []end, low, high float64) {
	slices.SortStableFunc(named, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	type group struct {
		sum float64 // sum of the names' heights, each minus its offset in a stack of all names
		n   int
	}
	var groups []group
	for i, n := range named {
		groups = append(groups, group{n.y - endStep*float64(i), 1})
		for k := len(groups) - 1; k > 0 &&
			groups[k].sum/float64(groups[k].n) < groups[k-1].sum/float64(groups[k-1].n); k-- {
			groups[k-1] = group{groups[k-1].sum + groups[k].sum, groups[k-1].n + groups[k].n}
			groups = groups[:k]
		}
	}
	i := 0
	for _, g := range groups {
		for range g.n {
			named[i].height = max(g.sum/float64(g.n), low) + endStep*float64(i)
			i++
		}
	}
	for i := len(named) - 1; i >= 0; i-- {
		named[i].height = min(named[i].height, high)
		high = named[i].height - endStep
	}
}
