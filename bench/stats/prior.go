package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// A Prior is an estimate of the variance between launches of one cell. It is computed from all cells of a
// table, and has the weight of a variance with DF degrees of freedom. Three launches of one cell give a poor
// estimate of its variance. Hundreds of cells with three launches each give a good estimate of the typical
// variance, and of how much it differs between cells (Smyth 2004: the moderated t of limma).
type Prior struct{ Variance, DF float64 }

// NewPrior fits a scaled inverse chi-squared distribution to the variances. If all cells had the same true
// variance, the logarithms of the estimates would have a known mean and spread. Any spread beyond this is
// attributed to differences between the cells. With fewer than three variances the prior is empty.
func NewPrior(of []Launches) Prior {
	if len(of) < 3 {
		return Prior{}
	}
	logs := make([]float64, len(of))
	spread := 0.0 // variance of the log variances, if all cells had the same true variance
	for i, l := range of {
		logs[i] = math.Log(l.Variance) - mathext.Digamma(l.DF/2) + math.Log(l.DF/2)
		spread += trigamma(l.DF/2) / float64(len(of))
	}
	mean, variance := stat.MeanVariance(logs, nil)
	df := normalDF
	if variance > spread {
		df = min(normalDF, 2*trigammaInverse(variance-spread))
	}
	return Prior{Variance: math.Exp(mean + mathext.Digamma(df/2) - math.Log(df/2)), DF: df}
}

// WithPrior returns a copy of l with another variance: the mean of its own variance and the prior's variance,
// weighted by degrees of freedom.
func (l Launches) WithPrior(p Prior) Launches {
	df := l.DF + p.DF
	if p.DF > 0 {
		l.Variance = l.Variance*(l.DF/df) + p.Variance*(p.DF/df)
	}
	l.DF = df
	return l
}

func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// trigammaInverse solves trigamma(x) = y for x by bisection; trigamma decreases.
func trigammaInverse(y float64) float64 {
	lo, hi := 1e-3, normalDF
	for range 100 {
		if x := math.Sqrt(lo * hi); trigamma(x) > y {
			lo = x
		} else {
			hi = x
		}
	}
	return lo
}
