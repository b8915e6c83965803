package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// A Prior is what the cells of a table say together of how much launches differ in one of them: a variance that counts as
// much as one of some degrees of freedom. Three launches know their own variance badly; hundreds of cells with three each
// know well what is usual, and how far cells differ in it (Smyth 2004: the moderated t of limma).
type Prior struct{ Variance, DF float64 }

// NewPrior fits a scaled inverse chi-squared distribution to the variances: their logarithms have a known mean and spread if
// all were alike, and what there is beyond is their own. Below three variances nothing is known.
func NewPrior(of []Launches) Prior {
	if len(of) < 3 {
		return Prior{}
	}
	logs := make([]float64, len(of))
	spread := 0.0 // of the log variances, if launches differed alike in all cells
	for i, l := range of {
		logs[i] = math.Log(l.Variance) - mathext.Digamma(l.DF/2) + math.Log(l.DF/2)
		spread += trigamma(l.DF/2) / float64(len(of))
	}
	mean, variance := stat.MeanVariance(logs, nil)
	df := many
	if variance > spread {
		df = min(many, 2*trigammaInverse(variance-spread))
	}
	return Prior{Variance: math.Exp(mean + mathext.Digamma(df/2) - math.Log(df/2)), DF: df}
}

// Given returns the launches with the variance that they and the prior come to.
func (l Launches) Given(p Prior) Launches {
	df := l.DF + p.DF
	if p.DF > 0 {
		l.Variance = l.Variance*(l.DF/df) + p.Variance*(p.DF/df)
	}
	l.DF = df
	return l
}

func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// trigammaInverse returns where the trigamma function, which falls, has a value.
func trigammaInverse(y float64) float64 {
	lo, hi := 1e-3, many
	for range 100 {
		if x := math.Sqrt(lo * hi); trigamma(x) > y {
			lo = x
		} else {
			hi = x
		}
	}
	return lo
}
