package results

import (
	"math"
	"strings"

	"topocoll/bench/stats"
)

// A Cell is the result of one contender for one operation, rank count and size.
type Cell struct {
	Subject
	Sampling
	Summary
	TimesInC
	Overlapping
	Counterpart
	CoreWaits
	NativeComparison
	StartSkew
	LinkUse
	RankTimes
	SampleLists
}

// A Subject identifies the contender and the call that a cell measures.
type Subject struct {
	// `bcast`, `reduce`, `allgather`, `reducescatter`, `allreduce`, `scan`, `exscan`, `scatter`, `gather`,
	// `alltoall`, `shift` or `barrier`.
	Op string `json:"operation"`
	// Name of the contender: an id of `topocoll list` (the algorithm, executed from its plan), `go:ID` (the
	// same algorithm without a plan, `--uncompiled`), `plan:FILE` (`--plan`), `auto` (the choice of package
	// `coll`), `native` (the library's default algorithm), `native:NAME` (a forced native algorithm) or
	// `gompi`.
	Algo string `json:"algorithm"`
	// Number of ranks.
	P int `json:"p"`
	// Size of one rank's block. It is the whole message of bcast, reduce, allreduce, scan, exscan and shift,
	// and 0 for barrier. For the other operations it is the data that one rank sends to, or receives from, each
	// other rank.
	Bytes int `json:"bytes"`
	// Type of the words: the value of `--type`, else `float64`, or `uint8` if `bytes` is not a multiple of 8.
	Type string `json:"type"`
	// Other algorithms whose plans equal this algorithm's at this `p` and size, on every rank and for every
	// root. They are not measured separately, so this cell is also their result. Absent if there are none.
	Alike []string `json:"same_plans,omitempty"`
	// In a cell that ExpandAlike adds: the algorithm that was measured.
	Of string `json:"-"`
	// `tune` eliminated the contender because others were faster, and did not call it again. Absent otherwise.
	Lost bool `json:"lost_race,omitempty"`
}

// IsAlgorithm reports whether the contender is an algorithm of the catalog, executed from its plan.
func (s Subject) IsAlgorithm() bool {
	return s.Algo != Native && s.Algo != "gompi" && !s.IsForced() && !s.IsUnranked()
}

// Competes reports whether the contender is ranked against the native call. It returns false for the native
// call itself and for unranked contenders.
func (s Subject) Competes() bool { return s.Algo != Native && !s.IsUnranked() }

// IsUnranked reports whether the contender is measured for comparison only and never counts as the best. Such
// contenders are algorithms without a plan, plans from files, and "auto".
func (s Subject) IsUnranked() bool {
	return s.Algo == Auto || strings.HasPrefix(s.Algo, Uncompiled) || strings.HasPrefix(s.Algo, Planned)
}

// IsForced reports whether the contender is a native algorithm that was selected by name.
func (s Subject) IsForced() bool { return strings.HasPrefix(s.Algo, Native+":") }

// Sampling describes how the samples of a cell were taken.
type Sampling struct {
	// Number of samples.
	N int `json:"n"`
	// Number of samples of each launch, in order. Lists of samples hold one launch after the other. A launch
	// that did not reach this cell has no entry. Absent with one launch.
	LaunchN []int `json:"launch_n,omitempty"`
	// Why sampling ended: `rel` (the intervals of all ratios are narrow enough), `time` (time limit) or `max`
	// (maximum number of samples).
	Stop string `json:"stop"`
	// How the samples of this cell start: `dissem` if `round` was requested and the error of the clocks was
	// more than a tenth of the time of a call. With `--np` and `--sync auto`, also the method of a cell that
	// has fewer ranks than `env`, if it differs. Absent if they start as in `env`.
	Sync string `json:"sync,omitempty"`
	// Number of repetitions dropped because a rank missed the start time of `--sync round`. Absent if none.
	Late int `json:"late_repetitions,omitempty"`
}

