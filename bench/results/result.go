package results

import (
	"encoding/json"
	"math"
	"strings"

	"topocoll/bench/stats"
)

// Schema is the version of bench.json, which docs/reference/bench-json.md describes.
const Schema = 1

// A Result is the content of bench.json.
type Result struct {
	Schema   int       `json:"schema"`
	Env      Env       `json:"env"`
	Messages []Message `json:"messages,omitempty"` // single messages, for fit
	Cells    []Cell    `json:"cells"`
	Skipped  []string  `json:"skipped,omitempty"` // cells not measured, and why
	Status   string    `json:"status"`            // complete or partial
}

// MarshalJSON writes an empty list, not null, if there are no cells.
func (r Result) MarshalJSON() ([]byte, error) {
	type fields Result
	if r.Cells == nil {
		r.Cells = []Cell{}
	}
	return json.Marshal(fields(r))
}

// A Message is the time of a single message outside any collective. In a ping-pong all other ranks
// are idle. In an exchange every rank exchanges with the rank a stride away, as in a step of a
// ring, mesh or hypercube algorithm.
type Message struct {
	// pingpong: ranks 0 and 1, time one way; exchange: all ranks, send up and receive from below
	Pattern  string   `json:"pattern"`
	Stride   int      `json:"stride"` // of an exchange; 1 for a ping-pong
	P        int      `json:"p"`
	Bytes    int      `json:"bytes"`
	N        int      `json:"n"` // samples
	Median   float64  `json:"median_ns"`
	Interval Interval `json:"median_ns_95"`
}

// Merge adds the cells of another run to r, which may be empty. The environment of the run with
// more ranks is kept, or the other run's if both have as many. Oversubscribed becomes true if it is
// true in either.
func (r *Result) Merge(other *Result) {
	oversubscribed := r.Env.Oversubscribed || other.Env.Oversubscribed
	if len(r.Cells) == 0 {
		r.Schema, r.Status = other.Schema, other.Status
	}
	if other.Env.P >= r.Env.P {
		r.Env = other.Env
	}
	r.Env.Oversubscribed = oversubscribed
	r.Messages = append(r.Messages, other.Messages...)
	r.Cells = append(r.Cells, other.Cells...)
	r.Skipped = append(r.Skipped, other.Skipped...)
	if other.Status == "partial" {
		r.Status = "partial"
	}
}

// A Cell is the result of one contender for one operation, number of ranks and size.
type Cell struct {
	Op    string `json:"op"`
	Algo  string `json:"algo"` // a catalog id, go:ID, plan:FILE, native, native:NAME or gompi
	P     int    `json:"p"`
	Bytes int    `json:"bytes"` // of one rank's block
	Type  string `json:"type"`  // of the words

	// other algorithms with the same plans here; the cell counts for them
	Alike []string `json:"alike,omitempty"`
	Of    string   `json:"-"` // in a cell that ExpandAlike adds: the measured algorithm

	Lost bool `json:"lost,omitempty"` // the contender lost a race (bench.Race) and was measured no further

	N       int    `json:"n"`                  // samples
	LaunchN []int  `json:"launch_n,omitempty"` // samples of each launch, in order; absent: one launch
	Stop    string `json:"stop"`
	Sync    string `json:"sync,omitempty"` // start of a sample, if not Env.Sync
	// repetitions dropped because a rank missed a start time (--sync round)
	Late     int      `json:"late,omitempty"`
	Median   float64  `json:"median_ns"`
	Interval Interval `json:"median_ns_95"`
	P95      float64  `json:"p95_ns,omitempty"` // absent with too few samples
	P99      float64  `json:"p99_ns,omitempty"`

	InC float64 `json:"in_c_ns,omitempty"` // native only: the median if C reads the clock, as in a C program
	// Native only, for short calls: our fastest algorithm, and its time divided by native's. C
	// reads the clock for both.
	InCBest  string  `json:"in_c_best,omitempty"`
	InCRatio float64 `json:"in_c_ratio,omitempty"`

	// Non-blocking and persistent calls only: the fraction of the median that overlaps with a
	// computation of Computing ns between start and wait.
	Overlap   *float64 `json:"overlap,omitempty"`
	Computing float64  `json:"computing_ns,omitempty"`

	// Forced algorithms only: our row of the same algorithm, if it was measured, and its median
	// divided by this cell's.
	Ours      string  `json:"ours,omitempty"`
	OursRatio float64 `json:"ours_ratio,omitempty"`

	// Oversubscribed runs on an emulated network only: the third quartile of the times on links
	// without rates, of this contender and of native.
	Unlimited       float64 `json:"unlimited_ns,omitempty"`
	NativeUnlimited float64 `json:"native_unlimited_ns,omitempty"`

	NativeMedian float64   `json:"native_median_ns"`
	Ratio        float64   `json:"ratio"`                  // to native; below 1 is faster
	LaunchRatios []float64 `json:"launch_ratio,omitempty"` // ratio of each of several launches
	RatioRange   Interval  `json:"ratio_95"`
	PValue       float64   `json:"p_value"`  // of the hypothesis that the ratio is 1
	QValue       float64   `json:"q_value"`  // p_value, corrected for the number of cells
	PMargin      float64   `json:"p_margin"` // of the hypothesis that the ratio is within the margin
	QMargin      float64   `json:"q_margin"`
	PSame        float64   `json:"p_same"` // of the hypothesis that the ratio is beyond the margin
	QSame        float64   `json:"q_same"`
	// effective sample size of the ratio, or number of launches
	Effective float64 `json:"n_eff"`
	Unsteady  bool    `json:"unsteady,omitempty"` // the level of the ratios changed during the launch
	Lag1      float64 `json:"lag1"`               // lag-1 autocorrelation of the log ratios
	// more ranks than cores; without Unlimited the verdict is inconclusive
	Oversubscribed bool   `json:"crowded,omitempty"`
	Verdict        string `json:"verdict"` // faster, slower, same or open

	SkewP50 float64 `json:"skew_p50_ns"` // last start - first start
	SkewP95 float64 `json:"skew_p95_ns"`

	ClockError float64 `json:"clock_error_ns,omitempty"` // the largest error of the clocks of several hosts

	Bound    float64 `json:"bound_ns,omitempty"`    // lower bound of the time on these links; 0: unknown links
	Estimate float64 `json:"estimate_ns,omitempty"` // one-port estimate for unknown links; not a bound
	// bytes of the longest message of our algorithm; 0: whole messages
	Segment  int      `json:"cut,omitempty"`
	Counters Counters `json:"counters"`
	Links    []Link   `json:"links,omitempty"` // bytes of one call on each link of an emulated network

	Samples []int64 `json:"samples_ns"` // maximum over the ranks, repetition by repetition
	Global  []int64 `json:"global_ns"`  // last exit - first entry
	Roots   []int64 `json:"root_ns,omitempty"`

	Position []int     `json:"position,omitempty"`     // position of each sample in its repetition, from 0
	RankMean []float64 `json:"rank_mean_ns,omitempty"` // mean time of each rank
}

