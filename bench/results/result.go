package results

import (
	"encoding/json"
	"math"

	"topocoll/bench/stats"
)

// Schema is the version of bench.json; docs/bench-json.md describes it.
const Schema = 1

// A Result is what bench.json holds.
type Result struct {
	Schema   int       `json:"schema"`
	Env      Env       `json:"env"`
	Messages []Message `json:"messages,omitempty"` // what fit begins with
	Cells    []Cell    `json:"cells"`
	Skipped  []string  `json:"skipped,omitempty"` // cells not measured, and why
	Status   string    `json:"status"`            // complete or partial
}

// MarshalJSON writes no cells as an empty list, which is what a program that reads one after the other wants.
func (r Result) MarshalJSON() ([]byte, error) {
	type fields Result
	if r.Cells == nil {
		r.Cells = []Cell{}
	}
	return json.Marshal(fields(r))
}

// A Message is what one message costs outside any collective: between two ranks with all others still,
// or with every rank exchanging with the rank a stride away at once, as the steps of a ring, a mesh and
// a hypercube do.
type Message struct {
	Pattern  string   `json:"pattern"` // pingpong: one way, ranks 0 and 1; exchange: send up and receive from below
	Stride   int      `json:"stride"`  // of an exchange; 1 for a ping-pong
	P        int      `json:"p"`
	Bytes    int      `json:"bytes"`
	N        int      `json:"n"` // samples
	Median   float64  `json:"median_ns"`
	Interval Interval `json:"median_ns_95"`
}

// Merge adds the cells of another run to r, which may be empty. The environment is that of the run with
// more ranks, of two with as many the other's, but for Oversubscribed: that is true if it was for either.
func (r *Result) Merge(other *Result) {
	crowded := r.Env.Oversubscribed || other.Env.Oversubscribed
	if len(r.Cells) == 0 {
		r.Schema, r.Status = other.Schema, other.Status
	}
	if other.Env.P >= r.Env.P {
		r.Env = other.Env
	}
	r.Env.Oversubscribed = crowded
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
	Algo  string `json:"algo"` // a catalog id, native, native:NAME or gompi
	P     int    `json:"p"`
	Bytes int    `json:"bytes"` // of one rank's block
	Type  string `json:"type"`  // of the words

	N        int      `json:"n"`                  // samples
	LaunchN  []int    `json:"launch_n,omitempty"` // how many of them are of each launch, in order; absent: all of one
	Stop     string   `json:"stop"`
	Sync     string   `json:"sync,omitempty"` // how samples start, if not as in the environment
	Late     int      `json:"late,omitempty"` // blocks dropped because a rank came too late for a start (--sync round)
	Median   float64  `json:"median_ns"`
	Interval Interval `json:"median_ns_95"`
	P95      float64  `json:"p95_ns,omitempty"` // absent with too few samples
	P99      float64  `json:"p99_ns,omitempty"`

	InC float64 `json:"in_c_ns,omitempty"` // of native: the median read in C, as a C program sees it

	NativeMedian float64   `json:"native_median_ns"`
	Ratio        float64   `json:"ratio"`                  // to native; below 1 is faster
	LaunchRatios []float64 `json:"launch_ratio,omitempty"` // that of each of several launches
	RatioRange   Interval  `json:"ratio_95"`
	PValue       float64   `json:"p_value"`  // that it is 1
	QValue       float64   `json:"q_value"`  // the same, corrected for the number of cells
	PMargin      float64   `json:"p_margin"` // that it lies within the margin
	QMargin      float64   `json:"q_margin"`
	PSame        float64   `json:"p_same"` // that it lies beyond the margin
	QSame        float64   `json:"q_same"`
	Effective    float64   `json:"n_eff"`              // how many independent samples, or launches, the ratio is of
	Unsteady     bool      `json:"unsteady,omitempty"` // the level of the ratios changed during the launch
	Lag1         float64   `json:"lag1"`               // lag-1 autocorrelation of the log ratios
	Crowded      bool      `json:"crowded,omitempty"`  // more ranks than cores: the verdict stays open
	Verdict      string    `json:"verdict"`            // faster, slower, same or open

	SkewP50 float64 `json:"skew_p50_ns"` // last start - first start
	SkewP95 float64 `json:"skew_p95_ns"`

	ClockError float64 `json:"clock_error_ns,omitempty"` // of several hosts' clocks: the largest of any host

	Bound    float64  `json:"bound_ns,omitempty"`    // no algorithm can be faster on these links; 0: they are not known
	Estimate float64  `json:"estimate_ns,omitempty"` // where they are not: of a rank with one port; no bound
	Counters Counters `json:"counters"`
	Links    []Link   `json:"links,omitempty"` // on an emulated network: what one call put on each link

	Samples []int64 `json:"samples_ns"` // longest rank, block by block
	Global  []int64 `json:"global_ns"`  // last exit - first entry
	Roots   []int64 `json:"root_ns,omitempty"`

	Position []int `json:"position,omitempty"` // of each sample in its block, from 0
}

// An Interval is a 95 % Confidence interval; null ends are infinite: too few samples.
type Interval struct {
	Lo *float64 `json:"lo"`
	Hi *float64 `json:"hi"`
}

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

// Native is the contender every other is compared with: the library's call as it comes.
const Native = "native"

// Counters are what an algorithm does whatever the clock says: the most of any rank.
type Counters struct {
	Rounds   int `json:"rounds"`
	Messages int `json:"messages"` // sent
	Bytes    int `json:"bytes"`    // sent
}

// A Link is one direction of a cable between two places of a network and the bytes that one call sent over
// it, with the headers of all layers, as the interface counted them.
type Link struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Bytes int    `json:"bytes"`
}

// The four verdicts. A margin of 5 % counts as the same.
const (
	Faster = "faster"
	Slower = "slower"
	Same   = "same"
	Open   = "open"
	Margin = 1.05
)
