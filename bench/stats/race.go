package stats

import (
	"math"
	"slices"
)

// A Race finds the fastest of several contenders whose times are taken in the same repetitions: successive
// elimination. Whoever has lost to the one that looks best need not be measured any further. Times[i] are
// those of contender i; all that are still in have equally many.
//
// The fastest loses with a probability of at most 5 %, over all looks together: that is shared among its
// rivals and, as 1/(k(k+1)) of it for look k, among the looks, however many there will be.
type Race struct {
	Times [][]float64
	Looks int // so far
}

// NextLook is the number of samples at which to look next. Each look has half as many again as the one
// before.
func NextLook(samples int) int { return max(FirstLook, samples*3/2) }

// FirstLook is the number of samples of the first look.
const FirstLook = 4

const raceLevel = 0.05

// Indifference is the share by which contenders may differ for it not to matter which one is taken.
const Indifference = 0.02

// Look returns those of a group that have lost to the best of it.
func (r *Race) Look(group []int) (lost []int) {
	if len(group) < 2 {
		return nil
	}
	looks := float64(r.Looks + 1)
	level := raceLevel / float64(len(r.Times)-1) / (looks * (looks + 1))
	best := r.Best(group)
	for _, i := range group {
		if i != best && slower(r.behind(i, best)) < level {
			lost = append(lost, i)
		}
	}
	return lost
}

// Best returns the one of a group with the lowest median of the log ratios to the first of the group.
func (r *Race) Best(group []int) int {
	return slices.MinFunc(group, func(i, j int) int {
		a, b := Median(r.behind(i, group[0])), Median(r.behind(j, group[0]))
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
}

// Alike reports whether nobody in a group is slower than its best by more than a share: 0.02 for 2 %.
func (r *Race) Alike(group []int, share float64) bool {
	best := r.Best(group)
	return !slices.ContainsFunc(group, func(i int) bool {
		return i != best && !(Gain(r.Times[i], r.Times[best]).Hi <= 1+share)
	})
}

func (r *Race) behind(i, j int) []float64 { return LogRatios(r.Times[i], r.Times[j]) }

// few is the number of samples below which a sign test cannot decide a race.
const few = 16

// correlated is how many times as long the standard error of few samples is taken: too few to show how
// correlated they are.
const correlated = math.Sqrt2

// slower returns the p value of the hypothesis that the log ratios d are 0 or less.
func slower(d []float64) float64 {
	if len(d) < 2 {
		return 1
	}
	if len(d) < few {
		return fewOf(d).AtMost(0)
	}
	return NewSeries(d).AtMost(0)
}

// fewOf is the mean of few samples with Student's t.
func fewOf(d []float64) Launches {
	l := NewLaunches(d)
	l.Variance *= correlated * correlated
	return l
}

// Gain is Ratio at 95 %, and of samples that are too few for that an interval of Student's t. It is infinite
// for less than two.
func Gain(a, b []float64) Estimate {
	const confidence = 0.95
	d := LogRatios(a, b)
	if len(d) >= few {
		if e := NewSeries(d).Estimate(confidence); !math.IsInf(e.Hi, 0) && !math.IsInf(e.Lo, 0) {
			return e.Exp()
		}
	}
	if len(d) < 2 {
		return Estimate{Value: math.Exp(Median(d)), Lo: 0, Hi: math.Inf(1)}
	}
	e := fewOf(d).Estimate(confidence)
	e.Value = Median(d)
	e.Lo, e.Hi = min(e.Lo, e.Value), max(e.Hi, e.Value)
	return e.Exp()
}
