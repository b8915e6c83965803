package page

import (
	"fmt"

	"topocoll/bench/results"
)

// methodsOf says how the numbers came about, from the flags of the run.
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
	clock := "All ranks read one clock, that of their machine, so start and end can be compared directly."
	if e.Clock != "node" {
		clock = "The clocks of the hosts were aligned before the run; what is left of their difference is in the start skew."
	}
	cache := map[string]string{
		results.Cold: " The caches are cold: every call has words of its own, in an arena larger than the caches, so whoever comes first in a block has no more to fetch than whoever comes last. After a change of root one call is not timed.",
		results.Warm: " The caches are warm: all calls are on one buffer, and after a change of root one is not timed, so every call finds what a call with the same root left.",
	}[e.Cache]
	return []string{
		fmt.Sprintf("All contenders ran in the same processes. In each block every one runs once, in an order drawn anew (seed %d), and all have the same root, which goes round from block to block. Each call begins after %s.",
			e.Seed, begin) + cache,
		clock + " A sample is the time of the rank that took longest: the root of a broadcast leaves early. The time without a call, " +
			micros(e.Overhead) + " µs, is not subtracted.",
		"Every contender's result is compared with the expected one word by word before and after it is timed. Samples before the times have settled are dropped; no other sample is.",
		"A time is the median of the samples, with the exact 95 % interval from order statistics. A ratio is the exponential of the median of ln(ours / native) over the blocks, with the same kind of interval; where neighbouring blocks resemble each other, with that of a moving-block bootstrap.",
		"The test is Wilcoxon's signed rank of the log ratios; its p values are corrected over the whole table (Benjamini and Hochberg), so that at most 5 % of the cells called different are expected not to be. Faster: the interval ends below 1/1.05 and q is at most 0.05. Slower: it begins above 1.05. Same: it lies within 5 % of 1. Open: anything else.",
		"Bytes are those of one rank's block; 1K is 1024. Bandwidth is in GB/s of 10⁹ bytes. The bus bandwidth is the total over the time, scaled as nccl-tests does so that operations can be compared with the speed of a link; it makes sense where all links are alike.",
	}
}
