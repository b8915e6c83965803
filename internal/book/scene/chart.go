package scene

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/figure"
	"topocoll/sim"
)

// A Chart shows the times of several algorithms against m or p, and the fastest algorithm in each range.
type Chart struct {
	Title  string `json:"title"`
	SVG    string `json:"svg"`
	Wins   []Win  `json:"wins"`
	Absent string `json:"absent"` // why some algorithms are missing
}

// A Win is a range in which the same algorithms take the least time. In a chart against m, it begins at From
// words and ends at the next Win. In a chart against p, At lists the tried node counts, because algorithms
// may not accept the counts between them.
type Win struct {
	From int      `json:"from"` // words
	At   []int    `json:"at"`   // nodes
	Rows []string `json:"rows"`
}

// maxPackedNodes is the maximum number of nodes in a chart for an algorithm that packs trees. Packing for
// more nodes takes too long.
const maxPackedNodes = 16

// chartValues lists the values of m and p for which a chart runs the algorithms.
var chartValues = map[string][]int{
	"m": {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576},
	"p": {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64},
}

var portsText = map[sim.Ports]string{sim.OnePort: "one port", sim.HalfDuplex: "one port, half duplex",
	sim.AllPort: "all ports"}

// NewChart plots the times of the algorithms `rows` against `variable`, which is "m" or "p". All algorithms
// run with the same ports, on the network of the view. If the view has no network, each algorithm runs on the
// network of its formula. Each line of `points` is a measurement: an algorithm, a number of words or nodes,
// and a time in µs.
func NewChart(v View, variable string, rows []string, points string) (c *Chart, err error) {
	values, ok := chartValues[variable]
	if !ok {
		return nil, fmt.Errorf("chart against %.20q, want m or p", variable)
	}
	known, err := readMeasured(points)
	if err != nil {
		return nil, err
	}
	ports, err := portsOf(v.Ports)
	if err != nil {
		return nil, err
	}
	sweep := sweep{v, variable}
	fixed := fmt.Sprintf("p = %d", v.P)
	if variable == "p" {
		fixed = fmt.Sprintf("m = %d", v.M)
	}
	c = &Chart{Title: fmt.Sprintf("T in µs against %s, %s, %s", variable, fixed, portsText[ports])}
	chart := figure.Chart{Title: c.Title, Width: 640, Height: 360, Ends: true,
		XTicks: figure.Ticks(values, func(n int) string { return fmt.Sprint(n) })}
	times := map[string][]float64{} // by algorithm; -1 if the algorithm does not run
	for i, row := range rows {
		curve := figure.Curve{Ink: fmt.Sprintf("var(--c%d)", i%7), EndInk: "var(--text)", Title: row,
			End: row, Width: 1.6, Mark: figure.Dot,
			Dashes: []string{"", "5 3", "1.5 2.5"}[i/7%3]}
		for _, value := range values {
			time, err := sweep.time(row, value)
			if err != nil {
				time = -1
				if c.Absent == "" {
					c.Absent = err.Error()
				}
			} else {
				curve.Points = append(curve.Points, figure.Point{X: float64(value), Y: time})
			}
			times[row] = append(times[row], time)
		}
		chart.Curves = append(chart.Curves, curve)
	}
	c.Wins = sweep.wins(rows, values, times)
	chart.Curves = append(chart.Curves, measuredCurves(known, chart.Curves)...)
	chart.Curves = append(chart.Curves, sweep.crossings(c.Wins))
	c.SVG = string(chart.Draw())
	return c, nil
}

// A sweep is a view in which m or p varies.
type sweep struct {
	View
	variable string
}

// time returns the time of an algorithm in µs, with m or p set to value.
func (w sweep) time(row string, value int) (float64, error) {
	v := w.View
	v.Row, v.Segment = row, 0
	if w.variable == "m" {
		v.M = value
	} else {
		v.P, v.Root, v.Shift, v.Dims = value, min(v.Root, value-1), min(v.Shift, value-1), ""
	}
	if err := v.check(); err != nil {
		return 0, err
	}
	if r, _ := catalog.Find[emptyWord](row); r.Topology() == "network" && v.P > maxPackedNodes {
		return 0, fmt.Errorf("this chart shows %s on at most %d nodes", row, maxPackedNodes)
	}
	s, err := v.setup()
	if err != nil {
		return 0, err
	}
	s.machine.Oblivious, s.machine.Repeatable = true, true
	r, err := sim.Run(context.Background(), v.P, s.machine,
		func(port comm.Port[emptyWord]) error { return s.row.Run(comm.New(port), s.args(port.Rank())) })
	if err != nil {
		return 0, err
	}
	return r.Time, nil
}

