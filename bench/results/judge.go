package results

import (
	"math"
	"slices"

	"topocoll/bench/stats"
)

const Confidence = 0.95

// Summarise fills in what follows from a cell's samples and those of native in the same blocks. Of several launches each
// counts as one: a time is the geometric mean of their medians, a ratio that of their ratios.
func (c *Cell) Summarise(native []int64) {
	mine, theirs := Floats(c.Samples), Floats(native)
	c.N = len(mine)
	median := c.overLaunches(mine)
	c.Median, c.Interval = median.Value, IntervalOf(median)
	c.NativeMedian = stats.GeometricMean(stats.Medians(c.perLaunch(theirs)))
	if p95, enough := stats.Quantile(mine, 0.95); enough {
		c.P95 = p95
	}
	if p99, enough := stats.Quantile(mine, 0.99); enough {
		c.P99 = p99
	}
	logs := stats.LogRatios(mine, theirs)
	c.Lag1, c.Unsteady, c.LaunchRatios = stats.Lag1(logs), false, nil
	parts := c.perLaunch(logs)
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

// judgeBy fills in the ratio, and the p values that a verdict is made of; without enough evidence these are 1.
func (c *Cell) judgeBy(e stats.Evidence, ratio stats.Estimate, enough bool) {
	c.Ratio, c.RatioRange, c.Effective = math.Exp(ratio.Value), IntervalOf(ratio.Exp()), ratio.N
	c.PValue, c.PMargin, c.PSame = stats.Is(e, 0), 1, 1
	if enough {
		c.PMargin, c.PSame = stats.Beyond(e, math.Log(Margin)), stats.Within(e, math.Log(Margin))
	}
}

// perLaunch cuts a value for every sample into those of each launch.
func (c *Cell) perLaunch(x []float64) [][]float64 {
	if len(c.LaunchN) == 0 {
		return [][]float64{x}
	}
	var parts [][]float64
	for _, n := range c.LaunchN {
		parts, x = append(parts, x[:n]), x[n:]
	}
	return parts
}

// overLaunches is the median time of the samples.
func (c *Cell) overLaunches(ns []float64) stats.Estimate {
	parts := c.perLaunch(ns)
	if len(parts) == 1 {
		return stats.Median(ns, Confidence)
	}
	return stats.NewLaunches(stats.Logs(stats.Medians(parts))).Estimate(Confidence).Exp()
}

// Judge gives every cell its verdict. Different by more than the margin, and the same within it, are each tested in every
// cell, and the p values of each of the two are corrected over all cells: of those called different at most 5 % are
// expected not to be, and likewise of those called the same. Where there are more ranks than cores, time measures the
// scheduler: the verdict is open unless that is allowed.
func Judge(cells []Cell, crowded bool) {
	complete(cells)
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
	one, beyond, same = stats.Discovery(one), stats.Discovery(beyond), stats.Discovery(same)
	for i, c := range rivals {
		c.QValue, c.QMargin, c.QSame = one[i], beyond[i], same[i]
		c.Verdict = verdict(c.Ratio, c.QMargin, c.QSame)
		if c.Crowded && !crowded {
			c.Verdict = Open
		}
	}
}

// judgeLaunches takes into account what all cells of several launches say together of how much launches differ.
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

// complete summarises cells of files that were written before verdicts had p values of their own. Those without samples keep
// the verdicts of then.
func complete(cells []Cell) {
	var native *Cell
	for i := range cells {
		c := &cells[i]
		if c.Algo == Native {
			native = c
		}
		if c.Effective == 0 && native != nil && c.pairs(native) {
			c.Summarise(native.Samples)
		}
	}
}

// pairs reports whether the samples of two cells are of the same blocks.
func (c *Cell) pairs(native *Cell) bool {
	return native.Op == c.Op && native.P == c.P && native.Bytes == c.Bytes && len(native.Samples) == len(c.Samples) &&
		len(c.Samples) > 0 && slices.Equal(c.LaunchN, native.LaunchN)
}

func verdict(ratio, beyond, same float64) string {
	switch {
	case beyond <= 1-Confidence && ratio < 1:
		return Faster
	case beyond <= 1-Confidence:
		return Slower
	case same <= 1-Confidence:
		return Same
	}
	return Open
}

func Floats(x []int64) []float64 {
	f := make([]float64, len(x))
	for i, v := range x {
		f[i] = float64(max(1, v))
	}
	return f
}
