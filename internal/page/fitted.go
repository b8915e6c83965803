package page

import (
	"math"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/internal/fit"
)

// A fitSection compares the times predicted from single messages with the measured times.
type fitSection struct {
	Fits   []fit.Fit
	Charts []fitChart
	Legend []legendEntry
	Tables [][]fit.Prediction // by operation and process count
}

// A fitChart plots the times predicted from the messages of one pattern against the measured times.
type fitChart struct {
	From        string
	Chart       figure.SVG
	Cells       int
	Near        int     // number of cells with an error of at most 20 %
	MedianError float64 // median of |predicted / measured - 1|
}

// fitSectionOf returns the fit section of a result, or nil if the result has no measured messages.
func fitSectionOf(r *results.Result) *fitSection {
	if len(r.Messages) == 0 {
		return nil
	}
	fits := fit.Of(r)
	predictions := fit.Predict(r, fits)
	f := &fitSection{Fits: fits, Tables: results.GroupBy(predictions, func(p fit.Prediction) results.Case {
		return p.Cell.Case().Table()
	})}
	for pattern := range fit.Patterns {
		if chart := f.predictionChart(pattern, predictions); chart.Cells > 0 {
			f.Charts = append(f.Charts, chart)
		}
	}
	return f
}

// predictionChart draws the predictions from the messages of one pattern. A line shows where they equal the
// measured times, inside a band of 20 % on both sides.
func (f *fitSection) predictionChart(pattern int, predictions []fit.Prediction) fitChart {
	byTopology := map[string]*figure.Curve{}
	var errors []float64
	out := fitChart{From: fit.Patterns[pattern]}
	ends := figure.Empty
	for _, p := range predictions {
		by := p.By[pattern]
		if by.Time == 0 {
			continue
		}
		topology, _, _ := strings.Cut(p.Cell.Algo, "/")
		if byTopology[topology] == nil {
			byTopology[topology] =
				&figure.Curve{Title: topology, Mark: topologyMark(p.Cell.Algo), Ink: topologyInk(topology)}
		}
		s := figure.Point{X: p.Cell.Median / 1000, Y: by.Time / 1000}
		byTopology[topology].Points = append(byTopology[topology].Points, s)
		ends = ends.With(figure.Interval{Lo: min(s.X, s.Y), Hi: max(s.X, s.Y)})
		errors = append(errors, math.Abs(by.Error))
		if errors[len(errors)-1] <= 0.2 {
			out.Near++
		}
	}
	if out.Cells = len(errors); out.Cells == 0 {
		return out
	}
	out.MedianError = stats.Median(errors)
	ends = ends.Wider(1.15)
	curves := []figure.Curve{
		{Area: true, Behind: true, Ink: "var(--band)", Points: equalityBand(ends.Lo, ends.Hi)},
		{Behind: true, Ink: "var(--native)", Width: 1.2, Title: "predicted = measured",
			Points: []figure.Point{{X: ends.Lo, Y: ends.Lo}, {X: ends.Hi, Y: ends.Hi}}},
	}
	f.Legend = nil
	for _, topology := range catalog.Topologies() {
		if c := byTopology[topology]; c != nil {
			curves = append(curves, *c)
			f.Legend = append(f.Legend, legendEntry{c.Sample(), topology})
		}
	}
	out.Chart = figure.Chart{Title: "predicted against measured time, from " + out.From,
		Width: 430, Height: 400, Square: true, Curves: curves}.Draw()
	return out
}

// equalityBand returns the outline of the points with an error of at most 20 %, from lo to hi on both axes.
func equalityBand(lo, hi float64) []figure.Point {
	return []figure.Point{{X: lo, Y: lo}, {X: lo / 0.8, Y: lo}, {X: hi, Y: 0.8 * hi}, {X: hi, Y: hi},
		{X: hi / 1.2, Y: hi}, {X: lo, Y: 1.2 * lo}}
}

func topologyInk(topology string) string {
	return map[string]string{"ring": "var(--c0)", "mesh": "var(--c2)", "hcube": "var(--c4)",
		"circulant": "var(--c3)", "tree": "var(--c5)", "butterfly": "var(--c7)",
		"network": "var(--c6)"}[topology]
}
