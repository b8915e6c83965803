// Package page writes the results of bench as one HTML page: tables, maps and charts in one file that works
// offline and without JavaScript.
package page

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/figure"
)

//go:embed page.html
var pageHTML string

//go:embed libraries.html
var librariesHTML string

//go:embed maps.html
var mapsHTML string

//go:embed page.css
var pageCSS string

// sizeLimit is the size in bytes above which the page omits the raw samples.
const sizeLimit = 2_000_000

var templateFunctions = template.FuncMap{
	"us": micros, "duration": duration, "size": results.FormatSize, "short": shortName, "breaks": allowBreaks,
	"grouped": figure.Grouped,
	"ratio":   ratioText, "shade": shade,
	"side": ratioInWords, "without": adviceWithoutChange,
	"times":   func(i results.Interval) string { return intervalText(micros, i) },
	"ratios":  func(i results.Interval) string { return intervalText(ratioText, i) },
	"percent": func(part *float64) string { return fmt.Sprintf("%.0f %%", 100**part) },
	"precise": func(i results.Interval) string {
		return intervalText(func(x float64) string { return fmt.Sprintf("%.3f", x) }, i)
	},
	"names":   func(c results.Cell) string { return strings.Join(c.Algos(), " = ") },
	"least":   func(a, b float64) float64 { return min(a, b) },
	"product": func(a, b float64) float64 { return a * b },
}

var pageTemplate = template.Must(template.New("page").Funcs(templateFunctions).Parse(mapsHTML +
	librariesHTML + pageHTML))

// A page is the data for page.html.
type page struct {
	CSS   template.CSS
	Title string
	Runs  []runSection

	Libraries []libraryPair
}

// A runSection is the part of the page for one result.
type runSection struct {
	runHeading
	Summary  summary
	Env      environment
	Winners  []winnerMap
	Heats    []heatMap
	Tables   []*table
	Charts   []opCharts
	Fit      *fitSection
	Skew     []skewChart
	Burst    *sampleChart
	Links    *linkSection
	Steps    stepSection
	Methods  []string
	Download download
}

// A runHeading identifies a run.
type runHeading struct {
	ID    string // prefix of the anchors of its sections
	Title string
	MPI   string
	When  string
}

// Write writes one page with all results. The page includes the raw samples as a download, unless the page
// would then exceed 2 MB.
func Write(w io.Writer, all ...*results.Result) error {
	if len(all) == 0 {
		return errors.New("page: Write: no result, want one or more")
	}
	p := page{CSS: template.CSS(pageCSS), Title: "topocoll: hand-written collectives against native MPI"}
	for i, r := range all {
		p.Runs = append(p.Runs, newRunSection(i, r))
	}
	p.Libraries = librariesOf(p.Runs, all)
	text, err := p.render(all, true)
	if err == nil && text.Len() > sizeLimit {
		text, err = p.render(all, false)
	}
	if err != nil {
		return err
	}
	_, err = text.WriteTo(w)
	return err
}

func newRunSection(i int, r *results.Result) runSection {
	tables := tablesOf(r)
	var charts []opCharts
	for _, t := range tables {
		charts = append(charts, t.charts())
	}
	return runSection{
		runHeading: runHeading{ID: "r" + string(rune('1'+i%9)) + strings.Repeat("x", i/9) + "-",
			Title: titleOf(r), MPI: r.Env.Release(), When: r.Env.Start},
		Summary: summaryOf(r, tables), Env: environmentOf(r), Winners: winnerMapsOf(tables),
		Heats:  heatMapsOf(tables),
		Tables: tables, Charts: charts, Fit: fitSectionOf(r), Skew: skewChartsOf(r), Burst: sampleChartOf(r),
		Links: linkSectionOf(r, tables), Steps: stepSectionOf(r), Methods: describeMethods(r),
	}
}

func titleOf(r *results.Result) string {
	if len(r.Env.Args) == 0 {
		return "topocoll bench"
	}
	return "topocoll " + strings.Join(r.Env.Args, " ")
}

func (p *page) render(all []*results.Result, samples bool) (*bytes.Buffer, error) {
	for i, r := range all {
		var err error
		if p.Runs[i].Download, err = downloadOf(r, samples); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	return &text, pageTemplate.Execute(&text, p)
}
