package results

import (
	"math"
	"slices"
	"strings"

	"topocoll/bench/stats"
	"topocoll/catalog"
)

// Confidence is the confidence level of all intervals; 1 - Confidence is the significance level of all verdicts.
const Confidence = 0.95

// Summarise computes a cell's statistics from its samples and native's samples in the same repetitions. Each of several
// launches has the same weight: the time is the geometric mean of the launches' medians, the ratio that of their
// ratios.
func (c *Cell) Summarise(native []int64) {
	mine, theirs := Floats(c.Samples), Floats(native)
	c.N = len(mine)
	median := c.overLaunches(mine)
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
		c.judgeBy(one, estimate, estimate.Decidable())
		c.Unsteady = !estimate.Steady
		return
	}
	medians := stats.Medians(parts)
	for _, log := range medians {
		c.LaunchRatios = append(c.LaunchRatios, math.Exp(log))
	}
	several := stats.NewLaunches(medians)
	c.judgeBy(several, several.Estimate(Confidence), true)
}

// judgeBy sets the ratio, and the p values that a verdict is based on. Without enough evidence those are 1.
func (c *Cell) judgeBy(e stats.Evidence, ratio stats.Estimate, enough bool) {
	c.Ratio, c.RatioRange, c.Effective = math.Exp(ratio.Value), IntervalOf(ratio.Exp()), ratio.N
	c.PValue, c.PMargin, c.PSame = stats.Is(e, 0), 1, 1
	if enough {
		margin := math.Log(Margin)
		less, more := c.slack()
		c.PMargin, c.PSame = stats.Beyond(e, -margin-more, margin+less), stats.Within(e, -margin+less, margin-more)
	}
}

// perLaunch splits a list with one value for each sample into a list for each launch.
func (c *Cell) SplitByLaunch(x []float64) [][]float64 {
	if len(c.LaunchN) == 0 {
		return [][]float64{x}
	}
	var parts [][]float64
	for _, n := range c.LaunchN {
		parts, x = append(parts, x[:n]), x[n:]
	}
	return parts
}

// overLaunches is the median time with its interval; with several launches it is the geometric mean of their medians.
func (c *Cell) overLaunches(ns []float64) stats.Estimate {
	parts := c.SplitByLaunch(ns)
	if len(parts) == 1 {
		return stats.NewSeries(ns).Estimate(Confidence)
	}
	return stats.NewLaunches(stats.Logs(stats.Medians(parts))).Estimate(Confidence).Exp()
}

// Judge gives every cell its verdict. Two hypotheses are tested in every cell: that the ratio is within the margin, and
// that it is beyond. The p values of each hypothesis are corrected over all cells, so that of the cells called faster
// or slower at most 5 % are expected to be within the margin, and of those called the same at most 5 % beyond it. With
// more ranks than cores the times measure the scheduler, and the verdict is open unless it is known what the cores take, see
// slack, or oversubscribed allows it. It also names, beside every algorithm of the library, the one of ours that is the same.
func Judge(cells []Cell, oversubscribed bool) {
	complete(cells)
	pair(cells)
	judgeLaunches(cells)
	var rivals []*Cell
	var one, beyond, same []float64
	for i := range cells {
		if c := &cells[i]; c.Algo == Native {
			c.QValue, c.QMargin, c.QSame, c.Verdict = 1, 1, 1, Same
		} else if c.Effective > 0 {
			rivals = append(rivals, c)
			one, beyond, same = append(one, c.PValue), append(beyond, c.PMargin), append(same, c.PSame)
		}
	}
	one, beyond, same = stats.BenjaminiHochberg(one), stats.BenjaminiHochberg(beyond), stats.BenjaminiHochberg(same)
	for i, c := range rivals {
		c.QValue, c.QMargin, c.QSame = one[i], beyond[i], same[i]
		c.Verdict = Verdict(c.Ratio, c.QMargin, c.QSame)
		if c.Oversubscribed && !oversubscribed && !c.CoresKnown() {
			c.Verdict = Inconclusive
		}
	}
}

