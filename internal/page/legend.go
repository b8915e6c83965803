package page

import (
	"fmt"
	"html/template"
	"strings"
)

// A legend is one line of the legend: a sample of the curve and its name.
type legend struct {
	Sample template.HTML
	Name   string
}

// addLegend adds a curve; the forced native algorithms, which look the same, share a line.
func (o *opCharts) addLegend(c curve) {
	name := c.Title
	if isForced(name) {
		name = "native:NAME, each forced (point at a line for its name)"
		if n := len(o.Legend); n > 0 && o.Legend[n-1].Name == name {
			return
		}
	}
	o.Legend = append(o.Legend, legend{c.sample(), name})
}

// sample is a piece of the curve for the legend.
func (c curve) sample() template.HTML {
	dashes := strings.Trim(strings.ReplaceAll(fmt.Sprint(c.Dashes), " ", ","), "[]")
	s := fmt.Sprintf(`<svg class="sample" viewBox="0 0 28 10"><path d="M1 5H27" style="stroke:%s;stroke-width:%g;stroke-dasharray:%s"/>`, c.Ink, c.Width, dashes)
	switch c.Mark {
	case disc:
		s += fmt.Sprintf(`<circle cx="14" cy="5" r="3.2" style="fill:%s"/>`, c.Ink)
	case square:
		s += fmt.Sprintf(`<rect x="11" y="2" width="6" height="6" style="fill:%s"/>`, c.Ink)
	case triangle:
		s += fmt.Sprintf(`<path d="M10 8.5H18L14 1Z" style="fill:%s"/>`, c.Ink)
	}
	return template.HTML(s + "</svg>")
}