// A Summary holds the median and the upper percentiles of a cell's samples.
type Summary struct {
	// Median of `samples_ns`. With several launches, the geometric mean of their medians.
	Median float64 `json:"median_ns"`
	// Confidence interval of the median.
	Interval Interval `json:"median_ns_95"`
	// 95th percentile. Absent with fewer than 72 samples.
	P95 float64 `json:"p95_ns,omitempty"`
	// 99th percentile. Absent with fewer than 368 samples.
	P99 float64 `json:"p99_ns,omitempty"`
}

// TimesInC holds times that are measured in C, without the call from Go.
type TimesInC struct {
	// Median of `native` if C code reads the clock directly before and after the call, as a C program would. It
	// comes from separate calls in the same repetitions. `median_ns` includes the call from Go. Absent for
	// other contenders.
	InC float64 `json:"in_c_ns,omitempty"`
	// In the cell of `native`, for blocks of at most 1 KiB: our fastest algorithm. Absent if blocks are longer,
	// if calls are non-blocking or persistent, if `--time-in-c` was set, if `tune` took the measurement, if the
	// run is oversubscribed, or if the launches disagree.
	InCBest string `json:"in_c_best,omitempty"`
	// Time of `in_c_best` divided by the time of the native call, if C code reads the clock for both. With
	// several launches, the geometric mean. Absent in the same cases as `in_c_best`, except that it is present
	// if the launches disagree.
	InCRatio float64 `json:"in_c_ratio,omitempty"`
}

// Overlapping holds the part of a non-blocking or persistent call that a computation hides.
type Overlapping struct {
	// Fraction of `median_ns`, from 0 to 1, that a computation between start and wait hides. With several
	// launches, the median. Absent for blocking calls.
	Overlap *float64 `json:"overlap,omitempty"`
	// Duration of the computation with which `overlap` was measured, when no call is in progress. It is chosen
	// to equal the duration of the call. Absent for blocking calls.
	Computing float64 `json:"computation_ns,omitempty"`
}

// A Counterpart is our version of a forced native algorithm.
type Counterpart struct {
	// In a cell of `native:NAME`: the id of our version of the same algorithm, if it was measured at this
	// size. Absent otherwise.
	Ours string `json:"same_algorithm,omitempty"`
	// Median of `same_algorithm` divided by the median of this cell. Absent if `same_algorithm` is absent.
	OursRatio float64 `json:"same_algorithm_ratio,omitempty"`
}

// CoreWaits holds the times on links without rate limits. They show how long calls wait for cores.
type CoreWaits struct {
	// Set in oversubscribed runs on an emulated network: the third quartile of the call's times when the links
	// have no rate limit. It is an upper bound on the part of `median_ns` that was spent waiting for cores.
	// With several launches, the geometric mean. Absent in other runs and with `--allow-oversubscribed`.
	Unlimited float64 `json:"unlimited_ns,omitempty"`
	// The third quartile of the native call's times when the links have no rate limit. Absent in the same cases
	// as `unlimited_ns`.
	NativeUnlimited float64 `json:"native_unlimited_ns,omitempty"`
}

