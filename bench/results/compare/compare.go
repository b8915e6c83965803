package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A Change is one cell measured twice, in files A and B.
type Change struct {
	results.Key
	A, B     float64 // medians, ns
	Relative bool    // Ratio compares the ratios to native; otherwise the times, as for native itself
	Launches int     // of the file with fewer launches
	Outcome

	log stats.Launches // of B / A
}

// A Comparison is the outcome of comparing two results.
type Comparison struct {
	Changes        []Change
	OnlyA, OnlyB   int      // cells that are in one file only
	Differ         []string // differences of the environments that affect times
	Oversubscribed bool     // more ranks than cores: all verdicts are open
}

// Compare pairs the cells of b with those of a, in the order of a. It compares ratios to native,
// which was measured in the same repetitions, because the machine may have been faster or slower
// during b. The launch is the unit of analysis: the means over launches are compared. If either
// file has only one launch, the comparison rests on the samples within it. Verdicts follow the
// rules of Judge.
func Compare(a, b *results.Result, oversubscribed bool) Comparison {
	keys, inA := timesByKey(a)
	others, inB := timesByKey(b)
	c := Comparison{
		Differ:         differences(a, b),
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
	c.judge(newPrior(c.relativeChanges()))
	return c
}

// relativeChanges returns the changes of ratios to native.
func (c Comparison) relativeChanges() []Change {
	return slices.DeleteFunc(slices.Clone(c.Changes), func(change Change) bool { return !change.Relative })
}

// judge gives the changes their verdicts, in the same way as Judge.
func (c *Comparison) judge(prior stats.Prior) {
	var logs []stats.Launches
	for _, change := range c.Changes {
		log := change.log
		if change.Launches > 1 {
			log = log.Given(prior)
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

// newPrior is the variance between launches that all changes with several launches in both files
// suggest.
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

// newTimeChange is of the times, whatever native took.
func newTimeChange(key results.Key, a, b map[results.Key]launches) Change {
	ofA, ofB := a[key], b[key]
	return Change{
		Key: key, A: ofA.medianTime(), B: ofB.medianTime(),
		Launches: min(len(ofA), len(ofB)), log: ofB.logRatioTo(ofA),
	}
}

// Slower returns the changes that count as regressions of B: the ratio to native has the verdict
// slower, and has grown by more than the given fraction. The largest comes first.
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

// Launches returns the least number of launches behind any change, counted in the file with fewer.
func (c Comparison) Launches() int {
	least := math.MaxInt
	for _, change := range c.Changes {
		least = min(least, change.Launches)
	}
	return least
}

// Undecided says what a verdict would take, if none of the changes that count as regressions has
// one: those of ratios to native or, without any, all. It is "" if one is decided.
func (c Comparison) Undecided() string {
	counts := c.relativeChanges()
	if len(counts) == 0 {
		counts = c.Changes
	}
	if slices.ContainsFunc(counts, func(change Change) bool { return change.Verdict != results.Inconclusive }) {
		return ""
	}
	return fmt.Sprintf("nothing is decided: all verdicts (%d) are open; %s", len(counts),
		c.whatVerdictsTake(counts))
}

// decisive is the half-width of an interval in which a ratio of 1 gets its verdict in four of five
// cases: 1.96 standard errors, if the margin is the 1.64 of a test at 5 % and the 1.28 of that
// probability.
var decisiveWidth = math.Log(results.Margin) * 1.96 / (1.64 + 1.28)

// wants says what open changes would take to be decided.
func (c Comparison) whatVerdictsTake(open []Change) string {
	if c.Oversubscribed {
		return "there are more ranks than cores; want fewer ranks, or --allow-oversubscribed"
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
	const more = "want %s samples (bench --time), or launches (bench --launches), in both runs"
	if unknown > len(widths) {
		return fmt.Sprintf("in %d a launch has fewer than %d effective samples, or its level changed; "+more,
			unknown, stats.Enough, "more")
	}
	width := stats.Median(widths)
	if width <= decisiveWidth {
		return "the ratios are near the margin of 5 %; want other runs, or accept that"
	}
	return fmt.Sprintf("the median interval is +-%.2g %% and verdicts at a margin of 5 %% take about +-%.1g %%; "+more,
		100*width, 100*decisiveWidth, fmt.Sprintf("about %.2g times as many", math.Pow(width/decisiveWidth, 2)))
}