// An Interval has the confidence level Confidence. A null end is infinite, because there are too
// few samples.
type Interval struct {
	Lo *float64 `json:"lo"`
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

// Prefixes of the names of other contenders, and Auto, which is a whole name.
const (
	Uncompiled = "go:"   // an algorithm without a plan, called message by message: go:ring/allgather
	Planned    = "plan:" // a plan from a file, followed by the file's name
	Auto       = "auto"  // the algorithm that package coll chooses
)

// Counters do not depend on time. Each is the maximum over the ranks.
type Counters struct {
	Rounds   int `json:"rounds"`
	Messages int `json:"messages"` // sent
	Bytes    int `json:"bytes"`    // sent
}

// A Link is one direction of a cable between two places of a network, with the bytes that one call
// sends over it. The bytes include the headers of all layers, as the interface counts them.
type Link struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Bytes int    `json:"bytes"`
}

// The four verdicts. A ratio within the margin of 5 % is the same.
const (
	Faster       = "faster"
	Slower       = "slower"
	Same         = "same"
	Inconclusive = "open"
	Margin       = 1.05
)

// IsAlgorithm reports whether the contender is an algorithm of the catalog, executed from its plan.
func (c Cell) IsAlgorithm() bool {
	return c.Algo != Native && c.Algo != "gompi" && !c.IsForced() && !c.IsUnranked()
}

// Competes reports whether the cell can be faster than native: it is neither native nor unranked.
func (c Cell) Competes() bool { return c.Algo != Native && !c.IsUnranked() }

// IsUnranked reports whether the contender is measured for comparison only and never counts as the
// best: an algorithm without a plan, a plan from a file, or the algorithm that package coll
// chooses.
func (c Cell) IsUnranked() bool {
	return c.Algo == Auto || strings.HasPrefix(c.Algo, Uncompiled) || strings.HasPrefix(c.Algo, Planned)
}

// IsForced reports whether the contender is a native algorithm that was selected by name.
func (c Cell) IsForced() bool { return strings.HasPrefix(c.Algo, Native+":") }

// Short is the largest block in bytes of calls that are so short that the call from Go matters.
const Short = 1 << 10

// Busiest returns the link that carries the most bytes of one call. It returns the zero Link if
// links were not counted.
func (c Cell) Busiest() (busiest Link) {
	for _, link := range c.Links {
		if link.Bytes > busiest.Bytes {
			busiest = link
		}
	}
	return busiest
}

// Yardstick returns the lower bound of the cell's time or, without one, the one-port estimate. It
// returns 0 if there is neither.
func (c Cell) Yardstick() (ns float64) {
	if c.Bound > 0 {
		return c.Bound
	}
	return c.Estimate
}