// A NativeComparison compares a contender with the native call.
type NativeComparison struct {
	// Median of the native call for the same operation, rank count and size.
	NativeMedian float64 `json:"native_median_ns"`
	// This contender's time divided by the native call's time, as the median over the repetitions. With several
	// launches, the geometric mean of their ratios. A ratio below 1 means faster than the native call.
	Ratio float64 `json:"ratio"`
	// Ratio of each launch. Absent with one launch.
	LaunchRatios []float64 `json:"launch_ratios,omitempty"`
	// Confidence interval of the ratio.
	RatioRange Interval `json:"ratio_95"`
	// p-value of the hypothesis that the ratio is 1.
	PValue float64 `json:"p_value"`
	// `p_value`, corrected for multiple comparisons over the whole table (Benjamini and Hochberg); 1 for
	// `native`.
	QValue float64 `json:"q_value"`
	// p-value of the hypothesis that the ratio is within 5 % of 1. With a single launch, it is 1 if there are
	// too few samples for a verdict, or if the level of the log ratios changed.
	PMargin float64 `json:"p_margin"`
	// `p_margin`, corrected for multiple comparisons over the whole table; 1 for `native`.
	QMargin float64 `json:"q_margin"`
	// p-value of the hypothesis that the ratio differs from 1 by 5 % or more. It is 1 in the same cases as
	// `p_margin`.
	PSame float64 `json:"p_same"`
	// `p_same`, corrected for multiple comparisons over the whole table; 1 for `native`.
	QSame float64 `json:"q_same"`
	// Effective sample size of the ratio or, with several launches, the number of launches.
	Effective float64 `json:"n_eff"`
	// The level of the log ratios changed during the launch, so `ratio_95` covers both levels. Absent
	// otherwise.
	Unsteady bool `json:"unsteady,omitempty"`
	// Lag-1 autocorrelation of the log ratios, from -1 to 1.
	Lag1 float64 `json:"lag1"`
	// There were more ranks than cores. The verdict is then `inconclusive`, unless there is `unlimited_ns` or
	// `--allow-oversubscribed` was set. Absent otherwise.
	Oversubscribed bool `json:"oversubscribed,omitempty"`
	// `faster`, `slower`, `same` (within 5 %) or `inconclusive`. In a partial file that was not closed, every
	// verdict is `inconclusive`; the commands that read such a file compute the verdicts.
	Verdict string `json:"verdict"`
}

// HasLargeSkew reports whether the start skew of a cell is more than a tenth of its time.
func (c Cell) HasLargeSkew() bool { return c.SkewP95 > 0.1*c.Median }

// StartSkew holds the differences between the times at which the ranks entered the calls.
type StartSkew struct {
	// Median start skew of a sample: last start minus first start.
	SkewP50 float64 `json:"start_skew_p50_ns"`
	// 95th percentile of the start skew.
	SkewP95 float64 `json:"start_skew_p95_ns"`
	// Largest possible error between the clocks of the hosts during the measurement of this cell. Absent if all
	// ranks are on one host.
	ClockError float64 `json:"clock_error_ns,omitempty"`
}

// LinkUse holds the messages and bytes of a call, and the lower bound or the estimate of its time.
type LinkUse struct {
	// [Lower bound](../explanation/measuring.md#the-lower-bound) of the time on these links. Absent if no bytes
	// have to cross a link, if the links are not known, if all ranks are on one host, or if `--counts` or
	// `--arrival` was set.
	Bound float64 `json:"bound_ns,omitempty"`
	// Estimated time if every rank has one port, at the best median speed of `messages`. The estimate is at
	// least ceil(log2 p) times the time of the shortest message or, for a shift, at least the time of one such
	// message. It is not a bound: a call can be faster if ranks copy in parallel or start-ups overlap. Absent
	// if the links are known, if there is only one rank, or if `--counts` or `--arrival` was set.
	Estimate float64 `json:"estimate_ns,omitempty"`
	// Segment size of our algorithm, which divides longer messages into segments of this size. It comes from
	// `--segment` or from the times of `messages`. If, in a few trial calls, whole messages were faster than
	// segments, the messages are not divided. For a pipelined algorithm, such as `ring/bcast-pipelined`, it is
	// the size of the algorithm's own segments. Absent if no message is longer than this size.
	Segment int `json:"segment_bytes,omitempty"`
	// Rounds, messages and bytes of the algorithm in one call. All are 0 for native calls and gompi.
	Counters Counters `json:"counters"`
	// Bytes of one call on each link of an emulated network: between two hosts, two switches, or a host and a
	// switch. Absent on other networks.
	Links []Link `json:"links,omitempty"`
}

