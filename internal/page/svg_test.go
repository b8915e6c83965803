package page

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A chart has no looks of its own: colours are variables of the style sheet, texts have no style at all.
func TestChartIsInThePagesStyles(t *testing.T) {
	points := []spot{{X: 1, Y: 1}, {X: 10, Y: 2, Lo: 1, Hi: 9}, {X: 100, Y: 4}}
	var curves []curve
	for _, m := range []mark{noMark, disc, square, triangle, dot} {
		curves = append(curves, curve{Points: points, Ink: "var(--c1)", Width: 1.5, Mark: m})
	}
	curves = append(curves, curve{Points: points, Ink: "var(--band)", Area: true})
	svg := string(chart{Width: 430, Height: 280, Curves: curves}.draw())
	colours := regexp.MustCompile(`(?:stroke|fill):([^;"]*)`).FindAllStringSubmatch(svg, -1)
	seen := map[string]bool{}
	for _, colour := range colours {
		seen[colour[1]] = true
	}
	assert.Equal(t, map[string]bool{"var(--axis)": true, "var(--grid)": true, "var(--c1)": true, "var(--band)": true}, seen)
	assert.NotRegexp(t, `<text[^>]*style`, svg)
}

// What a mouse pointer gets, and those who cannot see the chart, are texts.
func TestChartIsEscaped(t *testing.T) {
	c := curve{Points: []spot{{X: 1, Y: 1}, {X: 2, Y: 2}}, Ink: "var(--c1)", Width: 1, Title: "<b>&"}
	svg := string(chart{Title: `"><b>`, Width: 430, Height: 280, Curves: []curve{c}}.draw())
	assert.Contains(t, svg, "<title>&lt;b&gt;&amp;</title></path>")
	assert.Contains(t, svg, `aria-label="&#34;&gt;&lt;b&gt;"`)
	assert.NotContains(t, svg, "<b>")
}

// The first corner of a path is 1 from the left and 2 from the bottom of a picture of 10.
func TestPen(t *testing.T) {
	var path vg.Path
	path.Move(vg.Point{X: 1, Y: 2})
	path.Line(vg.Point{X: 3.04, Y: 4.06})
	path.Close()
	var drawing recorder.Canvas
	drawing.SetColor(ink{"var(--c0)", "a name"})
	drawing.SetLineWidth(1.5)
	drawing.SetLineDash([]vg.Length{6, 2.5}, 0)
	drawing.Stroke(path)
	drawing.SetLineDash(nil, 0)
	drawing.SetColor(ink{css: "var(--c1)"})
	drawing.Stroke(path)
	drawing.Fill(path)
	assert.Equal(t, `<svg class="x" viewBox="0 0 20 10">`+
		`<path d="M1,8L3,5.9Z" style="stroke:var(--c0);stroke-width:1.5;stroke-dasharray:6,2.5"><title>a name</title></path>`+
		`<path d="M1,8L3,5.9Z" style="stroke:var(--c1);stroke-width:1.5"/>`+
		`<path d="M1,8L3,5.9Z" style="fill:var(--c1)"/></svg>`, string(svgOf(&drawing, 20, 10, `class="x"`)))
}

// What a pen cannot write is not left out in silence.
func TestPenRefuses(t *testing.T) {
	var arc vg.Path
	arc.Arc(vg.Point{}, 1, 0, 1)
	for want, do := range map[string]func(c *recorder.Canvas){
		"Rotate":         func(c *recorder.Canvas) { c.Rotate(1) },
		"path of type 2": func(c *recorder.Canvas) { c.Stroke(arc) },
	} {
		var drawing recorder.Canvas
		do(&drawing)
		func() {
			defer func() { assert.Contains(t, recover(), want) }()
			svgOf(&drawing, 10, 10, "")
			require.Fail(t, "was drawn", want)
		}()
	}
}
