package probe

import (
	"cmp"
	"math"
	"slices"

	"topocoll/topo"
)

// A Fit says how well a network explains the times of patterns.
type Fit struct {
	Network topo.Network
	Same    []topo.Network // other networks with the same load in every pattern
	Error   float64        // typical relative difference between a time and the network's prediction: 0.04
	Message float64        // time of one message on an idle network, in the unit of the times
}

// Rank returns the fits of all networks to the measured times of the patterns, the best first. Networks that
// the patterns do not tell apart share a fit, under the name of the first one.
func Rank(networks []topo.Network, patterns []Pattern, times []float64) (fits []Fit) {
	var seen [][]float64
	for _, n := range networks {
		loads := make([]float64, len(patterns))
		for i, p := range patterns {
			loads[i] = p.Load(n)
		}
		if i := slices.IndexFunc(seen, func(l []float64) bool { return slices.Equal(l, loads) }); i >= 0 {
			fits[i].Same = append(fits[i].Same, n)
			continue
		}
		seen = append(seen, loads)
		fits = append(fits, newFit(n, loads, times))
	}
	slices.SortStableFunc(fits, func(a, b Fit) int { return cmp.Compare(a.Error, b.Error) })
	return fits
}

// newFit takes the time of a message as the geometric mean of time / load, and the error from the root mean
// square of the differences of logarithms.
func newFit(n topo.Network, loads, times []float64) Fit {
	mean, squares := 0.0, 0.0
	for i, load := range loads {
		mean += math.Log(times[i]/load) / float64(len(loads))
	}
	for i, load := range loads {
		d := math.Log(times[i]/load) - mean
		squares += d * d / float64(len(loads))
	}
	return Fit{Network: n, Error: math.Expm1(math.Sqrt(squares)), Message: math.Exp(mean)}
}

// Limits of a sure result. On the right network, times differ by a few per cent from the predictions.
const (
	mostError  = 0.20 // of the best network
	leastRatio = 1.5  // of the errors of the second and the best network
)

// IsSure reports whether the first of the ranked fits explains the times, and clearly better than the second.
func IsSure(fits []Fit) bool {
	return len(fits) > 0 && fits[0].Error <= mostError &&
		(len(fits) == 1 || fits[1].Error >= leastRatio*fits[0].Error)
}