// wins finds the fastest algorithms for every value of the chart. Between neighbouring values of m with
// different fastest algorithms, it finds the border by bisection.
func (w sweep) wins(rows []string, values []int, times map[string][]float64) (wins []Win) {
	for k, value := range values {
		best := fastest(rows, func(row string) float64 { return times[row][k] })
		last := len(wins) - 1
		switch known := slices.IndexFunc(wins, func(w Win) bool { return slices.Equal(w.Rows, best) }); {
		case best == nil:
		case w.variable == "p" && known >= 0:
			wins[known].At = append(wins[known].At, value)
		case w.variable == "p":
			wins = append(wins, Win{At: []int{value}, Rows: best})
		case last < 0:
			wins = append(wins, Win{From: value, Rows: best})
		case !slices.Equal(wins[last].Rows, best):
			wins = append(wins, Win{From: w.crossing(wins[last].Rows, best, values[k-1], value), Rows: best})
		}
	}
	return wins
}

// crossings returns marks for the points where another algorithm becomes the fastest. It returns no mark for
// a border at which some algorithm is among the fastest on both sides.
func (w sweep) crossings(wins []Win) figure.Curve {
	marks := figure.Curve{Ink: "var(--text)", Title: "from this point on, a different algorithm is the fastest",
		Mark: figure.Ring}
	best := map[int][]string{} // the fastest algorithms, by p or by the first m of a range
	for _, win := range wins {
		for _, value := range append(win.At, win.From) {
			best[value] = win.Rows
		}
	}
	delete(best, 0) // in a chart against p, every Win has From = 0, which is not a number of nodes
	var before []string
	for _, value := range slices.Sorted(maps.Keys(best)) {
		both := slices.DeleteFunc(slices.Clone(before),
			func(row string) bool { return !slices.Contains(best[value], row) })
		if len(both) > 0 {
			before = both
			continue
		}
		if time, err := w.time(best[value][0], value); err == nil && before != nil {
			marks.Points = append(marks.Points, figure.Point{X: float64(value), Y: time})
		}
		before = best[value]
	}
	return marks
}

// crossing returns the smallest m in (low, high] at which the algorithms in `after` are the fastest. The
// fastest algorithms must change at most once between low and high.
func (w sweep) crossing(before, after []string, low, high int) int {
	rows := slices.Clone(after)
	for _, row := range before {
		if !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
	}
	for high-low > 1 {
		middle := (low + high) / 2
		best := fastest(rows, func(row string) float64 {
			time, _ := w.time(row, middle) // no error, because there was none at low and high
			return time
		})
		if slices.Equal(best, after) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// fastest returns the algorithms with the shortest time, or nil if no algorithm runs.
func fastest(rows []string, time func(row string) float64) (best []string) {
	least := math.Inf(1)
	times := make([]float64, len(rows))
	for i, row := range rows {
		if times[i] = time(row); times[i] >= 0 {
			least = min(least, times[i])
		}
	}
	for i, row := range rows {
		if times[i] >= 0 && times[i] <= least*(1+1e-9) {
			best = append(best, row)
		}
	}
	return best
}

// A measuredPoint is the measured time of an algorithm for a number of words or nodes.
type measuredPoint struct {
	algo  string
	value int
	us    float64
}

// readMeasured reads lines with an algorithm, a number of words or nodes, and a time in µs.
func readMeasured(text string) (points []measuredPoint, err error) {
	for line := range strings.Lines(text) {
		words := append(strings.Fields(line), "", "", "")
		value, err := strconv.Atoi(words[1])
		us, err2 := strconv.ParseFloat(words[2], 64)
		if err != nil || err2 != nil {
			return nil, fmt.Errorf("measured %.60q, want ALGORITHM NUMBER µs", strings.TrimSpace(line))
		}
		points = append(points, measuredPoint{words[0], value, us})
	}
	return points, nil
}

// measuredCurves returns a curve of marks for each contender. If `curves` has a curve of the same algorithm,
// the marks have its colour. The marks of other contenders, such as "native", are grey.
func measuredCurves(points []measuredPoint, curves []figure.Curve) (all []figure.Curve) {
	for _, p := range points {
		i := slices.IndexFunc(all, func(c figure.Curve) bool { return c.Title == p.algo+", measured" })
		if i < 0 {
			i = len(all)
			curve := figure.Curve{Ink: "var(--dim)", Title: p.algo + ", measured", Mark: figure.Diamond}
			if k := slices.IndexFunc(curves, func(c figure.Curve) bool { return c.Title == p.algo }); k >= 0 {
				curve.Ink, curve.Mark = curves[k].Ink, figure.Square
			} else {
				curve.End, curve.EndInk = p.algo, "var(--text)"
			}
			all = append(all, curve)
		}
		all[i].Points = append(all[i].Points, figure.Point{X: float64(p.value), Y: p.us})
	}
	return all
}
