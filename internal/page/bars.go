package page

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/internal/figure"
)

// bars draws the times at the only size of a table, the fastest first. Curves of one point each would be hard
// to compare.
func (t *table) bars() figure.SVG {
	const high, left, wide, right = 16, 190, 360, 60
	cells := slices.DeleteFunc(t.cellsOfSize(t.Sizes[0]), func(c results.Cell) bool { return c.Median <= 0 })
	slices.SortStableFunc(cells, func(a, b results.Cell) int { return cmp.Compare(a.Median, b.Median) })
	longest := 1e-9
	for _, c := range cells {
		longest = max(longest, c.Median)
	}
	best := t.best()
	height := high*len(cells) + 6
	var s figure.Canvas
	s.Add(`<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %d %d">`,
		fmt.Sprintf("time of %s on %d ranks", t.Op, t.P), left+wide+right, height)
	for i, c := range cells {
		y := float64(high*i + 3)
		s.Add(`<rect x="%d" y="%.0f" width="%.1f" height="%d" style="fill:%s"><title>%s: %s µs, 95 %%: `+
			`%s</title></rect>`,
			left, y+2, wide*c.Median/longest, high-5, t.curveOf(c.Algo, best).Ink, c.Algo, micros(c.Median),
			intervalText(micros, c.Interval))
		s.Label(left-6, y+high-5, "end", c.Algo, left-8, "")
		s.Label(left+4+wide*c.Median/longest, y+high-5, "start", micros(c.Median), right-6, "")
		if yard := c.Yardstick(); yard > 0 && yard < longest {
			s.Add(`<path d="M%.1f,%.0fV%.0f" style="stroke:var(--bound);stroke-width:1.6"><title>%s: %s `+
				`µs</title></path>`,
				left+wide*yard/longest, y+1, y+high-2, yardstickName(c), micros(yard))
		}
	}
	return figure.SVG(s.String() + "</svg>")
}
