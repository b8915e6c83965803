package results

import (
	"math"

	"topocoll/bench/stats"
)

const Confidence = 0.95

// Summarise fills in what follows from a cell's samples and those of native in the same blocks.
func (c *Cell) Summarise(native []int64) {
	mine, theirs := Floats(c.Samples), Floats(native)
	median := stats.Median(mine, Confidence)
	c.N, c.Median, c.Interval = len(mine), median.Value, IntervalOf(median)
	c.NativeMedian = stats.Median(theirs, Confidence).Value
	if p95, enough := stats.Quantile(mine, 0.95); enough {
		c.P95 = p95
	}
	if p99, enough := stats.Quantile(mine, 0.99); enough {
		c.P99 = p99
	}
	ratio := pairedRatio(mine, theirs)
	logs := stats.LogRatios(mine, theirs)
	c.Ratio, c.RatioRange = ratio.Value, IntervalOf(ratio)
	c.PValue, c.Lag1 = stats.SignedRank(logs), stats.Lag1(logs)
}

// dependent is the correlation of neighbours from which on samples no longer count as independent.
const dependent = 0.2

// pairedRatio is the ratio with its interval; where neighbouring blocks resemble each other, from the
// block bootstrap.
func pairedRatio(mine, theirs []float64) stats.Estimate {
	logs := stats.LogRatios(mine, theirs)
	if stats.Lag1(logs) <= dependent {
		return stats.Ratio(mine, theirs, Confidence)
	}
	e := stats.BlockMedian(logs, Confidence, uint64(len(logs)))
	return stats.Estimate{Value: math.Exp(e.Value), Lo: math.Exp(e.Lo), Hi: math.Exp(e.Hi)}
}

// Judge gives every cell its verdict, with the p values corrected over all of them. Where there are more
// ranks than cores, time measures the scheduler: the verdict is open unless that is allowed.
func Judge(cells []Cell, crowded bool) {
	var p []float64
	for _, c := range cells {
		if c.Algo != Native {
			p = append(p, c.PValue)
		}
	}
	q := stats.Discovery(p)
	for i := range cells {
		c := &cells[i]
		if c.Algo == Native {
			c.QValue, c.Verdict = 1, Same
			continue
		}
		c.QValue, q = q[0], q[1:]
		c.Verdict = verdict(*c)
		if c.Crowded && !crowded {
			c.Verdict = Open
		}
	}
}

func verdict(c Cell) string {
	lo, hi := c.RatioRange.Lo, c.RatioRange.Hi
	switch {
	case lo == nil || hi == nil:
		return Open
	case *hi < 1/margin && c.QValue <= 1-Confidence:
		return Faster
	case *lo > margin && c.QValue <= 1-Confidence:
		return Slower
	case *lo >= 1/margin && *hi <= margin:
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
