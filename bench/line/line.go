// Package line fits lines t = ts + tw·bytes to message times. A fit has several lines if the time jumps
// between two sizes, as at an eager limit.
package line

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"topocoll/bench/results"
)

// A Line is a model of the time of messages with First to Last bytes: t = Ts + Tw·bytes. Ts is in ns, and Tw
// in ns per byte.
type Line struct {
	First, Last int
	N           int // number of measured sizes that determine the line
	Ts, Tw      float64
}

// A Point is a message size with its median time.
type Point struct{ Bytes, NS float64 }

// String formats the line's range of sizes, the number of measured sizes, ts and tw.
func (l Line) String() string {
	return fmt.Sprintf("%s..%s B (n = %d) ts %.3g us, tw %.3g ns/B", results.FormatSize(l.First),
		results.FormatSize(l.Last), l.N, l.Ts/1000, l.Tw)
}

// fitLine returns the line with ts, tw >= 0 and the least sum of squared relative errors (weights 1/t²). An
// unweighted line over 8 B to 4 MB would fit only the largest sizes. Points are in order of size.
func fitLine(points []Point) (line Line, squares float64) {
	x, y, w := make([]float64, len(points)), make([]float64, len(points)), make([]float64, len(points))
	for i, pt := range points {
		x[i], y[i], w[i] = pt.Bytes, pt.NS, 1/(pt.NS*pt.NS)
	}
	first, last := points[0].Bytes, points[len(points)-1].Bytes
	line = Line{First: int(first), Last: int(last), N: len(points)}
	best := math.Inf(1)
	try := func(ts, tw float64) {
		if !(ts >= 0 && tw >= 0) {
			return
		}
		sum := 0.0
		for i := range x {
			e := (ts+tw*x[i])/y[i] - 1
			sum += e * e
		}
		if sum < best {
			best, line.Ts, line.Tw = sum, ts, tw
		}
	}
	if first < last {
		try(stat.LinearRegression(x, y, w, false))
	}
	if last > 0 { // if the unconstrained line has a negative parameter, that parameter of the best line is 0
		try(stat.LinearRegression(x, y, w, true))
	}
	try(stat.Mean(y, w), 0)
	return line, best
}
