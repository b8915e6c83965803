package page

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/figure"
)

// A Sweep holds the times of an operation's algorithms for several values of a variable.
type Sweep struct {
	Head  []string       // lines above the chart
	X     string         // name of the variable
	Ticks []figure.Tick  // ticks of the x axis
	Cells []results.Cell // in each cell, Bytes is the value of the variable, and Median is the time in ns
}

// ErrPoints means that no algorithm of a sweep has two points that a line could connect.
var ErrPoints = errors.New("page: a chart needs two points or more with a time above 0")

// WriteSweep writes an SVG file of a sweep, in the style of the page's charts.
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
	const width, height = 760, 440
	picture := figure.Chart{Title: sweep.Head[0], Width: width, Height: height, Curves: curves,
		XTicks: sweep.Ticks, Ends: true}.Draw()
	top := figure.HeadHigh(sweep.Head)
	s := figure.Begin(sweep.Head, width+2*figure.Margin, top+height+54, sweepStyle)
	s.Add(`<text class="note" x="%d" y="%.0f">time, µs</text>`, figure.Margin, top+9)
	s.Inset(figure.Margin, top+13, width, height, picture)
	s.Add(`<text class="at note" x="%d" y="%.0f">%s</text>`, figure.Margin+width/2, top+height+28,
		sweep.X)
	_, err := io.WriteString(w, withColours(s.Finish()))
	return err
}

// sweepStyle repeats the rules of page.css for a chart, because a separate SVG file has no access to
// page.css.
const sweepStyle = `.chart text { font-size: 10px; fill: var(--axis); }
.chart path { fill: none; stroke-linejoin: round; stroke-linecap: round; }
` + figure.Dark + darkRulesPlaceholder + `}
`

// darkRulesPlaceholder marks where withColours inserts the colours of dark mode into sweepStyle.
const darkRulesPlaceholder = "/* dark */\n"

var (
	variableDefinition = regexp.MustCompile(`(--[a-z0-9-]+): ([^;]+);`)
	styleUse           = regexp.MustCompile(`(fill|stroke):var\((--[a-z0-9-]+)\)`)
	variableUse        = regexp.MustCompile(`var\((--[a-z0-9-]+)\)`)
)

// withColours replaces CSS variables with their values in light mode, because some SVG programs do not
// support variables. It also adds rules for dark mode.
func withColours(svg string) string {
	light, rest, _ := strings.Cut(pageCSS, "@media")
	dark, _, _ := strings.Cut(rest, "} }")
	values, darkValues := variables(light), variables(dark)
	rules := fmt.Sprintf(".chart text { fill: %s; }\n", darkValues["--axis"])
	for _, match := range styleUse.FindAllStringSubmatch(svg, -1) {
		property, name := match[1], match[2]
		// the rule needs !important, because it replaces a style attribute
		rule := fmt.Sprintf("[style*=\"%s:%s\"] { %s: %s !important; }\n", property, values[name], property,
			darkValues[name])
		if !strings.Contains(rules, rule) {
			rules += rule
		}
	}
	svg = variableUse.ReplaceAllStringFunc(svg,
		func(text string) string { return values[variableUse.FindStringSubmatch(text)[1]] })
	return strings.Replace(svg, darkRulesPlaceholder, rules, 1)
}

func variables(css string) map[string]string {
	values := map[string]string{}
	for _, match := range variableDefinition.FindAllStringSubmatch(css, -1) {
		values[match[1]] = match[2]
	}
	return values
}
