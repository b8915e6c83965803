package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Ratio compares paired times: it returns exp of the median of ln(a/b), with the interval of Series.Estimate.
// The two times of a pair come from the same repetition, so a disturbance of both cancels.
func Ratio(a, b []float64, confidence float64) Estimate {
	return NewSeries(LogRatios(a, b)).Estimate(confidence).Exp()
}

// LogRatios returns ln(a/b) of every pair.
func LogRatios(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range d {
		d[i] = math.Log(a[i] / b[i])
	}
	return d
}

// Logs returns ln(x) of every time.
func Logs(x []float64) []float64 {
	logs := make([]float64, len(x))
	for i, v := range x {
		logs[i] = math.Log(v)
	}
	return logs
}

// GeometricMean returns the geometric mean; NaN if x is empty.
func GeometricMean(x []float64) float64 { return stat.GeometricMean(x, nil) }
