package stats

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
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

// autoregressiveTime is the correlation time of the signs of a Gaussian first-order autoregression with the lag-1
// autocorrelation of the ranks. That is corrected for the bias of short series (Kendall 1954), and the stronger it is the
// closer to the upper end of its standard error it is taken. Neighbours at lag k then have the correlation r^k, their
// signs 2/pi asin r^k.
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

// autocorrelations are those of a series whose mean is about 0, at all lags; 0 if it is all 0. They are the transform of its power
// spectrum, with as many zeros behind the series that its end does not meet its beginning.
func autocorrelations(x []float64) []float64 {
	room := 1 << bits.Len(uint(2*len(x)))
	fft := fourier.NewFFT(room)
	spectrum := fft.Coefficients(nil, append(slices.Clone(x), make([]float64, room-len(x))...))
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

// lag1 is the first of the autocorrelations.
func lag1(x []float64) float64 {
	all := dot(x, x)
	if all == 0 {
		return 0
	}
	return dot(x[1:], x[:len(x)-1]) / all
}
