package rulecheck

import (
	"math"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/stats"
	"topocoll/catalog"
)

// A launchPair holds the times of two consecutive launches, keyed by case. One of the launches used the
// tuning files, and the other did not.
type launchPair struct{ without, with map[results.Case]Time }

// launchPairs returns the complete pairs of launches.
func (c *Check) launchPairs() (all []launchPair) {
	for i := 1; i < len(c.Launches); i += 2 {
		a, b := c.Launches[i-1], c.Launches[i]
		if a.With {
			a, b = b, a
		}
		all = append(all, launchPair{c.timesByCase(a), c.timesByCase(b)})
	}
	return all
}

func (c *Check) timesByCase(l Launch) map[results.Case]Time {
	times := map[results.Case]Time{}
	for _, t := range l.Times {
		times[c.caseOf(t)] = t
	}
	return times
}

func (c *Check) caseOf(t Time) results.Case {
	return results.Case{Op: t.Op, P: c.Ranks, Bytes: t.Bytes}
}

// computeChanges computes the changes between the two settings. It omits cases that are not in every pair.
// The correction for multiple comparisons treats the cases for which the rules name an algorithm as a
// separate family, since the other cases can hardly change.
func (c *Check) computeChanges(ruleFor func(op catalog.Collective, bytes int) string) {
	c.Cells, c.All, c.WithRule, c.WithoutRule = nil, nil, nil, nil
	pairs := c.launchPairs()
	if len(pairs) < 2 {
		return
	}
	var all, named, left [][]float64
	for _, t := range c.Launches[0].Times {
		change, logs := compareCase(pairs, c.caseOf(t))
		if logs == nil {
			continue
		}
		change.Rule = ruleFor(t.Op, t.Bytes)
		c.Cells, all = append(c.Cells, change), append(all, logs)
		if change.Rule == "" {
			left = append(left, logs)
		} else {
			named = append(named, logs)
		}
	}
	family := func(i int) int {
		if c.Cells[i].Rule == "" {
			return 1
		}
		return 0
	}
	for i, outcome := range compare.Pairs(all, 1+stats.Indifference, family) {
		cell := &c.Cells[i]
		cell.Ratio, cell.Verdict = outcome.Ratio, outcome.Verdict
		cell.Low, cell.High = intervalEnds(outcome.RatioRange)
	}
	c.All, c.WithRule, c.WithoutRule = meanGain(all), meanGain(named), meanGain(left)
}

// compareCase returns the times of a case, and the logarithm of the ratio in each pair. `logs` is nil if a
// pair lacks the case. The ratio compares the library with the reference algorithm, because the machine may
// have been slower in one of the launches.
func compareCase(pairs []launchPair, at results.Case) (change Change, logs []float64) {
	var without, with, withoutRatio, withRatio []float64
	for _, p := range pairs {
		a, b := p.without[at], p.with[at]
		if a.Beside == "" || a.Beside != b.Beside {
			return Change{}, nil
		}
		change.Beside = a.Beside
		without, with, logs = append(without, a.Median), append(with, b.Median), append(logs,
			math.Log(b.Ratio/a.Ratio))
		withoutRatio, withRatio = append(withoutRatio, a.Ratio), append(withRatio, b.Ratio)
	}
	change.Op, change.Bytes = at.Op, at.Bytes
	change.Without, change.With = stats.GeometricMean(without), stats.GeometricMean(with)
	change.WithoutRatio, change.WithRatio = stats.GeometricMean(withoutRatio), stats.GeometricMean(withRatio)
	return change, logs
}

// intervalEnds returns the ends of an interval as finite numbers: 0 and the largest float64 replace infinite
// ends.
func intervalEnds(i results.Interval) (low, high float64) {
	low, high = 0, math.MaxFloat64
	if i.Lo != nil {
		low = *i.Lo
	}
	if i.Hi != nil {
		high = *i.Hi
	}
	return low, high
}

// meanGain returns the geometric mean of the ratios over the cases, with the interval of the mean. It returns
// nil if there are no cases.
func meanGain(logs [][]float64) *Gain {
	if len(logs) == 0 {
		return nil
	}
	e := compare.Mean(logs)
	return &Gain{len(logs), e.Value, e.Lo, e.Hi}
}

// ReferenceChange compares the times of the reference algorithms in launches with and without the rules. The
// result `ratio` is the time with the rules divided by the time without them, as a geometric mean over cases
// and pairs. The result `differs` is true if the times changed by more than 5 % in the same direction in more
// than half of the pairs.
func (c *Check) ReferenceChange() (ratio float64, differs bool) {
	const margin = 1.05
	var ratios []float64
	longer, shorter := 0, 0
	for _, p := range c.launchPairs() {
		var cells []float64
		for _, t := range c.Launches[0].Times {
			a, b := p.without[c.caseOf(t)], p.with[c.caseOf(t)]
			if a.Ours > 0 && b.Ours > 0 && a.Beside == b.Beside {
				cells = append(cells, b.Ours/a.Ours)
			}
		}
		if len(cells) == 0 {
			continue
		}
		mean := stats.GeometricMean(cells)
		ratios = append(ratios, mean)
		if mean > margin {
			longer++
		} else if mean < 1/margin {
			shorter++
		}
	}
	if len(ratios) == 0 {
		return 1, false
	}
	return stats.GeometricMean(ratios), 2*max(longer, shorter) > len(ratios)
}
