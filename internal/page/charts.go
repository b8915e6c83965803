package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/figure"
)

// opCharts holds the charts of an operation, which share a legend.
type opCharts struct {
	*table
	Latency   figure.SVG // bar chart if there is only one size
	Bandwidth figure.SVG // "" if there is only one size
	Factor    string     // formula for the bus bandwidth
	Legend    []legendEntry
}

func (t *table) charts() opCharts {
	factor, text := busFactor(t.Op, t.P)
	o := opCharts{table: t, Factor: text}
	if len(t.Sizes) == 1 {
		o.Latency = t.bars()
		return o
	}
	time := func(ns float64, _ int) float64 { return ns / 1000 }
	bandwidth := func(ns float64, bytes int) float64 { return factor * float64(bytes) / ns } // in GB/s
	curves := t.curves(time)
	for _, behind := range []bool{false, true} {
		for _, c := range curves {
			if c.Aside == behind {
				o.addLegend(c)
			}
		}
	}
	o.Latency = t.chart("time", curves).Draw()
	o.Bandwidth = t.chart("bus bandwidth", t.curves(bandwidth)).Draw()
	return o
}

func (t *table) chart(what string, curves []figure.Curve) figure.Chart {
	return figure.Chart{Title: fmt.Sprintf("%s of %s on %d ranks against the block size in bytes", what, t.Op,
		t.P), Width: 540, Height: 300,
		Curves: curves, XTicks: figure.Ticks(t.Sizes, results.FormatSize), Ends: true}
}

// curves returns the curves of all contenders, the most important last. The best algorithms of topocoll are
// in colours. The native call is black, and gompi and unranked contenders are thin and black. All other
// contenders are grey. The function y converts a time to the value in the chart.
func (t *table) curves(y func(ns float64, bytes int) float64) []figure.Curve {
	var behind, front []figure.Curve
	best := t.best()
	for _, algo := range t.Algos {
		c := t.curveOf(algo, best)
		for _, cell := range t.cells(algo) {
			if cell.Bytes > 0 && cell.Median > 0 {
				c.Points = append(c.Points, pointOf(cell, y))
			}
		}
		if len(c.Points) == 0 {
			continue
		}
		if c.Aside {
			for i := range c.Points {
				c.Points[i].Lo, c.Points[i].Hi = 0, 0
			}
			behind = append(behind, c)
		} else {
			front = append(front, c)
		}
	}
	if b := t.boundCurve(y); b != nil {
		behind = append(behind, *b)
	}
	return append(behind, front...)
}

// curveOf returns the style of a contender's curve, without points.
func (t *table) curveOf(algo string, best []string) figure.Curve {
	c := figure.Curve{Title: algo, End: shortName(t.Op, algo)}
	c.EndInk = "var(--dim)"
	switch kindOf(algo) {
	case "forced":
		c.Ink, c.Width, c.Dashes, c.Aside, c.End = "var(--forced)", 0.8, "1,2", true, ""
	case "aside":
		c.Ink, c.Width, c.Dashes, c.Aside = "var(--native)", 0.8, "4,2", true
	case native:
		c.Title, c.Ink, c.EndInk, c.Width, c.Mark = "native (default)", "var(--native)", "var(--native)", 3,
			figure.Disc
	case gompi:
		c.Ink, c.EndInk, c.Width, c.Dashes = "var(--native)", "var(--native)", 1.2, "1.5,2.5"
	default:
		i := slices.Index(best, algo)
		if i < 0 {
			c.Ink, c.Width, c.Aside = "var(--forced)", 1, true
			break
		}
		c.Ink, c.EndInk, c.Width, c.Mark = inks[i], inks[i], 1.8,
			[]figure.Mark{figure.Disc, figure.Square, figure.Triangle, figure.Diamond}[i]
	}
	return c
}

func topologyMark(algo string) figure.Mark {
	switch {
	case strings.HasPrefix(algo, "mesh/"):
		return figure.Square
	case strings.HasPrefix(algo, "hcube/"):
		return figure.Triangle
	}
	return figure.Disc
}

func pointOf(c results.Cell, y func(ns float64, bytes int) float64) figure.Point {
	s := figure.Point{X: float64(c.Bytes), Y: y(c.Median, c.Bytes)}
	if lo, hi := c.Interval.Lo, c.Interval.Hi; lo != nil && hi != nil && *lo > 0 &&
		kindOf(c.Algo) != "forced" {
		s.Lo, s.Hi = y(*lo, c.Bytes), y(*hi, c.Bytes)
		s.Lo, s.Hi = min(s.Lo, s.Hi), max(s.Lo, s.Hi) // the shorter time gives the larger bandwidth
	}
	return s
}

