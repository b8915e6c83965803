package figure

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var points = []Point{{X: 1, Y: 1}, {X: 10, Y: 2, Lo: 1, Hi: 9}, {X: 100, Y: 4}}

// A chart has no style of its own. Its colours are variables of the style sheet, and its texts have no style.
func TestChartIsInThePagesStyles(t *testing.T) {
	curves := []Curve{{Points: points, Ink: "var(--band)", Area: true}}
	for _, m := range []Mark{{}, Disc, Square, Triangle, Diamond, Dot, Ring} {
		curves = append(curves, Curve{Points: points, Ink: "var(--c1)", Width: 1.5, Mark: m})
	}
	svg := string(Chart{Width: 430, Height: 280, Curves: curves}.Draw())
	require.NoError(t, xml.Unmarshal([]byte(svg), new(struct{})))
	seen := map[string]bool{}
	for _, colour := range regexp.MustCompile(`(?:stroke|fill):([^;"]*)`).FindAllStringSubmatch(svg, -1) {
		seen[colour[1]] = true
	}
	assert.Equal(t,
		map[string]bool{"var(--axis)": true, "var(--grid)": true, "var(--c1)": true, "var(--band)": true},
		seen)
	assert.NotRegexp(t, `<text[^>]*style`, svg)
}

// The texts for tooltips and screen readers are escaped.
func TestChartIsEscaped(t *testing.T) {
	c := Curve{Points: points, Ink: "var(--c1)", Width: 1, Title: "<b>&"}
	svg := string(Chart{Title: `"><b>`, Width: 430, Height: 280, Curves: []Curve{c}}.Draw())
	assert.Contains(t, svg, "<title>&lt;b&gt;&amp;</title></path>")
	assert.Contains(t, svg, `aria-label="&#34;&gt;&lt;b&gt;"`)
	assert.NotContains(t, svg, "<b>")
}

// A curve has its marks and those error bars that are longer than a mark. The value 1 is on the left and at
// the bottom, and the value 100 on the right and at the top.
func TestCurve(t *testing.T) {
	in := axis{Interval: Interval{1, 100}, lastPixel: 100}
	up := axis{Interval: Interval{1, 100}, firstPixel: 100}
	var s Canvas
	Curve{Points: []Point{{X: 1, Y: 1}, {X: 10, Y: 10, Lo: 1, Hi: 100}, {X: 10, Y: 10, Lo: 9.9, Hi: 10}},
		Ink: "red", Width: 1.5, Dashes: "6,2.5", Mark: Square, Title: "a name"}.draw(&s, in, up)
	assert.Equal(t,
		`<path d="M0.0,100.0L50.0,50.0L50.0,50.0" `+
			`style="stroke:red;stroke-width:1.5;stroke-dasharray:6,2.5"><title>a name</title></path>
<path d="M48.0,100.0h4m-2,0V0.0m-2,0h4" style="stroke:red;stroke-width:0.9"><title>a name</title></path>
<path d="M0.0,100.0m-2.6,-2.6h5.2v5.2h-5.2zM50.0,50.0m-2.6,-2.6h5.2v5.2h-5.2z" style="fill:red"><title>a `+
			`name</title></path>
`, s.String())
}

// The names beside the plot are in the order of their curves, do not overlap, and stay within the limits.
func TestNamesBesideThePlot(t *testing.T) {
	var named []curveLabel
	for _, y := range []float64{95, 50, 52, 51, 5, 100} {
		named = append(named, curveLabel{y: y})
	}
	separateLabels(named, 0, 100)
	var heights []float64
	for i, n := range named {
		heights = append(heights, n.labelY)
		if i > 0 {
			assert.GreaterOrEqual(t, n.labelY-named[i-1].labelY, curveLabelStep-1e-9)
			assert.GreaterOrEqual(t, n.y, named[i-1].y)
		}
	}
	assert.InDeltaSlice(t, []float64{5, 40.5, 51, 61.5, 89.5, 100}, heights, 1e-9)
}

func TestChartNamesItsCurves(t *testing.T) {
	c := Chart{Width: 540, Height: 300, Ends: true,
		Curves: []Curve{{Points: points, Ink: "var(--c1)", EndInk: "var(--c1)", Width: 1, End: "ring <a>"},
			{Points: points, Ink: "var(--c2)"}}}
	svg := string(c.Draw())
	assert.Contains(t, svg, `style="fill:var(--c1);font-size:9px">ring &lt;a&gt;</text>`)
	assert.Equal(t, 1, strings.Count(svg, "font-size:9px"))
	c.Curves[0].End = "plan:" + strings.Repeat("x", 200)
	name := regexp.MustCompile(`textLength="([0-9.]+)"[^>]*>(plan:x+…)<`).FindStringSubmatch(string(c.Draw()))
	require.NotNil(t, name, "a name without room is cut")
	width, err := strconv.ParseFloat(name[1], 64)
	require.NoError(t, err)
	assert.LessOrEqual(t, width, labelColumnWidth-10.0)
}

func TestNumbersOnAxes(t *testing.T) {
	for value, want := range map[float64]string{0.01: "0.01", 3 * 0.1: "0.3", 1: "1", 50: "50",
		10000: "10000", 2e6: "2e6", 1e-5: "1e-5"} {
		assert.Equal(t, want, formatTick(value))
	}
	for end, want := range map[float64]float64{0: 1, 6: 1, 11: 1, 12: 2, 29: 2, 31: 5, 59: 5, 60: 10, 150: 20,
		0.3: 0.05, 1e6: 1e5} {
		assert.InEpsilon(t, want, tickStep(end), 1e-9, "%v", end)
	}
}
