package cli

import (
	"errors"
	"fmt"
	"os"

	"gonum.org/v1/plot"

	"topocoll/bench/results"
	"topocoll/internal/page"
	"topocoll/topo"
)

// draw writes the sweep as a chart with logarithmic axes and a line for each algorithm.
func (w sweep) draw(file string) error {
	chart := page.Sweep{Head: w.head(), X: map[string]string{"m": "m, words", "p": "p, processes"}[w.variable], Ticks: w.ticks()}
	for i, info := range w.infos {
		for k, row := range w.at {
			if o := row[i]; o != nil {
				chart.Cells = append(chart.Cells, results.Cell{Op: string(info.Op), Algo: info.ID, Bytes: int(w.points[k]), Median: 1000 * o.Time})
			}
		}
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if err = errors.Join(page.WriteSweep(out, chart), out.Close()); errors.Is(err, page.ErrPoints) {
		return errors.Join(usagef("--svg %s: a chart needs two points or more with a time above 0", file), os.Remove(file))
	}
	return err
}

// ticks returns the points of the sweep, with labels on as many as fit.
func (w sweep) ticks() (ticks []plot.Tick) {
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

// head is what the chart is about, and the machine.
func (w sweep) head() []string {
	o, m := w.outcomes()[0], w.machine
	title := fmt.Sprintf("%s in virtual time, p = %d", w.infos[0].Op, o.P)
	if w.variable == "p" {
		title = fmt.Sprintf("%s in virtual time, m = %d", w.infos[0].Op, o.M)
	}
	on := "each algorithm on the network of its formula"
	if m.Network != "" {
		on = "on " + string(m.Network)
	}
	if listed, ok := m.Network.spec().Network.(*topo.Listed); ok {
		on = "on " + topo.Title(listed)
	}
	tw, _ := m.Network.tw(m.Tw)
	if m.Free {
		on += ", without contention"
	}
	return []string{title, fmt.Sprintf("ts = %v µs, tw = %v µs/word, th = %v µs/hop; %s", m.Ts, tw, m.Th, on)}
}