// Busiest returns the link that carries the most bytes of one call. It returns the zero Link if
// links were not counted.
func (u LinkUse) Busiest() (busiest Link) {
	for _, link := range u.Links {
		if link.Bytes > busiest.Bytes {
			busiest = link
		}
	}
	return busiest
}

// Yardstick returns the lower bound of the cell's time or, without one, the one-port estimate. It
// returns 0 if there is neither.
func (u LinkUse) Yardstick() (ns float64) {
	if u.Bound > 0 {
		return u.Bound
	}
	return u.Estimate
}

// RankTimes holds the times of the ranks.
type RankTimes struct {
	// Mean time of each rank over all samples, rank 0 first. Absent in a file that did not come from `bench`.
	RankMean []float64 `json:"rank_mean_ns,omitempty"`
}

// SampleLists holds the samples, one launch after the other. The samples are in the samples file. If a
// bench.json was downloaded from a page, it contains the samples too, and Load reads them from it.
type SampleLists struct {
	// Time of the slowest rank in each repetition. Entry i is from the same repetition for all contenders of a
	// case. Absent without samples.
	Samples []int64 `json:"samples_ns,omitempty"`
	// Last exit minus first entry in each repetition. Absent without samples.
	Global []int64 `json:"global_ns,omitempty"`
	// Time of the root in each repetition. Absent for operations without a root.
	Roots []int64 `json:"root_ns,omitempty"`
	// Position of each sample in its repetition, from 0: the order in which the contenders ran. Absent
	// without samples.
	Position []int `json:"positions,omitempty"`
}

// An Interval is a confidence interval at the level Confidence. An end is null in the file if there are too
// few samples for a finite end.
type Interval struct {
	// Lower end. It is null if there are too few samples for a finite end.
	Lo *float64 `json:"lo"`
	// Upper end. It is null if there are too few samples for a finite end.
	Hi *float64 `json:"hi"`
}

// IntervalOf returns the interval of an estimate. Infinite ends and NaN become null.
func IntervalOf(e stats.Estimate) Interval {
	var i Interval
	if !math.IsInf(e.Lo, 0) && !math.IsNaN(e.Lo) {
		i.Lo = &e.Lo
	}
	if !math.IsInf(e.Hi, 0) && !math.IsNaN(e.Hi) {
		i.Hi = &e.Hi
	}
	return i
}

// Native is the name of the library's default call. All ratios are relative to it.
const Native = "native"

// Names of other contenders. Uncompiled and Planned are prefixes; Auto is a complete name.
const (
	Uncompiled = "go:"   // an algorithm that sends its messages from Go, without a plan: go:ring/allgather
	Planned    = "plan:" // a plan from a file, followed by the file's name
	Auto       = "auto"  // the algorithm that package coll chooses
)

// Counters holds the rounds, messages and bytes of an algorithm in one call. Each is the maximum over the
// ranks.
type Counters struct {
	// Communication steps.
	Rounds int `json:"rounds"`
	// Messages sent.
	Messages int `json:"messages"`
	// Bytes sent.
	Bytes int `json:"bytes"`
}

// A Link is one direction of a cable between two hosts or switches, with the bytes that one call sends over
// it. The bytes include the headers of all layers, as the interface counts them.
type Link struct {
	// Host or switch that sends.
	From string `json:"from"`
	// Host or switch that receives. Each direction has its own entry.
	To string `json:"to"`
	// Bytes counted by the interface of `from`, with the headers of all layers.
	Bytes int `json:"bytes"`
}

// The four verdicts, and the margin as a ratio. Same means that the ratio is within 5 % of 1.
const (
	Faster       = "faster"
	Slower       = "slower"
	Same         = "same"
	Inconclusive = "inconclusive"
	Margin       = 1.05
)

// Short is the largest block size, in bytes, for which the time of the call from Go to C matters.
const Short = 1 << 10