// judgeLaunches improves the estimate of the variance between launches in every cell by that of all cells together.
func judgeLaunches(cells []Cell) {
	var of []*Cell
	var several []stats.Launches
	for i := range cells {
		if c := &cells[i]; c.Algo != Native && len(c.LaunchRatios) > 1 {
			of, several = append(of, c), append(several, stats.NewLaunches(stats.Logs(c.LaunchRatios)))
		}
	}
	prior := stats.NewPrior(several)
	for i, c := range of {
		l := several[i].Given(prior)
		c.judgeBy(l, l.Estimate(Confidence), true)
	}
}

// complete summarises cells of files that are older than the p values of verdicts. Cells without samples keep the
// verdicts in the file.
func complete(cells []Cell) {
	var native *Cell
	for i := range cells {
		c := &cells[i]
		if c.Algo == Native {
			native = c
		}
		if c.Effective == 0 && native != nil && c.SharesRepetitions(native) {
			c.Summarise(native.Samples)
		}
	}
}

// pairs reports whether the samples of two cells come from the same repetitions.
func (c *Cell) SharesRepetitions(native *Cell) bool {
	return native.Op == c.Op && native.P == c.P && native.Bytes == c.Bytes && len(native.Samples) == len(c.Samples) &&
		len(c.Samples) > 0 && slices.Equal(c.LaunchN, native.LaunchN)
}

// Verdict is what two p values say of a ratio, each corrected over its table: that it is within a margin, and that it is beyond.
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

// Floats converts times in ns. A time of 0, which is below the resolution of the clock, becomes 1, so that its logarithm is
// finite.
func Floats(x []int64) []float64 {
	f := make([]float64, len(x))
	for i, v := range x {
		f[i] = float64(max(1, v))
	}
	return f
}

// With more ranks than cores, a call takes time for two reasons: its messages wait for links, and its ranks for cores. On an
// emulated network the second is known: it is at most what the same call takes on links without rates, Unlimited. With a core for
// every rank the call would take from Median-Unlimited to Median, and a verdict is one that holds for all times from one to the other.

// coresKnown reports whether a verdict on the cell is possible with more ranks than cores.
func (c *Cell) CoresKnown() bool { return c.Unlimited > 0 && c.NativeUnlimited > 0 }

// slack returns how much less, and how much more, the log ratio to native may be with a core for every rank.
func (c *Cell) slack() (less, more float64) {
	if !c.CoresKnown() {
		return 0, 0
	}
	return -math.Log(1 - coreShare(c.Unlimited, c.Median)), -math.Log(1 - coreShare(c.NativeUnlimited, c.NativeMedian))
}

// CoreShare returns the largest fraction of the cell's time that its ranks can spend waiting for cores.
func (c *Cell) CoreShare() float64 { return coreShare(c.Unlimited, c.Median) }

// coreShare is below 1, so that the logarithm of the rest exists.
func coreShare(unlimited, time float64) float64 {
	const most = 1 - 1e-9
	return min(most, unlimited/time)
}

// pair sets, for every algorithm of the library, which of ours in the same sitting is the same algorithm, and its time over that one's.
func pair(cells []Cell) {
	there := map[Case][]Cell{}
	for _, c := range cells {
		there[c.Case()] = append(there[c.Case()], c)
	}
	for i := range cells {
		c := &cells[i]
		c.Ours, c.OursRatio = "", 0
		if !c.IsForced() || c.Median == 0 {
			continue
		}
		id := catalog.SameAs(catalog.Collective(c.Op), strings.TrimPrefix(c.Algo, Native+":"))
		if ours, found := Find(there[c.Case()], id); found {
			c.Ours, c.OursRatio = id, ours.Median/c.Median
		}
	}
}
