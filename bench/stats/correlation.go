package stats

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/stat"
)

// Lag1 returns the lag-1 autocorrelation of a series, from -1 to 1.
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

// effectiveN returns the effective sample size of a series. This is the number of independent samples that
// would determine the median equally well. It is n divided by the autocorrelation time of the signs about the
// median. The autocorrelation time is the factor by which correlation increases the variance of a median. The
// estimate of this time from the signs works for any form of correlation. The estimate from a first-order
// autoregression detects strong correlation in short series. effectiveN uses the larger estimate.
func effectiveN(x []float64) float64 {
	if len(x) < 4 {
		return float64(len(x))
	}
	return float64(len(x)) / max(1, signTime(x), autoregressiveTime(x))
}

// signTime returns the integrated autocorrelation time of the signs about the median. It uses Geyer's initial
// monotone sequence estimator (1992). This estimator adds up the sums of neighbouring pairs of
// autocorrelations, as long as the sum of a pair is positive. It limits each sum to the previous one.
func signTime(x []float64) float64 {
	r := autocorrelations(signs(x))
	time, last := -1.0, math.Inf(1)
	for lag := 0; lag+1 < len(r)/2; lag += 2 {
		last = min(last, r[lag]+r[lag+1])
		if last <= 0 {
			break
		}
		time += 2 * last
	}
	return time
}

// autoregressiveTime returns the autocorrelation time of the signs of a Gaussian first-order autoregression.
// If r is the parameter of this process, samples at lag k have the correlation r^k, and their signs have the
// correlation (2/pi)·asin(r^k). The estimate of r is the lag-1 autocorrelation of the ranks of x, corrected
// for the bias of short series (Kendall 1954). It is then multiplied by 1 + s, where s is the standard error
// of the estimate.
func autoregressiveTime(x []float64) float64 {
	ranks, n := centredRanks(x), float64(len(x))
	if dot(ranks, ranks) == 0 {
		return 1
	}
	r := (lag1(ranks) + 1/n) / (1 - 3/n)
	r += r * math.Sqrt(max(0, 1-r*r)/n)
	time := 1.0
	for power := min(r, 0.999); power > 1e-4; power *= min(r, 0.999) {
		time += 4 / math.Pi * math.Asin(power)
	}
	return time
}

// signs returns 1 for values above the median, -1 for values below it and 0 for the median.
func signs(x []float64) []float64 {
	s, m := make([]float64, len(x)), Median(x)
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

// autocorrelations returns the autocorrelations at all lags of a series whose mean is about 0, or zeros for a
// series of zeros. They are the inverse Fourier transform of the power spectrum. Zeros pad the series, so
// that the cyclic correlation of the transform does not pair the end of the series with its beginning.
func autocorrelations(x []float64) []float64 {
	padded := 1 << bits.Len(uint(2*len(x)))
	fft := fourier.NewFFT(padded)
	spectrum := fft.Coefficients(nil, append(slices.Clone(x), make([]float64, padded-len(x))...))
	for i, c := range spectrum {
		spectrum[i] = complex(real(c)*real(c)+imag(c)*imag(c), 0)
	}
	r := fft.Sequence(nil, spectrum)[:len(x)]
	all := r[0]
	for i := range r {
		r[i] /= max(all, math.SmallestNonzeroFloat64)
	}
	return r
}

// lag1 returns the lag-1 autocorrelation of a series whose mean is about 0.
func lag1(x []float64) float64 {
	all := dot(x, x)
	if all == 0 {
		return 0
	}
	return dot(x[1:], x[:len(x)-1]) / all
}
