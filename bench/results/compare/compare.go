// Package compare compares two results of a benchmark, from two runs or from two MPI libraries.
package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A Change compares two measurements of one cell, in files A and B.
type Change struct {
	results.Key
	A, B float64 // median times in ns
	// If Relative is true, Ratio compares the two ratios to the native call. If it is false, Ratio compares the
	// two times, as for the native call itself.
	Relative bool
	Launches int // number of launches in the file that has fewer
	Outcome

	log stats.Launches // logarithm of B / A
}

// A Comparison is the outcome of comparing two results.
type Comparison struct {
	Changes        []Change
	OnlyA, OnlyB   int      // numbers of cells that are only in file A and only in file B
	Differences    []string // differences of the environments that affect times
	Oversubscribed bool     // more ranks than cores: all verdicts are inconclusive
}

// Compare pairs the cells of the runs `a` and `b`, in the order of `a`. It compares ratios to the native
// call, which was measured in the same repetitions, because the machine may have been faster or slower during
// `b` than during `a`. The launch is the unit of analysis: the means over launches are compared. If either
// file has only one launch, the launches of the other file are joined, and the samples are compared. Verdicts
// follow the rules of results.Judge.
func Compare(a, b *results.Result, oversubscribed bool) Comparison {
	keys, inA := timesByKey(a)
	others, inB := timesByKey(b)
	c := Comparison{
		Differences:    differences(a, b),
		Oversubscribed: (a.Env.Oversubscribed || b.Env.Oversubscribed) && !oversubscribed,
	}
	for _, key := range keys {
		if inB[key] == nil {
			c.OnlyA++
			continue
		}
		c.Changes = append(c.Changes, newChange(key, inA, inB))
	}
	for _, key := range others {
		if inA[key] == nil {
			c.OnlyB++
		}
	}
	c.judge()
	return c
}

func (c Comparison) relativeChanges() []Change {
	return slices.DeleteFunc(slices.Clone(c.Changes), func(change Change) bool { return !change.Relative })
}

// judge sets the verdicts of the changes by the rules of results.Judge. Times vary more between launches than
// ratios do, so the two kinds of changes have different priors.
func (c *Comparison) judge() {
	ofRatios := newPrior(c.relativeChanges())
	ofTimes := newPrior(slices.DeleteFunc(slices.Clone(c.Changes),
		func(change Change) bool { return change.Relative }))
	var logs []stats.Launches
	for _, change := range c.Changes {
		log := change.log
		switch {
		case change.Launches > 1 && change.Relative:
			log = log.WithPrior(ofRatios)
		case change.Launches > 1:
			log = log.WithPrior(ofTimes)
		}
		logs = append(logs, log)
	}
	for i, outcome := range judge(logs, results.Margin) {
		if c.Oversubscribed {
			outcome.Verdict = results.Inconclusive
		}
		c.Changes[i].Outcome = outcome
	}
}

// newPrior estimates the prior variance between launches from changes with several launches in both files.
func newPrior(changes []Change) stats.Prior {
	var several []stats.Launches
	for _, change := range changes {
		if change.Launches > 1 {
			several = append(several, change.log)
		}
	}
	return stats.NewPrior(several)
}

func newChange(key results.Key, a, b map[results.Key]launches) Change {
	c, native := newTimeChange(key, a, b), key.Native()
	if key != native && a[native].hasSameCounts(a[key]) && b[native].hasSameCounts(b[key]) {
		c.Relative, c.log = true, b[key].ratiosTo(b[native]).logRatioTo(a[key].ratiosTo(a[native]))
	}
	return c
}

// newTimeChange returns the change of the times of a cell, without dividing them by the times of the native
// call.
func newTimeChange(key results.Key, a, b map[results.Key]launches) Change {
	ofA, ofB := a[key], b[key]
	return Change{
		Key: key, A: ofA.medianTime(), B: ofB.medianTime(),
		Launches: min(len(ofA), len(ofB)), log: ofB.logRatioTo(ofA),
	}
}

// Slower returns the changes that count as regressions of B. In such a change, the ratio to the native call
// has the verdict "slower", and has grown by more than the given fraction. The change with the largest ratio
// comes first.
func (c Comparison) Slower(fraction float64) []Change {
	var list []Change
	for _, change := range c.Changes {
		if change.Relative && change.Verdict == results.Slower && change.Ratio > 1+fraction {
			list = append(list, change)
		}
	}
	slices.SortStableFunc(list, func(x, y Change) int { return cmp.Compare(y.Ratio, x.Ratio) })
	return list
}

// Launches returns the smallest number of launches of any change.
func (c Comparison) Launches() int {
	least := math.MaxInt
	for _, change := range c.Changes {
		least = min(least, change.Launches)
	}
	return least
}

// InconclusiveHint returns a message about how to get verdicts if all verdicts are inconclusive. Otherwise it
// returns "". It considers the changes of ratios to the native call or, if there are none, all changes.
func (c Comparison) InconclusiveHint() string {
	counts := c.relativeChanges()
	if len(counts) == 0 {
		counts = c.Changes
	}
	if slices.ContainsFunc(counts,
		func(change Change) bool { return change.Verdict != results.Inconclusive }) {
		return ""
	}
	return fmt.Sprintf("all verdicts (%d) are inconclusive; %s", len(counts),
		c.verdictRequirements(counts))
}

// decisiveWidth is the half-width of a 95 % interval, on a log scale, at which a true ratio of 1 gets the
// verdict "same" with a probability of 80 %. The half-width is 1.96 standard errors. The margin must then be
// 1.64 + 1.28 standard errors: 1.64 for one-sided tests at 5 %, and 1.28 so that both tests reject with a
// probability of 80 %.
var decisiveWidth = math.Log(results.Margin) * 1.96 / (1.64 + 1.28)

// verdictRequirements describes how to get verdicts on inconclusive changes.
func (c Comparison) verdictRequirements(open []Change) string {
	if c.Oversubscribed {
		return "there are more ranks than cores; use fewer ranks, or --allow-oversubscribed"
	}
	var widths []float64
	unknown := 0
	for _, change := range open {
		if r := change.RatioRange; r.Lo != nil && r.Hi != nil && *r.Lo > 0 {
			widths = append(widths, math.Log(*r.Hi / *r.Lo)/2)
		} else {
			unknown++
		}
	}
	const more = "take %s samples (bench --time), or launches (bench --launches), in both runs"
	if unknown > len(widths) {
		return fmt.Sprintf(
			"in %d of them a launch has fewer than %d effective samples, or its level changed; "+more, unknown,
			stats.Enough, "more")
	}
	width := stats.Median(widths)
	if width <= decisiveWidth {
		return "the ratios are near the margin of 5 %, where more samples do not help"
	}
	return fmt.Sprintf(
		"the median half-width of the intervals is %.2g %%, but verdicts at a margin of 5 %% need about "+
			"%.1g %%; "+more,
		100*width, 100*decisiveWidth,
		fmt.Sprintf("about %.2g times as many", math.Pow(width/decisiveWidth, 2)))
}