// boundCurve returns the curve of the lower bounds, or of the one-port estimates if the network's links are
// unknown. It returns nil if there is neither.
func (t *table) boundCurve(y func(ns float64, bytes int) float64) *figure.Curve {
	c := figure.Curve{Aside: true, Ink: "var(--bound)", EndInk: "var(--bound)", Width: 1.6, Dashes: "6,4"}
	for _, bytes := range t.Sizes {
		for _, cell := range t.cellsOfSize(bytes) {
			if cell.Yardstick() > 0 && bytes > 0 {
				c.Points = append(c.Points, figure.Point{X: float64(bytes), Y: y(cell.Yardstick(), bytes)})
				c.Title = boundName(cell)
				break
			}
		}
	}
	if c.Points == nil {
		return nil
	}
	c.End = c.Title
	return &c
}

func boundName(c results.Cell) string {
	if c.Bound > 0 {
		return "bound"
	}
	return "one-port estimate"
}

// busFactor returns a factor and its formula as text. The bus bandwidth is the factor times block size /
// time. As defined by nccl-tests, it is the rate on a link if every rank has one link.
func busFactor(op string, p int) (factor float64, text string) {
	parts := float64(p-1) / float64(p)
	switch catalog.Collective(op) {
	case catalog.Allgather, catalog.ReduceScatter, catalog.Alltoall, catalog.Gather, catalog.Scatter:
		return float64(p) * parts, "p · block / time · (p-1)/p"
	case catalog.Allreduce:
		return 2 * parts, "block / time · 2(p-1)/p"
	}
	return 1, "block / time"
}

// inks lists the colours of the best algorithms of topocoll. More colours would be hard to distinguish.
var inks = []string{"var(--c4)", "var(--c5)", "var(--c2)", "var(--c6)"}

// best returns the algorithms of topocoll that are drawn in colour, at most one for each element of inks.
// They are sorted by the number of sizes at which the algorithm is topocoll's fastest, the largest number
// first. Algorithms with the same number are sorted by the geometric mean of their times, each divided by the
// time of topocoll's fastest algorithm at the same size.
func (t *table) best() []string {
	wins, far := map[string]int{}, map[string][]float64{}
	for _, bytes := range t.Sizes {
		ours := slices.DeleteFunc(t.cellsOfSize(bytes),
			func(c results.Cell) bool { return kindOf(c.Algo) != "ours" || c.Median <= 0 })
		if len(ours) == 0 {
			continue
		}
		fastest := slices.MinFunc(ours,
			func(a, b results.Cell) int { return cmp.Compare(a.Median, b.Median) })
		wins[fastest.Algo]++
		for _, c := range ours {
			far[c.Algo] = append(far[c.Algo], c.Median/fastest.Median)
		}
	}
	order := slices.DeleteFunc(t.ownAlgorithms(), func(algo string) bool { return far[algo] == nil })
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(wins[b], wins[a]),
			cmp.Compare(stats.GeometricMean(far[a]), stats.GeometricMean(far[b])))
	})
	return order[:min(len(order), len(inks))]
}

// bars draws the times at the only size of a table as bars, fastest first.
func (t *table) bars() figure.SVG {
	cells := slices.DeleteFunc(t.cellsOfSize(t.Sizes[0]), func(c results.Cell) bool { return c.Median <= 0 })
	slices.SortStableFunc(cells, func(a, b results.Cell) int { return cmp.Compare(a.Median, b.Median) })
	chart := figure.BarChart{Title: fmt.Sprintf("time of %s on %d ranks", t.Op, t.P)}
	best := t.best()
	for _, c := range cells {
		bar := figure.Bar{Name: c.Algo, Value: c.Median, Text: micros(c.Median),
			Ink: t.curveOf(c.Algo, best).Ink,
			Tooltip: fmt.Sprintf("%s: %s µs, 95 %%: %s", c.Algo, micros(c.Median),
				intervalText(micros, c.Interval))}
		if bar.Mark = c.Yardstick(); bar.Mark > 0 {
			bar.MarkTooltip = fmt.Sprintf("%s: %s µs", boundName(c), micros(bar.Mark))
		}
		chart.Bars = append(chart.Bars, bar)
	}
	return chart.Draw()
}

// A legendEntry shows a sample of a curve and its name.
type legendEntry struct {
	Sample figure.SVG
	Name   string
}

// addLegend adds a curve to the legend. All forced native algorithms share one entry. All algorithms of
// topocoll that are drawn in grey share another entry.
func (o *opCharts) addLegend(c figure.Curve) {
	name := c.Title
	switch {
	case isForced(name):
		name = "forced native algorithms, native:NAME (point at a line to see its name)"
	case c.Aside && kindOf(name) == "ours" && strings.Contains(name, "/"):
		name = "our other algorithms"
	}
	if slices.ContainsFunc(o.Legend, func(l legendEntry) bool { return l.Name == name }) {
		return
	}
	o.Legend = append(o.Legend, legendEntry{c.Sample(), name})
}
