package results

import (
	"math"
	"slices"
	"strings"

	"topocoll/bench/stats"
	"topocoll/catalog"
)

// Confidence is the level of all intervals. 1 - Confidence is the significance level of all verdicts.
const Confidence = 0.95

// Summarise computes the statistics of a cell from its samples and the native call's samples in the same
// repetitions. All launches have the same weight: time and ratio are geometric means over the launches.
func (c *Cell) Summarise(native []int64) {
	mine, theirs := Floats(c.Samples), Floats(native)
	c.N = len(mine)
	median := c.medianTime(mine)
	c.Median, c.Interval = median.Value, IntervalOf(median)
	c.NativeMedian = stats.GeometricMean(stats.Medians(c.SplitByLaunch(theirs)))
	if p95, enough := stats.Quantile(mine, 0.95); enough {
		c.P95 = p95
	}
	if p99, enough := stats.Quantile(mine, 0.99); enough {
		c.P99 = p99
	}
	logs := stats.LogRatios(mine, theirs)
	c.Lag1, c.Unsteady, c.LaunchRatios = stats.Lag1(logs), false, nil
	parts := c.SplitByLaunch(logs)
	if len(parts) == 1 {
		one := stats.NewSeries(logs)
		estimate := one.Estimate(Confidence)
		c.setRatio(one, estimate, estimate.Decidable())
		c.Unsteady = !estimate.Steady
		return
	}
	medians := stats.Medians(parts)
	for _, log := range medians {
		c.LaunchRatios = append(c.LaunchRatios, math.Exp(log))
	}
	several := stats.NewLaunches(medians)
	c.setRatio(several, several.Estimate(Confidence), true)
}

// setRatio sets the cell's ratio, its interval and the p values. If `enough` is false, PMargin and PSame are
// 1.
func (c *Cell) setRatio(e stats.Evidence, ratio stats.Estimate, enough bool) {
	c.Ratio, c.RatioRange, c.Effective = math.Exp(ratio.Value), IntervalOf(ratio.Exp()), ratio.N
	c.PValue, c.PMargin, c.PSame = stats.EqualTo(e, 0), 1, 1
	if enough {
		margin := math.Log(Margin)
		less, more := c.coreWaitSlack()
		c.PMargin, c.PSame = stats.Beyond(e, -margin-more, margin+less),
			stats.Within(e, -margin+less, margin-more)
	}
}

// SplitByLaunch splits x, which has one value for each sample, into one list for each launch.
func (s Sampling) SplitByLaunch(x []float64) [][]float64 {
	if len(s.LaunchN) == 0 {
		return [][]float64{x}
	}
	var parts [][]float64
	for _, n := range s.LaunchN {
		parts, x = append(parts, x[:n]), x[n:]
	}
	return parts
}

// medianTime returns the median time with its interval. With several launches, it returns the geometric mean
// of their medians.
func (c *Cell) medianTime(ns []float64) stats.Estimate {
	parts := c.SplitByLaunch(ns)
	if len(parts) == 1 {
		return stats.NewSeries(ns).Estimate(Confidence)
	}
	return stats.NewLaunches(stats.Logs(stats.Medians(parts))).Estimate(Confidence).Exp()
}

// Judge sets the verdict of every cell. It tests two hypotheses: the ratio is within the margin, and the
// ratio is beyond the margin. It corrects the p values of each hypothesis for multiple comparisons over all
// cells. At most 5 % of the cells with the verdict "faster" or "slower" are expected to be within the margin.
// At most 5 % of the cells with the verdict "same" are expected to be beyond it.
//
// With more ranks than cores the times include waiting for cores. Then a cell gets a verdict only if
// Unlimited limits its waits, or if `oversubscribed` is true. Judge also sets Ours and OursRatio in the cells
// of forced algorithms.
func Judge(cells []Cell, oversubscribed bool) {
	compareForcedWithOurs(cells)
	applyVariancePrior(cells)
	var tested []*Cell
	var one, beyond, same []float64
	for i := range cells {
		if c := &cells[i]; c.Algo == Native {
			c.QValue, c.QMargin, c.QSame, c.Verdict = 1, 1, 1, Same
		} else if c.Effective > 0 {
			tested = append(tested, c)
			one, beyond, same = append(one, c.PValue), append(beyond, c.PMargin), append(same, c.PSame)
		}
	}
	one, beyond, same = stats.BenjaminiHochberg(one), stats.BenjaminiHochberg(beyond),
		stats.BenjaminiHochberg(same)
	for i, c := range tested {
		c.QValue, c.QMargin, c.QSame = one[i], beyond[i], same[i]
		c.Verdict = Verdict(c.Ratio, c.QMargin, c.QSame)
		if c.Oversubscribed && !oversubscribed && !c.CoresKnown() {
			c.Verdict = Inconclusive
		}
	}
}

