package results

import (
	"encoding/json"
	"math"
	"strings"

	"topocoll/bench/stats"
)

// Schema is the version of bench.json; docs/reference/bench-json.md describes it.
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

// MarshalJSON writes an empty list, not null, for no cells.
func (r Result) MarshalJSON() ([]byte, error) {
	type fields Result
	if r.Cells == nil {
		r.Cells = []Cell{}
	}
	return json.Marshal(fields(r))
}

// A Message is the cost of a single message outside any collective: between two ranks while all others are idle or, as
// in the steps of a ring, mesh or hypercube algorithm, while every rank exchanges with the rank a stride away.
type Message struct {
	Pattern  string   `json:"pattern"` // pingpong: ranks 0 and 1, time one way; exchange: all ranks, send up and receive from below
	Stride   int      `json:"stride"`  // of an exchange; 1 for a ping-pong
	P        int      `json:"p"`
	Bytes    int      `json:"bytes"`
	N        int      `json:"n"` // samples
	Median   float64  `json:"median_ns"`
	Interval Interval `json:"median_ns_95"`
}

// Merge adds the cells of another run to r, which may be empty. The environment is that of the run with more ranks or,
// if they have equally many, the other's. Oversubscribed is true if it is true in either.
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

// A Cell is one contender at one operation, process count and size.
type Cell struct {
	Op    string `json:"op"`
	Algo  string `json:"algo"` // a catalog id, go:ID, plan:FILE, native, native:NAME or gompi
	P     int    `json:"p"`
	Bytes int    `json:"bytes"` // of one rank's block
	Type  string `json:"type"`  // of the words

	Alike []string `json:"alike,omitempty"` // other rows whose plans are the same at this p and size: the cell is theirs too
	Of    string   `json:"-"`               // of a cell of Spread: the row that was measured

	Lost bool `json:"lost,omitempty"` // the contender lost a race (bench.Race), and was measured no further

	N        int      `json:"n"`                  // samples
	LaunchN  []int    `json:"launch_n,omitempty"` // samples of each launch, in order; absent: one launch
	Stop     string   `json:"stop"`
	Sync     string   `json:"sync,omitempty"` // how samples start, if other than Env.Sync
	Late     int      `json:"late,omitempty"` // repetitions dropped because a rank missed a start time (--sync round)
	Median   float64  `json:"median_ns"`
	Interval Interval `json:"median_ns_95"`
	P95      float64  `json:"p95_ns,omitempty"` // absent with too few samples
	P99      float64  `json:"p99_ns,omitempty"`

	InC float64 `json:"in_c_ns,omitempty"` // of native: the median by clocks read in C, as in a C program
	// Of native, for short calls: the row of ours that was the best, and its time over native's, both by clocks read in C.
	InCBest  string  `json:"in_c_best,omitempty"`
	InCRatio float64 `json:"in_c_ratio,omitempty"`

	// Of calls that are started: the part of the median that is hidden behind a computation of Computing ns between start and wait.
	Overlap   *float64 `json:"overlap,omitempty"`
	Computing float64  `json:"computing_ns,omitempty"`

	// Of native:NAME: the row of ours that is the same algorithm, if it was measured beside it, and its median over this one's.
	Ours      string  `json:"ours,omitempty"`
	OursRatio float64 `json:"ours_ratio,omitempty"`

	// With more ranks than cores on an emulated network: the time within which three of four calls are done where the links
	// have no rates, and the same of native.
	Unlimited       float64 `json:"unlimited_ns,omitempty"`
	NativeUnlimited float64 `json:"native_unlimited_ns,omitempty"`

	NativeMedian   float64   `json:"native_median_ns"`
	Ratio          float64   `json:"ratio"`                  // to native; below 1 is faster
	LaunchRatios   []float64 `json:"launch_ratio,omitempty"` // ratio of each of several launches
	RatioRange     Interval  `json:"ratio_95"`
	PValue         float64   `json:"p_value"`  // of the hypothesis that the ratio is 1
	QValue         float64   `json:"q_value"`  // p_value, corrected for the number of cells
	PMargin        float64   `json:"p_margin"` // of the hypothesis that the ratio is within the margin
	QMargin        float64   `json:"q_margin"`
	PSame          float64   `json:"p_same"` // of the hypothesis that it is beyond the margin
	QSame          float64   `json:"q_same"`
	Effective      float64   `json:"n_eff"`              // effective sample size of the ratio, or number of launches
	Unsteady       bool      `json:"unsteady,omitempty"` // the level of the ratios changed during the launch
	Lag1           float64   `json:"lag1"`               // lag-1 autocorrelation of the log ratios
	Oversubscribed bool      `json:"crowded,omitempty"`  // more ranks than cores: without Unlimited the verdict is open
	Verdict        string    `json:"verdict"`            // faster, slower, same or open

	SkewP50 float64 `json:"skew_p50_ns"` // last start - first start
	SkewP95 float64 `json:"skew_p95_ns"`

	ClockError float64 `json:"clock_error_ns,omitempty"` // of the clocks of several hosts: the largest

	Bound    float64  `json:"bound_ns,omitempty"`    // no algorithm can be faster on these links; 0: links not known
	Estimate float64  `json:"estimate_ns,omitempty"` // one-port estimate if the links are not known; not a bound
	Segment  int      `json:"cut,omitempty"`         // bytes of the longest message of ours; 0: all are whole
	Counters Counters `json:"counters"`
	Links    []Link   `json:"links,omitempty"` // bytes of one call on each link of an emulated network

	Samples []int64 `json:"samples_ns"` // maximum over the ranks, repetition by repetition
	Global  []int64 `json:"global_ns"`  // last exit - first entry
	Roots   []int64 `json:"root_ns,omitempty"`

	Position []int     `json:"position,omitempty"`     // position of each sample in its repetition, from 0
	RankMean []float64 `json:"rank_mean_ns,omitempty"` // mean time of each rank
}

