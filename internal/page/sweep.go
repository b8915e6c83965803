package page

import (
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot"

	"topocoll/bench/results"
)

// A Sweep is times of the algorithms of one operation at several points, of one variable.
type Sweep struct {
	Head  []string       // lines above the chart
	X     string         // the variable
	Ticks []plot.Tick    // of its axis
	Cells []results.Cell // Bytes is the variable, Median the time in ns
}

// ErrPoints is the error of a sweep without a line to draw.
var ErrPoints = errors.New("page: a chart needs two points or more with a time above 0")

// WriteSweep draws a sweep as the charts of the page are, as an SVG of its own.
func WriteSweep(w io.Writer, sweep Sweep) error {
	tables := tablesOf(&results.Result{Cells: sweep.Cells})
	if len(tables) == 0 {
		return ErrPoints
	}
	curves := tables[0].curves(func(ns float64, _ int) float64 { return ns / 1000 })
	longest := 0
	for _, c := range curves {
		longest = max(longest, len(c.Points))
	}
	if longest < 2 {
		return ErrPoints
	}
	const width, height, left, line = 760, 440, 14, 17
	top := 16 + line*len(sweep.Head)
	picture := chart{Title: sweep.Head[0], Width: width, Height: height, Curves: curves, XTicks: sweep.Ticks, Ends: true}.draw()
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img"><title>%s</title>%s<rect width="100%%" height="100%%" fill="#fff"/>`,
		width+2*left, top+height+44, html.EscapeString(sweep.Head[0]), sweepStyle)
	for i, text := range sweep.Head {
		class := "note"
		if i == 0 {
			class = "title"
		}
		fmt.Fprintf(&s, `<text class="%s" x="%d" y="%d">%s</text>`, class, left, 26+line*i, html.EscapeString(text))
	}
	fmt.Fprintf(&s, `<text class="note" x="%d" y="%d">time, µs</text>`, left, top+line)
	s.WriteString(strings.Replace(string(picture), "<svg ", fmt.Sprintf(`<svg x="%d" y="%d" width="%d" height="%d" `, left, top+line+4, width, height), 1))
	fmt.Fprintf(&s, `<text class="note" x="%d" y="%d" text-anchor="middle">%s</text></svg>`, left+width/2, top+height+line+18, html.EscapeString(sweep.X))
	_, err := fmt.Fprintln(w, lightColours(s.String()))
	return err
}

const sweepStyle = `<style>text{font:10px Helvetica,Arial,"Liberation Sans",sans-serif;fill:var(--axis)}text.title{font-size:15px;font-weight:bold;fill:var(--text)}` +
	`text.note{font-size:12px;fill:var(--dim)}path{fill:none;stroke-linejoin:round;stroke-linecap:round}</style>`

var (
	variable = regexp.MustCompile(`(--[a-z0-9-]+): ([^;]+);`)
	use      = regexp.MustCompile(`var\((--[a-z0-9-]+)\)`)
)

// lightColours replaces the variables of the style sheet, which not every program for SVG knows, by their values in light.
func lightColours(svg string) string {
	light, _, _ := strings.Cut(pageCSS, "@media")
	values := map[string]string{}
	for _, match := range variable.FindAllStringSubmatch(light, -1) {
		values[match[1]] = match[2]
	}
	return use.ReplaceAllStringFunc(svg, func(text string) string { return values[use.FindStringSubmatch(text)[1]] })
}
