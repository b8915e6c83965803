package fit

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// fitLine returns the line with ts, tw >= 0 and the least sum of squared relative errors (weights 1/t²). An
// unweighted line over 8 B to 4 MB would fit only the largest sizes. Points are in order of size.
func fitLine(points []point) (line Line, squares float64) {
	x, y, w := make([]float64, len(points)), make([]float64, len(points)), make([]float64, len(points))
	for i, pt := range points {
		x[i], y[i], w[i] = pt.bytes, pt.ns, 1/(pt.ns*pt.ns)
	}
	first, last := points[0].bytes, points[len(points)-1].bytes
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
