package page

import (
	"fmt"
	"html/template"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"topocoll/bench/results"
)

// opCharts is the two charts of an operation with their common legend.
type opCharts struct {
	Op, MPI   string
	P         int
	Latency   template.HTML
	Bandwidth template.HTML // "" for a barrier
	Factor    string        // how the bus bandwidth comes from the bytes and the time
	Legend    []legend
}

func chartsOf(tables []*table) []opCharts {
	var all []opCharts
	for _, t := range tables {
		if sized := len(t.Sizes) > 1 || t.Sizes[0] > 0; !sized {
			continue // a barrier: one number, which the tables have
		}
		all = append(all, t.charts())
	}
	return all
}

func (t *table) charts() opCharts {
	o := opCharts{Op: t.Op, MPI: t.MPI(), P: t.P, Factor: factorText(t.Op)}
	time := func(ns float64, _ int) float64 { return ns / 1000 }
	bandwidth := func(ns float64, bytes int) float64 { return busBandwidth(t.Op, t.P, bytes, ns) }
	curves := t.curves(time)
	for _, behind := range []bool{false, true} {
		for _, c := range curves {
			if c.Aside == behind {
				o.addLegend(c)
			}
		}
	}
	o.Latency = t.chart("time", curves).draw()
	o.Bandwidth = t.chart("bus bandwidth", t.curves(bandwidth)).draw()
	return o
}

func (t *table) chart(what string, curves []curve) chart {
	return chart{Title: fmt.Sprintf("%s of %s on %d ranks against the bytes of a block", what, t.Op, t.P), Width: 430, Height: 280,
		Curves: curves, XTicks: t.sizeTicks()}
}

// sizeTicks are the sizes measured, as many of them named as there is room for.
func (t *table) sizeTicks() []plot.Tick {
	const room = 11
	every := 1 + (len(t.Sizes)-1)/room
	var ticks []plot.Tick
	for i, bytes := range t.Sizes {
		tick := plot.Tick{Value: float64(bytes)}
		if i%every == 0 {
			tick.Label = results.FormatSize(bytes)
		}
		if bytes > 0 {
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// curves draws every contender, those that should be seen last. y turns a time into what is shown.
func (t *table) curves(y func(ns float64, bytes int) float64) []curve {
	var behind, front []curve
	colors := 0
	for _, algo := range t.Algos {
		c := curve{Title: algo}
		switch kindOf(algo) {
		case "forced":
			c.Ink, c.Width, c.Aside = "var(--forced)", 0.8, true
		case "aside":
			c.Ink, c.Width, c.Dashes, c.Aside = "var(--native)", 0.8, []vg.Length{4, 2}, true
		case native:
			c.Title, c.Ink, c.Width, c.Mark = "native (default)", "var(--native)", 3, disc
		case gompi:
			c.Ink, c.Width, c.Dashes = "var(--native)", 1.2, []vg.Length{1.5, 2.5}
		default:
			c.Ink, c.Width, c.Mark = fmt.Sprintf("var(--c%d)", colors%palette), 1.5, markOf(algo)
			colors++
		}
		for _, cell := range t.cells(algo) {
			if cell.Bytes > 0 && cell.Median > 0 {
				c.Points = append(c.Points, spotOf(cell, y))
			}
		}
		if len(c.Points) == 0 {
			continue
		}
		if c.Aside {
			behind = append(behind, c)
		} else {
			front = append(front, c)
		}
	}
	if b := t.yardstick(y); b != nil {
		behind = append(behind, *b)
	}
	return append(behind, front...)
}

// palette is the number of colours --c0, --c1 ... of the style sheet. An operation has at most twice as many
// algorithms, and two with the same colour are of different topologies, so their marks differ.
const palette = 7

func markOf(algo string) mark {
	switch {
	case strings.HasPrefix(algo, "mesh/"):
		return square
	case strings.HasPrefix(algo, "hcube/"):
		return triangle
	}
	return disc
}

func spotOf(c results.Cell, y func(ns float64, bytes int) float64) spot {
	s := spot{X: float64(c.Bytes), Y: y(c.Median, c.Bytes)}
	if lo, hi := c.Interval.Lo, c.Interval.Hi; lo != nil && hi != nil && *lo > 0 && kindOf(c.Algo) != "forced" {
		s.Lo, s.Hi = y(*lo, c.Bytes), y(*hi, c.Bytes)
		s.Lo, s.Hi = min(s.Lo, s.Hi), max(s.Lo, s.Hi) // a short time is a large bandwidth
	}
	return s
}

// yardstick is the line of the bounds, or where the links are not known of the one-port estimates; nil if there
// is none.
func (t *table) yardstick(y func(ns float64, bytes int) float64) *curve {
	c := curve{Aside: true, Ink: "var(--bound)", Width: 1.6, Dashes: []vg.Length{6, 4}}
	for _, bytes := range t.Sizes {
		for _, algo := range t.Algos {
			if cell, measured := t.at[place{algo, bytes}]; measured && cell.Yardstick() > 0 && bytes > 0 {
				c.Points = append(c.Points, spot{X: float64(bytes), Y: y(cell.Yardstick(), bytes)})
				c.Title = "one-port estimate"
				if cell.Bound > 0 {
					c.Title = "bound"
				}
				break
			}
		}
	}
	if c.Points == nil {
		return nil
	}
	return &c
}
