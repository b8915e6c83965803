package results

import (
	"fmt"
	"math"

	"topocoll/bench/stats"
)

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
	return -math.Log(1 - share(c.Unlimited, c.Median)), -math.Log(1 - share(c.NativeUnlimited, c.NativeMedian))
}

// share is the part of a time that the cores take, below 1 so that the rest has a logarithm.
func share(unlimited, time float64) float64 {
	const most = 1 - 1e-9
	return min(most, unlimited/time)
}

// coresText says which part of the times the cores take; "" if it is not known.
func coresText(r *Result) string {
	least, most := math.Inf(1), 0.0
	for _, c := range r.Cells {
		if c.Unlimited > 0 {
			part := share(c.Unlimited, c.Median)
			least, most = min(least, part), max(most, part)
		}
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("on links without rates the calls take %.0f to %.0f %% of their time", math.Floor(100*least), math.Ceil(100*most))
}

// fewText counts the cells of ours that are open because one launch has too few samples of them, or of too different levels; ""
// if there are none.
func fewText(r *Result) string {
	open, few := 0, 0
	for _, c := range r.Cells {
		if !rival(c) || c.Verdict != Inconclusive {
			continue
		}
		open++
		if len(c.LaunchRatios) == 0 && (c.Unsteady || c.Effective < stats.Enough) && (c.CoresKnown() || !c.Oversubscribed) {
			few++
		}
	}
	if few == 0 || r.Env.Launches > 1 {
		return ""
	}
	return fmt.Sprintf("%d of %d open: too few samples for one launch, which needs %d of one level (--time takes more; --launches 3 needs few)", few, open, stats.Enough)
}
