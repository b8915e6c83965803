package page

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// A chart is curves on two logarithmic axes.
type chart struct {
	Title         string // for those who cannot see it
	Width, Height vg.Length
	Curves        []curve
	XTicks        []plot.Tick // nil: powers of ten
	Square        bool        // both axes have the same range
	LinearX       bool
	Ends          bool // names of the curves beside the plot
}

// labelFont is what the places of the labels are computed from.
var labelFont = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 10}

// draw returns the chart as SVG inside HTML. Its colours are those of the style sheet.
func (c chart) draw() template.HTML {
	for i, curve := range c.Curves {
		c.Curves[i].Points = slices.DeleteFunc(curve.Points, func(s spot) bool { return !s.drawable() })
	}
	p := plot.New()
	p.BackgroundColor = nil
	c.axes(p)
	p.Add(gridOf(p))
	for _, curve := range c.Curves {
		p.Add(curve)
	}
	right := vg.Length(8)
	if c.Ends {
		last := slices.Clone(c.Curves)
		slices.Reverse(last) // those in front are named first
		p.Add(ends(last))
		right = endsWide
	}
	var drawing recorder.Canvas
	p.Draw(draw.Crop(draw.NewCanvas(&drawing, c.Width, c.Height), 2, -right, 2, -4))
	return svgOf(&drawing, c.Width, c.Height, fmt.Sprintf(`class="chart" role="img" aria-label="%s"`, html.EscapeString(c.Title)))
}

// axisInk is the colour of axes and of the numbers at them.
var axisInk = ink{css: "var(--axis)"}

// axes sets the scales and ticks.
func (c chart) axes(p *plot.Plot) {
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	if c.LinearX {
		p.X.Scale = plot.LinearScale{}
	}
	c.ranges(p)
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(c.XTicks), plot.ConstantTicks(decades(p.Y.Min, p.Y.Max))
	if c.XTicks == nil {
		p.X.Tick.Marker = plot.ConstantTicks(decades(p.X.Min, p.X.Max))
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color, axis.Tick.Label.Color = axisInk, axisInk, axisInk
		axis.Width, axis.Tick.Width, axis.Tick.Length, axis.Padding = 0.6, 0.6, 4, 0
		axis.Tick.Label.Font = labelFont
	}
}

// ranges sets the axes so that all curves fit and nothing lies on the frame.
func (c chart) ranges(p *plot.Plot) {
	x, y := empty, empty
	for _, curve := range c.Curves {
		if !curve.Behind {
			x, y = x.with(curve.xs()), y.with(curve.ys())
		}
	}
	y = y.wider(1.15)
	if !c.LinearX {
		x = x.wider(1.15)
	}
	if c.Square {
		x = interval{min(x.lo, y.lo), max(x.hi, y.hi)}
		y = x
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
}

// An interval of values; empty is the one with none in it.
type interval struct{ lo, hi float64 }

var empty = interval{math.Inf(1), math.Inf(-1)}

func (i interval) with(j interval) interval { return interval{min(i.lo, j.lo), max(i.hi, j.hi)} }

// wider returns the interval with both ends a factor away, or some interval if there is none.
func (i interval) wider(factor float64) interval {
	if !(i.lo <= i.hi) {
		return interval{1, 10}
	}
	if i.lo == i.hi {
		factor = 2
	}
	return interval{i.lo / factor, i.hi * factor}
}
