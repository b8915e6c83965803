package page

import (
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/internal/fit"
)

// A fitSection compares the times predicted from single messages with the measured times.
type fitSection struct {
	Fits   []fit.Fit
	Charts []fitChart
	Legend []legendEntry
	Tables []fitTable
}

// A fitChart plots the times predicted from the messages of one pattern against the measured times.
type fitChart struct {
	From        string
	Chart       figure.SVG
	Cells       int
	Near        int     // number of cells with an error of at most 20 %
	MedianError float64 // median of |predicted / measured - 1|
}

// A fitTable lists the cells of one operation with their predictions.
type fitTable struct {
	Op   string
	P    int
	Rows []fitRow
}

type fitRow struct {
	results.Cell
	By [2]fit.Prediction // one for each of the patterns; zero for a cell without a prediction
}

var patterns = [2]string{"pingpong", "exchange"}

// fitSectionOf returns nil if the result has no measured messages.
func fitSectionOf(r *results.Result) *fitSection {
	if len(r.Messages) == 0 {
		return nil
	}
	fits := fit.Of(r)
	predictions :=
		slices.DeleteFunc(fit.Predict(r, fits), func(p fit.Prediction) bool { return !(p.Time > 0) })
	f := &fitSection{Fits: fits}
	for _, from := range patterns {
		if chart := f.predictionChart(from, predictions); chart.Cells > 0 {
			f.Charts = append(f.Charts, chart)
		}
	}
	f.addTables(predictions)
	return f
}

// predictionChart draws the predictions from the messages of one pattern. A line shows where they equal the
// measured times, inside a band of 20 % on both sides.
func (f *fitSection) predictionChart(from string, predictions []fit.Prediction) fitChart {
	byTopology := map[string]*figure.Curve{}
	var errors []float64
	out := fitChart{From: from}
	ends := figure.Empty
	for _, p := range predictions {
		if p.From != from {
			continue
		}
		topology, _, _ := strings.Cut(p.Cell.Algo, "/")
		if byTopology[topology] == nil {
			byTopology[topology] =
				&figure.Curve{Title: topology, Mark: topologyMark(p.Cell.Algo), Ink: topologyInk(topology)}
		}
		s := figure.Point{X: p.Cell.Median / 1000, Y: p.Time / 1000}
		byTopology[topology].Points = append(byTopology[topology].Points, s)
		ends = ends.With(figure.Interval{Lo: min(s.X, s.Y), Hi: max(s.X, s.Y)})
		errors = append(errors, math.Abs(p.Error()))
		if errors[len(errors)-1] <= 0.2 {
			out.Near++
		}
	}
	if out.Cells = len(errors); out.Cells == 0 {
		return out
	}
	slices.Sort(errors)
	out.MedianError = (errors[(len(errors)-1)/2] + errors[len(errors)/2]) / 2
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
	out.Chart = figure.Chart{Title: "predicted against measured time, from " + from, Width: 430, Height: 400,
		Square: true, Curves: curves}.Draw()
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

// addTables lists the predictions by operation. The predictions from both patterns for a cell share a row.
func (f *fitSection) addTables(predictions []fit.Prediction) {
	var last results.Cell
	for _, p := range predictions {
		c := p.Cell
		if len(f.Tables) == 0 || c.Op != last.Op || c.P != last.P {
			f.Tables = append(f.Tables, fitTable{Op: c.Op, P: c.P})
		}
		t := &f.Tables[len(f.Tables)-1]
		if len(t.Rows) == 0 || c.Algo != last.Algo || c.Bytes != last.Bytes {
			t.Rows = append(t.Rows, fitRow{Cell: c})
		}
		last = c
		t.Rows[len(t.Rows)-1].By[slices.Index(patterns[:], p.From)] = p
	}
}
