package page

import (
	"html/template"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A legend is one line of the legend: a sample of the curve and its name.
type legend struct {
	Sample template.HTML
	Name   string
}

// addLegend adds a curve; the forced native algorithms, which look the same, share a line, and so do the others of ours.
func (o *opCharts) addLegend(c curve) {
	name := c.Title
	switch {
	case isForced(name):
		name = "native:NAME, each forced (point at a line for its name)"
	case c.Aside && kindOf(name) == "ours" && strings.Contains(name, "/"):
		name = "the others of ours"
	}
	if slices.ContainsFunc(o.Legend, func(l legend) bool { return l.Name == name }) {
		return
	}
	o.Legend = append(o.Legend, legend{c.sample(), name})
}

// sample is a piece of the curve for the legend, with one mark.
func (c curve) sample() template.HTML {
	const width, height = 24, 10
	c.Title = "" // stands beside it
	var line vg.Path
	line.Move(vg.Point{X: 1, Y: height / 2})
	line.Line(vg.Point{X: width - 1, Y: height / 2})
	var drawing recorder.Canvas
	c.paint(&drawing, line, nil, c.Mark.at(vg.Point{X: width / 2, Y: height / 2}))
	return svgOf(&drawing, width, height, `class="sample"`)
}
