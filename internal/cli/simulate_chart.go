package cli

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// draw writes the sweep as a chart with logarithmic axes and one line per algorithm.
func (w sweep) draw(file string) error {
	chart := plot.New()
	chart.Title.Text = w.title()
	chart.X.Label.Text = map[string]string{"m": "m, words", "p": "p, processes"}[w.variable]
	chart.Y.Label.Text = "µs"
	chart.X.Scale, chart.Y.Scale = plot.LogScale{}, plot.LogScale{}
	chart.X.Tick.Marker, chart.Y.Tick.Marker = w.ticks(), plot.LogTicks{Prec: -1}
	chart.Legend.Top, chart.Legend.Left = true, true
	chart.Legend.Padding, chart.Legend.XOffs = vg.Points(2), vg.Points(8)
	chart.Add(plotter.NewGrid())
	lines := 0
	for i, info := range w.infos {
		var points plotter.XYs
		for k, row := range w.at {
			if o := row[i]; o != nil && o.Time > 0 && w.points[k] > 0 { // a logarithm needs more than 0
				points = append(points, plotter.XY{X: float64(w.points[k]), Y: o.Time})
			}
		}
		if len(points) < 2 {
			continue
		}
		lines++
		line, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		line.Width, line.Color, line.Dashes = vg.Points(1.5), plotutil.Color(i), plotutil.Dashes(i/7)
		chart.Add(line)
		chart.Legend.Add(info.ID, line)
	}
	if lines == 0 {
		return usagef("--svg %s: a chart needs two points or more with a time above 0", file)
	}
	return chart.Save(18*vg.Centimeter, 12*vg.Centimeter, file)
}

// ticks returns the points of the sweep, with labels on as many as fit.
func (w sweep) ticks() plot.ConstantTicks {
	var ticks plot.ConstantTicks
	every := 1 + len(w.points)/12
	for i, point := range w.points {
		tick := plot.Tick{Value: float64(point)}
		if (len(w.points)-1-i)%every == 0 {
			tick.Label = point.String()
		}
		if point > 0 {
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

func (w sweep) title() string {
	o := w.outcomes()[0]
	if w.variable == "m" {
		return fmt.Sprintf("%s, p = %d", w.infos[0].Op, o.P)
	}
	return fmt.Sprintf("%s, m = %d", w.infos[0].Op, o.M)
}
