package page

import (
	"fmt"

	"topocoll/bench/results"
)

func describeMethods(r *results.Result) []string {
	e := r.Env
	begin := map[string]string{
		"dissem":  "topocoll's own dissemination barrier, which is the same for every contender",
		"round":   "a common start time, which rank 0 sets",
		"barrier": "MPI_Barrier",
	}[e.Sync]
	if begin == "" {
		begin = e.Sync
	}
	dashed := "a one-port estimate: the operation's time if each rank sent and received through one port, " +
		"at the highest median speed of the point-to-point messages timed in this run. The estimate is never " +
		"below the time of ⌈log₂ p⌉ start-ups (one for a shift). It is not a bound: an algorithm can be " +
		"faster if ranks copy in parallel or start-ups overlap"
	if e.LinksKnown(e.P) {
		dashed = "the lower bound: the time in which all links of the network's worst cut (around one host or " +
			"several) carry the bytes that must cross it (docs/explanation/measuring.md, The lower bound). No " +
			"algorithm can be faster, except for the few bytes that an idle emulated link transmits without delay"
	}
	cache := map[string]string{
		results.Cold: " The caches are cold: every call has its own buffers, in an arena larger than the " +
			"caches, so the first contender of a repetition fetches no more from memory than the last.",
		results.Warm: " The caches are warm: all calls use the same buffers.",
	}[e.Cache]
	root := "which rotates from repetition to repetition"
	if e.Root == nil {
		cache += " After a change of root, one call is not timed."
	} else {
		root = fmt.Sprintf("rank %d", *e.Root)
	}
	return []string{
		fmt.Sprintf(
			"All contenders ran in the same processes. In each repetition, every contender runs once, in a new "+
				"random order (seed %d). All contenders have the same root, %s. Each call begins after %s%s.",
			e.Seed, root, begin, describeBarrierStarts(r)) + cache,
		describeClocks(r) +
			" A sample is the longest time of any rank, because the root of a broadcast, for example, returns " +
			"before the other ranks have the data. A sample without a call takes " +
			micros(e.Overhead) + " µs, which is not subtracted.",
		"Every contender's result is compared with the expected result word by word, before and after the " +
			"contender is timed. Samples before the times settle are dropped; all other samples are kept.",
		"With one launch, a time is the median of the samples, and a ratio is the exponential of the median of " +
			"ln(ours / native) over the repetitions. The 95 % intervals are order-statistic intervals, based on " +
			"the effective number of samples: n divided by the correlation time of the series. Where a series " +
			"shifts to a new level, the interval covers all levels. With several launches, each gives one value, " +
			"and the result is their mean. Its interval is based on Student's t distribution; each cell's " +
			"variance between launches is shrunk towards the typical variance of all cells (Smyth 2004).",
		"A verdict comes from two tests with a margin of 5 %: one for a ratio inside the margin, and " +
			"one for a ratio outside. Each test is corrected over the whole table (Benjamini and Hochberg), so " +
			`at most 5 % of the verdicts "faster" and "slower", and at most 5 % of the verdicts "same", are ` +
			"expected to be wrong. With one launch, a verdict needs 50 effective samples without a " +
			"change of level. Every other cell is inconclusive.",
		"A size is the number of bytes of one rank's block; 1K is 1024 bytes. 1 GB/s is 10⁹ bytes per second. " +
			"The bus bandwidth is the total size divided by the time, scaled as in nccl-tests, so that it can be " +
			"compared with the rate of a link. It is meaningful only if all links have the same rate.",
		"The dashed line of a chart is " + dashed + ".",
	}
}

// describeClocks describes how starts and ends on different ranks can be compared.
func describeClocks(r *results.Result) string {
	if r.Env.Clock == "node" {
		return "All ranks read the clock of one machine, so their start and end times can be compared directly."
	}
	most := r.Env.ClockError
	for _, c := range r.Cells {
		most = max(most, c.ClockError)
	}
	return "The clocks of the hosts were aligned with rank 0's clock for every cell, using the shortest of " +
		"several round trips. Clock drift was modelled as a line through the last alignments. The clocks were " +
		"then off by at most " +
		micros(most) +
		" µs, not including any asymmetry in the round trips, which cannot be measured."
}

// describeBarrierStarts states in how many cells the calls began after a barrier, because the clocks were not
// accurate enough. It returns "" if there are none.
func describeBarrierStarts(r *results.Result) string {
	other := 0
	for _, c := range r.Cells {
		if c.Sync == "dissem" {
			other++
		}
	}
	if other == 0 {
		return ""
	}
	return fmt.Sprintf(
		"; in %d of %d cells after topocoll's own dissemination barrier, because the error of the clocks was "+
			"more than a tenth of the time", other, len(r.Cells))
}
