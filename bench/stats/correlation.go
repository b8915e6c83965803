package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Lag1 returns the lag-1 autocorrelation of a series, -1 to 1.
func Lag1(x []float64) float64 {
	if len(x) < 3 {
		return 0
	}
	r := stat.Correlation(x[1:], x[:len(x)-1], nil)
	if math.IsNaN(r) {
		return 0
	}
	return r
}

// EffectiveN returns how many independent samples would say as much of the median as the series does: n over the
// correlation time of its signs about the median, which is what the variance of a median grows by. There are two estimates of
// it, and the longer one counts: that of the signs themselves, which sees any shape, and that of a first-order
// autoregression, which sees strong correlation in short series.
func EffectiveN(x []float64) float64 {
	if len(x) < 4 {
		return float64(len(x))
	}
	return float64(len(x)) / max(1, signTime(x), autoregressiveTime(x))
}

// signTime is the integrated autocorrelation time of the signs about the median, by Geyer's initial monotone sequence
// (1992): the sums of neighbouring pairs of autocorrelations, as long as they stay positive, each no larger than the
// one before.
func signTime(x []float64) float64 {
	s := signs(x)
	time, last := -1.0, math.Inf(1)
	for lag := 0; lag+1 < len(s)/2; lag += 2 {
		last = min(last, autocorrelation(s, lag)+autocorrelation(s, lag+1))
		if last <= 0 {
			break
		}
		time += 2 * last
	}
	return time
}

// autoregressiveTime is the correlation time of the signs of a Gaussian first-order autoregression with the lag-1
// autocorrelation of the ranks. That is corrected for the bias of short series (Kendall 1954), and the stronger it is the
// closer to the upper end of its standard error it is taken. Neighbours at lag k then have the correlation r^k, their
// signs 2/pi asin r^k.
func autoregressiveTime(x []float64) float64 {
	ranks, n := centredRanks(x), float64(len(x))
	if dot(ranks, ranks) == 0 {
		return 1
	}
	r := (autocorrelation(ranks, 1) + 1/n) / (1 - 3/n)
	r += r * math.Sqrt(max(0, 1-r*r)/n)
	time := 1.0
	for power := min(r, 0.999); power > 1e-4; power *= min(r, 0.999) {
		time += 4 / math.Pi * math.Asin(power)
	}
	return time
}

// signs are 1 above the median, -1 below and 0 at it.
func signs(x []float64) []float64 {
	s, m := make([]float64, len(x)), median(x)
	for i, v := range x {
		switch {
		case v > m:
			s[i] = 1
		case v < m:
			s[i] = -1
		}
	}
	return s
}

// autocorrelation is that of a series whose mean is about 0, at some lag; 0 if it is all 0.
func autocorrelation(x []float64, lag int) float64 {
	both, all := 0.0, 0.0
	for i, v := range x {
		all += v * v
		if i >= lag {
			both += v * x[i-lag]
		}
	}
	if all == 0 {
		return 0
	}
	return both / all
}
