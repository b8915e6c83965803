package page

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"topocoll/bench/results"
)

// bars draws the times at the only size of a table, the fastest first: a curve of one point would be a dot among dots.
func (t *table) bars() template.HTML {
	const high, left, wide, right = 16, 190, 360, 60
	bytes := t.Sizes[0]
	var cells []results.Cell
	for _, algo := range t.Algos {
		if c, measured := t.at[place{algo, bytes}]; measured && c.Median > 0 {
			cells = append(cells, c)
		}
	}
	slices.SortStableFunc(cells, func(a, b results.Cell) int { return cmp.Compare(a.Median, b.Median) })
	longest := 1e-9
	for _, c := range cells {
		longest = max(longest, c.Median)
	}
	best := t.best()
	height := high*len(cells) + 6
	var s strings.Builder
	fmt.Fprintf(&s, `<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %d %d">`,
		html.EscapeString(fmt.Sprintf("time of %s on %d ranks", t.Op, t.P)), left+wide+right, height)
	for i, c := range cells {
		y := high*i + 3
		title := fmt.Sprintf("%s: %s µs, 95 %%: %s", c.Algo, micros(c.Median), span(c.Interval, micros))
		fmt.Fprintf(&s, `<rect x="%d" y="%d" width="%.1f" height="%d" style="fill:%s"><title>%s</title></rect>`,
			left, y+2, wide*c.Median/longest, high-5, barInk(c.Algo, best), html.EscapeString(title))
		s.WriteString(textAt(left-6, float64(y+high-5), "end", c.Algo, left-8))
		s.WriteString(textAt(left+4+wide*c.Median/longest, float64(y+high-5), "start", micros(c.Median), right-6))
		if yard := c.Yardstick(); yard > 0 && yard < longest {
			fmt.Fprintf(&s, `<path d="M%.1f,%dV%d" style="stroke:var(--bound);stroke-width:1.6"><title>%s</title></path>`,
				left+wide*yard/longest, y+1, y+high-2, html.EscapeString(yardstickName(c)+": "+micros(yard)+" µs"))
		}
	}
	return template.HTML(s.String() + "</svg>")
}

// barInk is the colour of a contender, as that of its curve.
func barInk(algo string, best []string) string {
	switch i := slices.Index(best, algo); {
	case i >= 0:
		return inks[i]
	case algo == native || algo == gompi:
		return "var(--native)"
	case isForced(algo):
		return "var(--forced)"
	}
	return "var(--same)"
}

// textAt writes a label as wide as in the font of the axes, but not wider than its room.
func textAt(x, y float64, anchor, text string, room float64) string {
	face := font.DefaultCache.Lookup(labelFont, labelFont.Size)
	width := min(room, face.Width(text).Points())
	return fmt.Sprintf(`<text x="%s" y="%s" text-anchor="%s" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`,
		tenths(vg.Length(x)), tenths(vg.Length(y)), anchor, tenths(vg.Length(width)), html.EscapeString(text))
}