// An Interval has the confidence level Confidence. A null end is infinite: too few samples.
type Interval struct {
	Lo *float64 `json:"lo"`
	Hi *float64 `json:"hi"`
}

// IntervalOf returns the interval of an estimate; infinite ends and NaN become null.
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

// Native is the name of the library's default call, with which every other contender is compared.
const Native = "native"

// What the names of other contenders begin with.
const (
	Uncompiled = "go:"   // one of our procedures, called message by message, without a plan: go:ring/allgather
	Planned    = "plan:" // a plan from a file, by the file's name
	Auto       = "auto"  // the whole name of package coll's call, which is one of ours that it chooses
)

// Counters do not depend on time. Each is the maximum over the ranks.
type Counters struct {
	Rounds   int `json:"rounds"`
	Messages int `json:"messages"` // sent
	Bytes    int `json:"bytes"`    // sent
}

// A Link is one direction of a cable between two places of a network, with the bytes that one call sent over it. They
// include the headers of all layers, as the interface counts them.
type Link struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Bytes int    `json:"bytes"`
}

// The four verdicts. Ratios within a margin of 5 % count as the same.
const (
	Faster       = "faster"
	Slower       = "slower"
	Same         = "same"
	Inconclusive = "open"
	Margin       = 1.05
)

// ours reports whether a cell is of one of the procedures of the catalog, carried out from its plan.
func (c Cell) IsAlgorithm() bool {
	return c.Algo != Native && c.Algo != "gompi" && !c.IsForced() && !c.IsUnranked()
}

// Competes reports whether the cell can be faster than native: it is neither native nor unranked.
func (c Cell) Competes() bool { return c.Algo != Native && !c.IsUnranked() }

// Aside reports whether a contender is measured for comparison with ours, and so is not the best of anything: a procedure
// that is not compiled, a plan from a file, or the one of ours that package coll chooses.
func (c Cell) IsUnranked() bool {
	return c.Algo == Auto || strings.HasPrefix(c.Algo, Uncompiled) || strings.HasPrefix(c.Algo, Planned)
}

// Forced reports whether the cell is a native algorithm that was forced.
func (c Cell) IsForced() bool { return strings.HasPrefix(c.Algo, Native+":") }

// Short is the largest block in bytes of calls so short that the call from Go tells.
const Short = 1 << 10

// Busiest returns the link that carried the most bytes of one call; the zero Link if links were not counted.
func (c Cell) Busiest() (busiest Link) {
	for _, link := range c.Links {
		if link.Bytes > busiest.Bytes {
			busiest = link
		}
	}
	return busiest
}

// Yardstick returns the time, other than native's, with which a cell is compared: its bound or, without one, its
// one-port estimate. It is 0 if there is neither.
func (c Cell) Yardstick() (ns float64) {
	if c.Bound > 0 {
		return c.Bound
	}
	return c.Estimate
}
