package probe

import (
	"cmp"
	"math"
	"slices"

	"topocoll/topo"
)

// A Fit describes how well a network explains the measured times of patterns.
type Fit struct {
	Network topo.Network
	Same    []topo.Network // other networks with the same load in every pattern
	Error   float64        // typical relative difference between a time and its forecast, such as 0.04
	Message float64        // time of one message on an idle network, in the unit of the measured times
	Exact   float64        // fraction of the patterns for which the forecast is exact
}

// Rank returns the fits of all networks to the measured times of the patterns, beginning with the best.
// Networks with the same forecasts share a fit. Its Network is the first of these networks.
func Rank(networks []topo.Network, patterns []Pattern, times []float64) (fits []Fit) {
	var seen [][]Forecast
	for _, n := range networks {
		forecasts := make([]Forecast, len(patterns))
		for i, p := range patterns {
			forecasts[i] = p.ForecastOn(n)
		}
		if i := slices.IndexFunc(seen, func(l []Forecast) bool { return slices.Equal(l, forecasts) }); i >= 0 {
			fits[i].Same = append(fits[i].Same, n)
			continue
		}
		seen = append(seen, forecasts)
		fits = append(fits, newFit(n, forecasts, times))
	}
	slices.SortStableFunc(fits, func(a, b Fit) int { return cmp.Compare(a.Error, b.Error) })
	return fits
}

// newFit estimates the time of a message as the median of time / load over the exact forecasts. The error of
// the fit is the root mean square of the differences between the logarithms of times and forecasts. If a
// forecast is not exact, only a time below the forecast or above twice the forecast counts as an error.
func newFit(n topo.Network, forecasts []Forecast, times []float64) Fit {
	fit := Fit{Network: n}
	var units []float64
	for i, forecast := range forecasts {
		if forecast.Exact {
			units = append(units, times[i]/forecast.Load)
		}
	}
	slices.Sort(units)
	// units is not empty, because the first pattern, a single message, has an exact forecast
	fit.Exact, fit.Message = float64(len(units))/float64(len(forecasts)), units[len(units)/2]
	squares := 0.0
	for i, forecast := range forecasts {
		squares += squaredError(math.Log(times[i]/forecast.Load/fit.Message), forecast.Exact)
	}
	fit.Error = math.Expm1(math.Sqrt(squares / float64(len(forecasts))))
	return fit
}

// squaredError returns the square of a forecast's error. The argument `d` is the logarithm of the time
// divided by the forecast.
func squaredError(d float64, exact bool) float64 {
	if !exact && d > 0 {
		d = max(0, d-math.Ln2)
	}
	return d * d
}

// IsSure compares fits with these thresholds. With the right network, the error is a few per cent.
const (
	maxError      = 0.10 // maximum error of the best network
	minNextError  = 0.05 // minimum error of the second-best network
	minErrorRatio = 2    // minimum error of the second-best network, divided by the error of the best
	minExact      = 0.25 // minimum fraction of the patterns for which the forecast of the best network is exact
)

// IsTested reports whether the forecasts are exact for enough patterns to tell networks apart.
func (f Fit) IsTested() bool { return f.Exact >= minExact }

// IsSure reports whether the first of the ranked fits explains the times of the patterns well enough, and
// clearly better than the second.
func IsSure(fits []Fit) bool {
	best := fits[0]
	return best.Error <= maxError && best.IsTested() &&
		(len(fits) == 1 || fits[1].Error >= max(minNextError, minErrorRatio*best.Error))
}
