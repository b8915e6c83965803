package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Launches is the mean of one value from each of several launches, or the difference of two such means. Launches of one program
// differ by more than the samples of one of them say, so the launch is the unit: the interval is Student's t of their
// values, however many samples each has.
type Launches struct {
	Mean     float64
	Variance float64 // of one launch
	DF       float64 // degrees of freedom of that
	share    float64 // of it that the mean has: 1/n
	n        int
}

// grain is the least standard deviation that launches are taken to have: their medians are multiples of a tick of the clock,
// and three that are alike by chance would make the rest impossible.
const grain = 0.001

// many degrees of freedom are as good as the normal distribution.
const many = 1e6

// NewLaunches takes the values of two launches or more.
func NewLaunches(values []float64) Launches {
	n := len(values)
	mean, variance := stat.MeanVariance(values, nil)
	return Launches{Mean: mean, Variance: max(variance, grain*grain), DF: float64(n - 1), share: 1 / float64(n), n: n}
}

// OneLaunch is what one launch says of itself. Of a series with too few effective samples, or of several levels, that is
// nothing.
func OneLaunch(s Series) Launches {
	const confidence = 0.95
	e := s.Estimate(confidence)
	l := Launches{Mean: e.Value, Variance: math.Inf(1), DF: many, share: 1, n: 1}
	if e.Decidable() {
		se := max(grain, (e.Hi-e.Lo)/2/distuv.UnitNormal.Quantile((1+confidence)/2))
		l.Variance = se * se
	}
	return l
}

// Less returns how much larger l is than other, which was measured apart, in launches that differ as much.
func (l Launches) Less(other Launches) Launches {
	df := l.DF + other.DF
	return Launches{
		Mean:     l.Mean - other.Mean,
		Variance: l.Variance*(l.DF/df) + other.Variance*(other.DF/df),
		DF:       df,
		share:    l.share + other.share,
		n:        min(l.n, other.n),
	}
}

// Estimate returns the mean with its interval.
func (l Launches) Estimate(confidence float64) Estimate {
	half := l.se() * l.student().Quantile((1+confidence)/2)
	return Estimate{Value: l.Mean, Lo: l.Mean - half, Hi: l.Mean + half, N: float64(l.n), Steady: true}
}

// AtMost returns the p value of a mean that is at most a value.
func (l Launches) AtMost(value float64) (p float64) {
	return l.student().Survival((l.Mean - value) / l.se())
}

// AtLeast returns the p value of a mean that is at least a value.
func (l Launches) AtLeast(value float64) (p float64) {
	return l.student().CDF((l.Mean - value) / l.se())
}

func (l Launches) se() float64 { return math.Sqrt(l.Variance * l.share) }

func (l Launches) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: min(l.DF, many)}
}

// Medians returns the median of each of several lists.
func Medians(lists [][]float64) []float64 {
	medians := make([]float64, len(lists))
	for i, x := range lists {
		medians[i] = median(x)
	}
	return medians
}
