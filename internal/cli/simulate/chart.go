package simulate

import (
	"errors"
	"fmt"
	"io"

	"topocoll/bench/results"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/figure"
	"topocoll/internal/page"
	"topocoll/topo"
)

func (w sweep) drawChart(file string) error {
	chart := page.Sweep{Head: w.titleLines(),
		X:     map[string]string{"m": "m, words", "p": "p, processes"}[w.variable],
		Ticks: figure.Ticks(w.points, option.Count.String)}
	for i, info := range w.infos {
		for k, row := range w.rows {
			if o := row[i]; o != nil {
				chart.Cells =
					append(chart.Cells,
						results.Cell{Subject: results.Subject{Op: string(info.Op), Algo: info.ID,
							Bytes: int(w.points[k])},
							Summary: results.Summary{Median: 1000 * o.Time}})
			}
		}
	}
	err := saved.WriteFile(file, func(out io.Writer) error { return page.WriteSweep(out, chart) })
	if errors.Is(err, page.ErrPoints) {
		return exit.Usagef("--svg %s: a chart needs two points or more with a time above 0", file)
	}
	return err
}

func (w sweep) titleLines() []string {
	o, m := w.outcomes()[0], w.machine
	title := fmt.Sprintf("%s in virtual time, p = %d", w.infos[0].Op, o.P)
	if w.variable == "p" {
		title = fmt.Sprintf("%s in virtual time, m = %d", w.infos[0].Op, o.M)
	}
	on := "each algorithm on the network of its formula"
	if text := m.Network.String(); text != "" {
		on = "on " + text
	}
	if listed, ok := m.Network.Network.(*topo.Listed); ok {
		on = "on " + topo.Title(listed)
	}
	tw, _ := m.PerWord()
	if m.NoContention {
		on += ", without contention"
	}
	if o.Arrival != "" {
		on += "; ranks enter late: " + o.Arrival
	}
	return []string{title,
		fmt.Sprintf("ts = %v µs, tw = %v µs/word, th = %v µs/hop; %s", m.Ts, tw, m.Th, on)}
}
