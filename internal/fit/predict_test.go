package fit

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

func cellOf(op, algo string, p, blockBytes, messages, sent int, ns float64) results.Cell {
	return results.Cell{Subject: results.Subject{Op: op, Algo: algo, P: p, Bytes: blockBytes, Type: "float64"},
		Summary: results.Summary{Median: ns},
		LinkUse: results.LinkUse{Counters: results.Counters{Messages: messages, Bytes: sent}}}
}

func predicted(t *testing.T, r *results.Result, from string) float64 {
	for _, p := range Predict(r, Of(r)) {
		if by := p.By[slices.Index(Patterns[:], from)]; by.Time > 0 {
			return by.Time
		}
	}
	require.Fail(t, "no prediction from "+from)
	return 0
}

// The prediction for a broadcast equals (ts + tw m) log p, computed by hand with log 8 = 3 and m = 1024
// bytes.
func TestPredictsBcastByHand(t *testing.T) {
	r := &results.Result{
		Messages: one.measured("pingpong", 1, 8, noError),
		Cells:    []results.Cell{cellOf("bcast", "hcube/bcast", 8, 1024, 3, 3*1024, 3000)},
	}
	require.Len(t, Predict(r, Of(r)), 1)
	assert.Zero(t, Predict(r, Of(r))[0].By[1], "no exchange was measured")
	assert.InEpsilon(t, 3*(900+0.12*1024), predicted(t, r, "pingpong"), 1e-6)

	r.Cells[0].Type, r.Cells[0].Bytes, r.Cells[0].Counters.Bytes = "uint8", 1021, 3*1021
	assert.InEpsilon(t, 3*(900+0.12*1021), predicted(t, r, "pingpong"), 1e-6, "words of one byte")
}

// The line for the mean message size is used. The blocks of a gather are short, but its messages are not.
func TestTheLineOfTheMeanMessage(t *testing.T) {
	r := &results.Result{
		Messages: two.measured("pingpong", 1, 8, noError),
		Cells:    []results.Cell{cellOf("allgather", "hcube/allgather", 8, 2048, 3, 7*2048, 3000)},
	}
	assert.InEpsilon(t, 3*2400+0.08*2048*7, predicted(t, r, "pingpong"), 1e-6,
		"the second line applies to the mean message of 4779 B")
	r.Cells[0].Counters.Messages = 7
	assert.InEpsilon(t, 3*600+0.25*2048*7, predicted(t, r, "pingpong"), 1e-6)
}

// The prediction uses the exchanges at the distances that the topology uses. A ring sends to the next rank,
// and a hypercube to ranks at every power of two.
func TestStridesOfATopology(t *testing.T) {
	near, far := steps{{0, 1000, 0.1}}, steps{{0, 3000, 0.3}}
	r := &results.Result{Messages: near.measured("exchange", 1, 4, noError)}
	r.Messages = append(r.Messages, far.measured("exchange", 2, 4, noError)...)
	r.Cells = []results.Cell{cellOf("allgather", "ring/allgather", 4, 8, 3, 24, 1)}
	assert.InEpsilon(t, 3*(1000+0.8), predicted(t, r, "exchange"), 1e-6)
	r.Cells = []results.Cell{cellOf("bcast", "hcube/bcast", 4, 8, 2, 16, 1)}
	assert.InEpsilon(t, 2*(2000+0.2*8), predicted(t, r, "exchange"), 1e-6)
	r.Cells = []results.Cell{cellOf("allgather", "mesh/allgather", 4, 8, 2, 24, 1)}
	assert.InEpsilon(t, 2*2000+0.2*8*3, predicted(t, r, "exchange"), 1e-6)
	r.Env.Mesh = "1x4"
	assert.InEpsilon(t, 3*1000+0.1*8*3, predicted(t, r, "exchange"), 1e-6, "one row is a ring")
}

// The formula uses the mean size of the parts. 1250 words are divided into 12 parts of 104 or 105 words.
func TestPipelines(t *testing.T) {
	r := &results.Result{
		Messages: one.measured("pingpong", 1, 4, noError),
		Cells:    []results.Cell{cellOf("bcast", "ring/bcast-pipelined", 4, 10_000, 12, 10_000, 1)},
	}
	r.Cells[0].Segment = 8 * 105
	assert.InEpsilon(t, (900+0.12*10_000/12)*(12+4-2), predicted(t, r, "pingpong"), 2e-4)
}

// A procedure that is not compiled has no plans. With messages in two segments, a binomial tree of depth two
// takes the time of four messages with one port.
func TestCutAndUncompiled(t *testing.T) {
	segmented, uncompiled := cellOf("bcast", "hcube/bcast", 4, 16, 4, 32, 1),
		cellOf("bcast", "go:hcube/bcast", 4, 16, 2, 32, 1)
	segmented.Segment = 8
	r := &results.Result{Messages: one.measured("pingpong", 1, 4, noError),
		Cells: []results.Cell{uncompiled, segmented}}
	require.Len(t, Predict(r, Of(r)), 1)
	assert.InEpsilon(t, 4*(900+0.12*8), predicted(t, r, "pingpong"), 1e-6)
}

// A cell with the time 0 is not predicted.
func TestWithoutTime(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 8, noError),
		Cells: []results.Cell{cellOf("bcast", "hcube/bcast", 8, 8, 3, 24, 0)}}
	assert.Empty(t, Predict(r, Of(r)))
}

// Native calls, calls on too few ranks and unknown algorithms are not predicted.
func TestNotPredicted(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 6, noError), Cells: []results.Cell{
		cellOf("bcast", "native", 6, 8, 0, 0, 1), cellOf("bcast", "gompi", 6, 8, 0, 0, 1),
		cellOf("bcast", "hcube/bcast-doubling-not-there", 6, 8, 5, 40, 1),
		cellOf("alltoall", "hcube/alltoall", 6, 8, 3, 72, 1), // a hypercube does not have 6 nodes
		cellOf("bcast", "hcube/bcast", 1, 8, 0, 0, 1),
	}}
	assert.Empty(t, Predict(r, Of(r)))
}

// Calls with blocks of different lengths, and calls that the ranks enter late, are not predicted.
func TestOtherCallsAreNotPredicted(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 6, noError),
		Cells: []results.Cell{cellOf("allgather", "ring/allgather", 6, 8, 30, 240, 1)}}
	require.Len(t, Predict(r, Of(r)), 1)
	for _, form := range []results.CallForm{{Counts: "big"}, {Arrival: "last:100us"}} {
		r.Env.CallForm = form
		assert.Empty(t, Predict(r, Of(r)))
	}
}

// Without a formula, the simulation predicts the time, for example for six nodes of a hypercube. Without
// either, there is no prediction.
func TestWithoutFormula(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 6, noError),
		Cells: []results.Cell{cellOf("bcast", "hcube/bcast", 6, 8, 3, 24, 1)}}
	assert.InEpsilon(t, 3*(900+0.12*8), predicted(t, r, "pingpong"), 1e-6)
	r.Cells[0].P = 100
	assert.Empty(t, Predict(r, Of(r)))
}
