package page

import (
	"slices"
	"strings"

	"topocoll/internal/figure"
)

// A legend is one entry in the legend of a chart: a sample of the curve and its name.
type legend struct {
	Sample figure.SVG
	Name   string
}

// addLegend adds a curve to the legend. The forced native algorithms share a line, because they look the
// same. Our grey algorithms share another line.
func (o *opCharts) addLegend(c figure.Curve) {
	name := c.Title
	switch {
	case isForced(name):
		name = "native:NAME, each forced (point at a line for its name)"
	case c.Aside && kindOf(name) == "ours" && strings.Contains(name, "/"):
		name = "our other algorithms"
	}
	if slices.ContainsFunc(o.Legend, func(l legend) bool { return l.Name == name }) {
		return
	}
	o.Legend = append(o.Legend, legend{c.Sample(), name})
}
