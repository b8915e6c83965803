package page

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A curve is a line through points with marks and interval bars. Each of the three is drawn as one path,
// which keeps the page small.
type curve struct {
	Points []spot
	Ink    string // a CSS colour
	Title  string // for a mouse pointer
	End    string // its name beside the plot; "" is none
	EndInk string
	Width  vg.Length
	Dashes []vg.Length
	Mark   mark
	Area   bool // the points enclose an area
	Behind bool // does not widen the axes
	Aside  bool // not one of the contenders that are shown in full

	breaks bool // a new line at every second point
}

// A spot is a point with the interval of its y; Lo = Hi = 0 is none.
type spot struct{ X, Y, Lo, Hi float64 }

// drawable reports whether a logarithmic axis has a place for the spot.
func (s spot) drawable() bool {
	for _, value := range []float64{s.X, s.Y} {
		if !(value > 0) || math.IsInf(value, 0) {
			return false
		}
	}
	return true
}

// A mark is the shape at the points; a dot is a small disc.
type mark int

const (
	noMark mark = iota
	disc
	square
	triangle
	diamond
	dot
)

const markSize = 2.6

func (c curve) xs() interval {
	i := empty
	for _, s := range c.Points {
		i = i.with(interval{s.X, s.X})
	}
	return i
}

func (c curve) ys() interval {
	i := empty
	for _, s := range c.Points {
		i = i.with(interval{s.Y, s.Y})
		if s.Hi > 0 {
			i = i.with(interval{s.Lo, s.Hi})
		}
	}
	return i
}

// Plot draws the curve; it makes a curve a plot.Plotter.
func (c curve) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	at := func(s spot, value float64) vg.Point { return vg.Point{X: x(s.X), Y: y(value)} }
	var line, bars, marks vg.Path
	seen := map[[2]int]bool{} // marks on top of each other are drawn once
	for i, s := range c.Points {
		point := at(s, s.Y)
		if i == 0 || c.breaks && i%2 == 0 {
			line.Move(point)
		} else {
			line.Line(point)
		}
		if pixel := [2]int{int(point.X), int(point.Y)}; !seen[pixel] {
			seen[pixel] = true
			marks = append(marks, c.Mark.at(point)...)
		}
		if s.Lo > 0 {
			if lo, hi := at(s, s.Lo), at(s, s.Hi); hi.Y-lo.Y > 2*markSize {
				bars = append(bars, bar95(lo, hi)...)
			}
		}
	}
	c.paint(canvas, line, bars, marks)
}

// paint draws the paths of the curve in its ink.
func (c curve) paint(canvas vg.Canvas, line, bars, marks vg.Path) {
	canvas.SetColor(ink{c.Ink, c.Title})
	if c.Area && len(line) > 0 {
		line.Close()
		canvas.Fill(line)
		return
	}
	stroke := func(path vg.Path, width vg.Length) {
		if len(path) > 0 && width > 0 {
			canvas.SetLineWidth(width)
			canvas.Stroke(path)
		}
	}
	canvas.SetLineDash(c.Dashes, 0)
	stroke(line, c.Width)
	canvas.SetLineDash(nil, 0)
	stroke(bars, 0.9)
	switch {
	case c.Mark == disc:
		stroke(marks, 2*markSize)
	case c.Mark == dot:
		stroke(marks, 0.7*markSize)
	case len(marks) > 0:
		canvas.Fill(marks)
	}
}

// at is the path of the mark around a point.
func (m mark) at(p vg.Point) vg.Path {
	const r = markSize
	var path vg.Path
	switch m {
	case square:
		return polygon(p, [2]vg.Length{-r, -r}, [2]vg.Length{r, -r}, [2]vg.Length{r, r}, [2]vg.Length{-r, r})
	case triangle:
		return polygon(p, [2]vg.Length{-1.2 * r, -r}, [2]vg.Length{1.2 * r, -r}, [2]vg.Length{0, 1.3 * r})
	case diamond:
		return polygon(p, [2]vg.Length{0, -1.4 * r}, [2]vg.Length{1.4 * r, 0}, [2]vg.Length{0, 1.4 * r}, [2]vg.Length{-1.4 * r, 0})
	case disc, dot: // a stroke without length, whose ends the style sheet makes round
		path.Move(p)
		path.Line(p)
	}
	return path
}

func polygon(p vg.Point, corners ...[2]vg.Length) vg.Path {
	var path vg.Path
	for i, corner := range corners {
		point := vg.Point{X: p.X + corner[0], Y: p.Y + corner[1]}
		if i == 0 {
			path.Move(point)
		} else {
			path.Line(point)
		}
	}
	path.Close()
	return path
}

// bar95 is an upright line with caps.
func bar95(lo, hi vg.Point) vg.Path {
	const half = 2
	var path vg.Path
	for _, end := range []vg.Point{lo, hi} {
		path.Move(vg.Point{X: end.X - half, Y: end.Y})
		path.Line(vg.Point{X: end.X + half, Y: end.Y})
	}
	path.Move(lo)
	path.Line(hi)
	return path
}

// gridOf is lines across the plot at the ticks that have a name.
func gridOf(p *plot.Plot) curve {
	grid := curve{Ink: "var(--grid)", Width: 0.6, breaks: true, Behind: true}
	for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if tick.Label != "" {
			grid.Points = append(grid.Points, spot{X: tick.Value, Y: p.Y.Min}, spot{X: tick.Value, Y: p.Y.Max})
		}
	}
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if tick.Label != "" {
			grid.Points = append(grid.Points, spot{X: p.X.Min, Y: tick.Value}, spot{X: p.X.Max, Y: tick.Value})
		}
	}
	return grid
}
