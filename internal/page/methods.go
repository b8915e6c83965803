package page

import (
	"fmt"

	"topocoll/bench/results"
)

// methodsOf describes the method of measurement that the flags of the run selected.
func methodsOf(r *results.Result) []string {
	e := r.Env
	begin := map[string]string{
		"dissem":  "a dissemination barrier of our own, the same one whatever is measured",
		"round":   "a common deadline on the clock, given out by rank 0",
		"barrier": "MPI_Barrier",
	}[e.Sync]
	if begin == "" {
		begin = e.Sync
	}
	dashed := "a one-port estimate: what an operation would take with one port a rank at the median " +
		"speed of this run's own single messages, and not less than ⌈log₂ p⌉ start-ups, for a shift one. " +
		"It is no bound: ranks that copy in parallel, or a start-up hidden behind another, lie below it"
	if e.LinksKnown(e.P) {
		dashed = "the lower bound: the bytes that must cross the worst cut of the network, around one " +
			"host or several, over all the links of that cut (docs/explanation/measuring.md, The lower " +
			"bound). No algorithm can be faster, but for the little that an idle emulated link lets " +
			"through at once"
	}
	cache := map[string]string{
		results.Cold: " The caches are cold: every call has words of its own, in an arena larger than " +
			"the caches, so whoever comes first in a repetition has no more to fetch than whoever comes " +
			"last. After a change of root one call is not timed.",
		results.Warm: " The caches are warm: all calls are on one buffer, and after a change of root one " +
			"is not timed, so every call finds what a call with the same root left.",
	}[e.Cache]
	return []string{
		fmt.Sprintf(
			"All contenders ran in the same processes. In each repetition every one runs once, in an "+
				"order drawn anew (seed %d), and all have the same root, which goes round from "+
				"repetition to repetition. Each call begins after %s%s.",
			e.Seed, begin, unsureStarts(r)) + cache,
		clocksOf(r) +
			" A sample is the time of the rank that took longest: the root of a broadcast leaves early. " +
			"The time without a call, " +
			micros(e.Overhead) + " µs, is not subtracted.",
		"Every contender's result is compared with the expected one word by word before and after it is " +
			"timed. Samples before the times have settled are dropped; no other sample is.",
		"Of one launch, a time is the median of the samples and a ratio the exponential of the median of " +
			"ln(ours / native) over the repetitions. The 95 % intervals are from order statistics, with " +
			"as many samples as are effective: n over the correlation time of the series. Where the " +
			"level of a series changes, the interval spans the levels. Of several launches each gives " +
			"one value, their mean is taken, and the interval is Student's t with the variance moderated " +
			"by what all cells say of how much launches differ (Smyth 2004).",
		"Verdicts are tests against a margin of 5 %: that the ratio lies within it, and that it lies " +
			"beyond it, each corrected over the whole table (Benjamini and Hochberg), so that of the " +
			"cells called different, and of those called the same, at most 5 % are expected to be wrong. " +
			"One launch needs 50 effective samples and one level for a verdict. Everything else is open.",
		"Bytes are those of one rank's block; 1K is 1024. Bandwidth is in GB/s of 10⁹ bytes. The bus " +
			"bandwidth is the total over the time, scaled as nccl-tests does so that operations can be " +
			"compared with the speed of a link; it makes sense where all links are alike.",
		"The dashed line of a chart is " + dashed + ".",
	}
}

// clocksOf describes how starts and ends on different ranks can be compared.
func clocksOf(r *results.Result) string {
	if r.Env.Clock == "node" {
		return "All ranks read one clock, that of their machine, so start and end can be compared directly."
	}
	most := r.Env.ClockError
	for _, c := range r.Cells {
		most = max(most, c.ClockError)
	}
	if most == 0 { // a file from before the error was recorded
		return "The clocks of the hosts were aligned before the run; what is left of their difference is " +
			"in the start skew."
	}
	return "The clocks of the hosts were aligned with rank 0's at every cell, by the quickest of some " +
		"messages there and back, and their drift is a line through the last alignments. They were off " +
		"by at most " +
		micros(most) +
		" µs, as far as can be seen: that messages take longer one way than the other cannot be."
}

// unsureStarts says how many cells started after a barrier because the clocks were not accurate enough.
func unsureStarts(r *results.Result) string {
	other := 0
	for _, c := range r.Cells {
		if c.Sync != "" {
			other++
		}
	}
	if other == 0 {
		return ""
	}
	return fmt.Sprintf(
		"; in %d of %d cells after a dissemination barrier of our own, because the clocks were not known "+
			"to a tenth of the time", other, len(r.Cells))
}
