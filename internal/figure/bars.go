package figure

// A BarChart shows values as horizontal bars, one below the other.
type BarChart struct {
	Title string // text for screen readers
	Bars  []Bar
}

// A Bar is a value with a name on the left and a label on the right.
type Bar struct {
	Name, Text, Tooltip string
	Ink                 string // a CSS colour
	Value               float64
	Mark                float64 // value at which a mark is drawn, unless it is beyond the longest bar
	MarkTooltip         string
}

// Draw returns the chart as SVG inside HTML.
func (c BarChart) Draw() SVG {
	const high, left, wide, right = 16, 190, 360, 60
	longest := 1e-9
	for _, bar := range c.Bars {
		longest = max(longest, bar.Value)
	}
	s := beginChart(c.Title, left+wide+right, float64(high*len(c.Bars)+6))
	for i, bar := range c.Bars {
		y := float64(high*i + 3)
		s.Add(`<rect x="%d" y="%.0f" width="%.1f" height="%d" style="fill:%s"><title>%s</title></rect>`,
			left, y+2, wide*bar.Value/longest, high-5, bar.Ink, bar.Tooltip)
		s.Label(left-6, y+high-5, "end", bar.Name, left-8, "")
		s.Label(left+4+wide*bar.Value/longest, y+high-5, "start", bar.Text, right-6, "")
		if bar.Mark > 0 && bar.Mark < longest {
			s.Add(`<path d="M%.1f,%.0fV%.0f" style="stroke:var(--bound);stroke-width:1.6"><title>%s</title>`+
				`</path>`, left+wide*bar.Mark/longest, y+1, y+high-2, bar.MarkTooltip)
		}
	}
	return s.closeChart()
}
