package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Launches is the mean of one value over several launches, or the difference of two such means. Launches of
// the same program differ by more than the samples within one launch suggest. The launch is therefore the
// unit of analysis. The interval is the t interval of the launches' values, and does not depend on the number
// of samples in each launch.
type Launches struct {
	Mean     float64
	Variance float64 // variance of the value of a single launch
	DF       float64 // degrees of freedom of the variance
	share    float64 // the variance of Mean, divided by Variance; 1/n for n launches
	n        int
}

// minStandardDeviation is the smallest standard deviation that launches are assumed to have. Their medians
// are multiples of a clock tick, so three launches may agree exactly by chance, and their interval would have
// no width.
const minStandardDeviation = 0.001

// normalDF is the number of degrees of freedom above which the normal distribution replaces Student's t.
const normalDF = 1e6

// NewLaunches returns the mean of two or more launches, from one value for each launch.
func NewLaunches(values []float64) Launches {
	n := len(values)
	mean, variance := stat.MeanVariance(values, nil)
	return Launches{Mean: mean, Variance: max(variance, minStandardDeviation*minStandardDeviation),
		DF: float64(n - 1), share: 1 / float64(n), n: n}
}

// OneLaunch returns the mean of a single launch, with a variance that is estimated from the samples within
// it. The variance is infinite for a series with too few effective samples, or with a change of level.
func OneLaunch(s Series) Launches {
	const confidence = 0.95
	e := s.Estimate(confidence)
	l := Launches{Mean: e.Value, Variance: math.Inf(1), DF: normalDF, share: 1, n: 1}
	if e.Decidable() {
		standardError := max(minStandardDeviation, (e.Hi-e.Lo)/2/distuv.UnitNormal.Quantile((1+confidence)/2))
		l.Variance = standardError * standardError
	}
	return l
}

// Minus returns the difference l - other of two means that were measured in different launches. It assumes
// that both means have the same variance, and pools the two estimates of this variance.
func (l Launches) Minus(other Launches) Launches {
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
	half := l.standardError() * l.studentsT().Quantile((1+confidence)/2)
	return Estimate{Value: l.Mean, Lo: l.Mean - half, Hi: l.Mean + half, N: float64(l.n), Steady: true}
}

// AtMost returns the p value of the hypothesis that the mean is at most `value`.
func (l Launches) AtMost(value float64) (p float64) {
	return l.studentsT().Survival((l.Mean - value) / l.standardError())
}

// AtLeast returns the p value of the hypothesis that the mean is at least `value`.
func (l Launches) AtLeast(value float64) (p float64) {
	return l.studentsT().CDF((l.Mean - value) / l.standardError())
}

func (l Launches) standardError() float64 { return math.Sqrt(l.Variance * l.share) }

func (l Launches) studentsT() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: min(l.DF, normalDF)}
}

// Medians returns the median of each of several lists.
func Medians(lists [][]float64) []float64 {
	medians := make([]float64, len(lists))
	for i, x := range lists {
		medians[i] = Median(x)
	}
	return medians
}
