package scene

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/figure"
)

// A point is a measured time of an algorithm, in µs, at a number of words or nodes.
type point struct {
	algo  string
	value int
	us    float64
}

// readMeasured reads points from lines. A line has an algorithm, a number of words or nodes, and µs.
func readMeasured(text string) (points []point, err error) {
	for line := range strings.Lines(text) {
		words := append(strings.Fields(line), "", "", "")
		value, err := strconv.Atoi(words[1])
		us, err2 := strconv.ParseFloat(words[2], 64)
		if err != nil || err2 != nil {
			return nil, fmt.Errorf("measured %.60q, want ALGORITHM NUMBER µs", strings.TrimSpace(line))
		}
		points = append(points, point{words[0], value, us})
	}
	return points, nil
}

// measuredCurves returns the points as curves of marks. An algorithm that has a curve among curves gets the
// ink of that curve. Others, such as native, are grey.
func measuredCurves(points []point, curves []figure.Curve) (all []figure.Curve) {
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
