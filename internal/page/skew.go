package page

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/internal/figure"
)

// A skewChart shows the start skew of every cell at one process count against the cell's median.
type skewChart struct {
	P      int
	Chart  figure.SVG
	Beyond int // number of cells whose start skew is more than a tenth of the median
	Cells  int
}

func skewChartsOf(r *results.Result) []skewChart {
	var charts []skewChart
	for _, p := range processCounts(tablesOf(r)) {
		s := skewChart{P: p}
		half := figure.Curve{Ink: "var(--c2)", Title: "median of the skew", Mark: figure.Dot}
		most := figure.Curve{Ink: "var(--c4)", Title: "95th percentile of the skew", Mark: figure.Disc}
		for _, c := range r.Cells {
			if c.P != p || c.Median <= 0 {
				continue
			}
			s.Cells++
			if c.HasLargeSkew() {
				s.Beyond++
			}
			if c.SkewP50 > 0 {
				half.Points = append(half.Points, figure.Point{X: c.Median / 1000, Y: c.SkewP50 / 1000})
			}
			if c.SkewP95 > 0 {
				most.Points = append(most.Points, figure.Point{X: c.Median / 1000, Y: c.SkewP95 / 1000})
			}
		}
		if len(most.Points) == 0 {
			continue
		}
		x := most.Xs()
		tenth := figure.Curve{Ink: "var(--native)", Width: 1.2, Dashes: "5,3", Title: "a tenth of the median",
			Points: []figure.Point{{X: x.Lo, Y: x.Lo / 10}, {X: x.Hi, Y: x.Hi / 10}}}
		s.Chart = figure.Chart{Title: "start skew against the median of every cell", Width: 430, Height: 230,
			Curves: []figure.Curve{tenth, half, most}}.Draw()
		charts = append(charts, s)
	}
	return charts
}

// A sampleChart shows the raw samples of one cell and of the native call's cell, by repetition.
type sampleChart struct {
	Op, Algo, Size string
	P, N           int
	Tail           string // 99th percentile of the times divided by their median
	Chart          figure.SVG
}

// sampleChartOf returns the chart of the cell with the largest ratio of 99th percentile to median, except for
// native cells. It returns nil if the result has no samples.
func sampleChartOf(r *results.Result) *sampleChart {
	worst, tail := -1, 0.0
	for i, c := range r.Cells {
		if c.Algo != native && len(c.Samples) > 1 && c.Median > 0 && c.P99/c.Median > tail {
			worst, tail = i, c.P99/c.Median
		}
	}
	if worst < 0 {
		return nil
	}
	c := r.Cells[worst]
	b := &sampleChart{Op: c.Op, Algo: c.Algo, Size: results.FormatSize(c.Bytes), P: c.P, N: len(c.Samples),
		Tail: fmt.Sprintf("%.1f", tail)}
	curves := []figure.Curve{series(c, "var(--c4)")}
	for _, other := range r.Cells {
		if other.Op == c.Op && other.P == c.P && other.Bytes == c.Bytes && other.Algo == native &&
			len(other.Samples) > 0 {
			curves = append([]figure.Curve{series(other, "var(--native)")}, curves...)
			break
		}
	}
	b.Chart = figure.Chart{Title: "samples of one cell, repetition by repetition", Width: 430, Height: 230,
		LinearX: true, Curves: curves}.Draw()
	return b
}

// series returns the samples of a cell by repetition. If there are too many samples to distinguish, each
// point is the longest time of several consecutive samples.
func series(c results.Cell, ink string) figure.Curve {
	const room = 1024
	every := (len(c.Samples) + room - 1) / room
	s := figure.Curve{Ink: ink, Title: c.Algo, Mark: figure.Dot}
	for i := 0; i < len(c.Samples); i += every {
		longest := int64(1)
		for _, ns := range c.Samples[i:min(i+every, len(c.Samples))] {
			longest = max(longest, ns)
		}
		s.Points = append(s.Points, figure.Point{X: float64(i + 1), Y: float64(longest) / 1000})
	}
	return s
}