// applyVariancePrior combines each cell's variance between launches with a prior from all cells' variances.
func applyVariancePrior(cells []Cell) {
	var of []*Cell
	var several []stats.Launches
	for i := range cells {
		if c := &cells[i]; c.Algo != Native && len(c.LaunchRatios) > 1 {
			of, several = append(of, c), append(several, stats.NewLaunches(stats.Logs(c.LaunchRatios)))
		}
	}
	prior := stats.NewPrior(several)
	for i, c := range of {
		l := several[i].WithPrior(prior)
		c.setRatio(l, l.Estimate(Confidence), true)
	}
}

// SharesRepetitions reports whether the samples of the cell and of the native call come from the same
// repetitions.
func (c *Cell) SharesRepetitions(native *Cell) bool {
	return native.Op == c.Op && native.P == c.P && native.Bytes == c.Bytes &&
		len(native.Samples) == len(c.Samples) &&
		len(c.Samples) > 0 && slices.Equal(c.LaunchN, native.LaunchN)
}

// Verdict returns the verdict on a ratio from corrected p values. The argument `beyond` is the p value of the
// hypothesis that the ratio is within the margin. The argument `same` is the p value of the hypothesis that
// the ratio is beyond the margin.
func Verdict(ratio, beyond, same float64) string {
	switch {
	case beyond <= 1-Confidence && ratio < 1:
		return Faster
	case beyond <= 1-Confidence:
		return Slower
	case same <= 1-Confidence:
		return Same
	}
	return Inconclusive
}

// Floats converts times in ns. A time of 0 is below the clock's resolution and becomes 1, so that it has a
// logarithm.
func Floats(x []int64) []float64 {
	f := make([]float64, len(x))
	for i, v := range x {
		f[i] = float64(max(1, v))
	}
	return f
}

// With more ranks than cores, messages wait for links and ranks wait for cores. On an emulated network the
// wait for cores is at most Unlimited, the time of the same call on links without rate limits. With a core
// for every rank, the call would take between Median-Unlimited and Median. A verdict must hold for all these
// times.

// CoresKnown reports whether a verdict is possible although there are more ranks than cores.
func (w CoreWaits) CoresKnown() bool { return w.Unlimited > 0 && w.NativeUnlimited > 0 }

// coreWaitSlack returns by how much the log ratio could be lower and higher if every rank had a core.
func (c *Cell) coreWaitSlack() (less, more float64) {
	if !c.CoresKnown() {
		return 0, 0
	}
	return -math.Log(1 - coreShare(c.Unlimited, c.Median)), -math.Log(1 - coreShare(c.NativeUnlimited,
		c.NativeMedian))
}

// CoreShare returns an upper bound on the fraction of the cell's time that its ranks spent waiting for cores.
func (c *Cell) CoreShare() float64 { return coreShare(c.Unlimited, c.Median) }

// coreShare returns `unlimited` / `time`, limited to less than 1, so that the logarithm of 1 minus the result
// is finite.
func coreShare(unlimited, time float64) float64 {
	const most = 1 - 1e-9
	return min(most, unlimited/time)
}

// compareForcedWithOurs sets Ours and OursRatio in the cell of every forced algorithm.
func compareForcedWithOurs(cells []Cell) {
	byCase := map[Case][]Cell{}
	for _, c := range cells {
		byCase[c.Case()] = append(byCase[c.Case()], c)
	}
	for i := range cells {
		c := &cells[i]
		c.Ours, c.OursRatio = "", 0
		if !c.IsForced() || c.Median == 0 {
			continue
		}
		id := catalog.SameAs(catalog.Collective(c.Op), strings.TrimPrefix(c.Algo, Native+":"))
		if ours, found := FindCell(byCase[c.Case()], id); found {
			c.Ours, c.OursRatio = id, ours.Median/c.Median
		}
	}
}
