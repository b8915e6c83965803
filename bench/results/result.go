package results

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Schema is the version of bench.json, which docs/reference/bench-json.md describes.
const Schema = 2

// A Result is the content of bench.json. The comments of the fields of Result and of the types below it are
// the text of the tables in docs/reference/bench-json.md: see "make docs".
type Result struct {
	// Version of the file format.
	Schema int `json:"schema"`
	// Everything that the times depend on, besides the algorithms.
	Env Env `json:"env"`
	// Times of single messages outside any collective: the input of `fit`. Absent with one rank.
	Messages []Message `json:"messages,omitempty"`
	// One entry for each operation, contender, rank count and size, in the order of measurement.
	Cells []Cell `json:"cells"`
	// What the user asked for but the run did not measure, or measured in a different way, with the reasons.
	// Absent if empty.
	Skipped []string `json:"skipped,omitempty"`
	// `complete`, or `partial` if `--limit`, a signal or a failure stopped the run.
	Status string `json:"status"`
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
	// `pingpong`: one way between ranks 0 and 1, while the other ranks wait. `exchange`: every rank sends to
	// the rank one stride above and receives from the rank one stride below, all at the same time.
	Pattern string `json:"pattern"`
	// Stride of an exchange: 1, 2, 4, ...; 1 for a ping-pong.
	Stride int `json:"stride"`
	// Number of ranks.
	P int `json:"p"`
	// Size of one message.
	Bytes int `json:"bytes"`
	// Number of samples.
	N int `json:"n"`
	// Median time of one message. A sample is the time of the slowest rank.
	Median float64 `json:"median_ns"`
	// Confidence interval of the median.
	Interval Interval `json:"median_ns_95"`
}

// keepSync sets the field Sync of cells that were measured with the method `sync`, before they get an
// environment with the method `other`.
func keepSync(cells []Cell, sync, other string) {
	for i := range cells {
		if sync != other {
			cells[i].Sync = cmp.Or(cells[i].Sync, sync)
		}
	}
}

// Merge adds the cells of another run to r, which may be empty. r.Env becomes other.Env, unless r has more
// ranks. Start remains the start of the first run, because the samples file contains it too. Oversubscribed
// becomes true if it is true in either run. Cores is taken from an oversubscribed run.
func (r *Result) Merge(other *Result) {
	oversubscribed := r.Env.Oversubscribed || other.Env.Oversubscribed
	cores := cmp.Or(r.Env.Cores, other.Env.Cores)
	start := cmp.Or(r.Env.Start, other.Env.Start)
	if len(r.Cells) == 0 {
		r.Schema, r.Status = other.Schema, other.Status
	}
	cells := slices.Clone(other.Cells)
	if other.Env.P >= r.Env.P {
		keepSync(r.Cells, r.Env.Sync, other.Env.Sync)
		r.Env = other.Env
	} else {
		keepSync(cells, other.Env.Sync, r.Env.Sync)
	}
	r.Env.Oversubscribed, r.Env.Cores, r.Env.Start = oversubscribed, cores, start
	r.Messages = append(r.Messages, other.Messages...)
	r.Cells = append(r.Cells, cells...)
	r.Skipped = append(r.Skipped, other.Skipped...)
	if other.Status == "partial" {
		r.Status = "partial"
	}
}
