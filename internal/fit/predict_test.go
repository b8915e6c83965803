package fit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
)

func cellOf(op, algo string, p, blockBytes, messages, sent int, ns float64) results.Cell {
	return results.Cell{Op: op, Algo: algo, P: p, Bytes: blockBytes, Type: "float64", Median: ns,
		Counters: results.Counters{Messages: messages, Bytes: sent}}
}

func predicted(t *testing.T, r *results.Result, from string) float64 {
	for _, p := range Predict(r, Of(r)) {
		if p.From == from {
			return p.Time
		}
	}
	require.Fail(t, "no prediction from "+from)
	return 0
}

// By hand: (ts + tw m) log p with log 8 = 3 and m = 1024 bytes.
func TestPredictsBcastByHand(t *testing.T) {
	r := &results.Result{
		Messages: one.measured("pingpong", 1, 8, exactly),
		Cells:    []results.Cell{cellOf("bcast", "hcube/bcast", 8, 1024, 3, 3*1024, 3000)},
	}
	require.Len(t, Predict(r, Of(r)), 1, "nothing is known of an exchange")
	assert.InEpsilon(t, 3*(900+0.12*1024), predicted(t, r, "pingpong"), 1e-6)

	r.Cells[0].Type, r.Cells[0].Bytes, r.Cells[0].Counters.Bytes = "uint8", 1021, 3*1021
	assert.InEpsilon(t, 3*(900+0.12*1021), predicted(t, r, "pingpong"), 1e-6, "words of one byte")
}

// The line is that of the mean message: the blocks of a gather are short, what it sends is not.
func TestTheLineOfTheMeanMessage(t *testing.T) {
	r := &results.Result{
		Messages: two.measured("pingpong", 1, 8, exactly),
		Cells:    []results.Cell{cellOf("allgather", "hcube/allgather", 8, 2048, 3, 7*2048, 3000)},
	}
	assert.InEpsilon(t, 3*2400+0.08*2048*7, predicted(t, r, "pingpong"), 1e-6, "mean message 4779 B: the second line")
	r.Cells[0].Counters.Messages = 7
	assert.InEpsilon(t, 3*600+0.25*2048*7, predicted(t, r, "pingpong"), 1e-6)
}

// A ring sends to the next rank, a hypercube to ranks at every power of two.
func TestStridesOfATopology(t *testing.T) {
	near, far := steps{{0, 1000, 0.1}}, steps{{0, 3000, 0.3}}
	r := &results.Result{Messages: near.measured("exchange", 1, 4, exactly)}
	r.Messages = append(r.Messages, far.measured("exchange", 2, 4, exactly)...)
	r.Cells = []results.Cell{cellOf("allgather", "ring/allgather", 4, 8, 3, 24, 1)}
	assert.InEpsilon(t, 3*(1000+0.8), predicted(t, r, "exchange"), 1e-6)
	r.Cells = []results.Cell{cellOf("bcast", "hcube/bcast", 4, 8, 2, 16, 1)}
	assert.InEpsilon(t, 2*(2000+0.2*8), predicted(t, r, "exchange"), 1e-6)
	r.Cells = []results.Cell{cellOf("allgather", "mesh/allgather", 4, 8, 2, 24, 1)}
	assert.InEpsilon(t, 2*2000+0.2*8*3, predicted(t, r, "exchange"), 1e-6)
	r.Env.Mesh = "1x4"
	assert.InEpsilon(t, 3*1000+0.1*8*3, predicted(t, r, "exchange"), 1e-6, "one row is a ring")
}

// 1250 words in 12 parts of 104 and 105: the formula has their mean.
func TestPipelines(t *testing.T) {
	r := &results.Result{
		Messages: one.measured("pingpong", 1, 4, exactly),
		Cells:    []results.Cell{cellOf("bcast", "ring/bcast-pipelined", 4, 10_000, 12, 10_000, 1)},
	}
	r.Cells[0].Counters.Rounds = 13
	assert.InEpsilon(t, (900+0.12*10_000/12)*(12+4-2), predicted(t, r, "pingpong"), 2e-4)
}

// A procedure that is not compiled has no plans. Cut into two pieces, a binomial tree of depth two takes four ports' turns.
func TestCutAndUncompiled(t *testing.T) {
	cut, uncompiled := cellOf("bcast", "hcube/bcast", 4, 16, 4, 32, 1), cellOf("bcast", "go:hcube/bcast", 4, 16, 2, 32, 1)
	cut.Segment = 8
	r := &results.Result{Messages: one.measured("pingpong", 1, 4, exactly), Cells: []results.Cell{uncompiled, cut}}
	require.Len(t, Predict(r, Of(r)), 1)
	assert.InEpsilon(t, 4*(900+0.12*8), predicted(t, r, "pingpong"), 1e-6)
}

// That a cell's messages are the K of its formula.
func TestThePartsOfAPipelineAreItsMessages(t *testing.T) {
	pipelines := 0
	for _, row := range catalog.Rows[byte]() {
		model := row.Model()
		if model.Parts == nil {
			continue
		}
		pipelines++
		for _, p := range []int{3, 4, 8} {
			if !row.Accepts.Has(p) {
				continue
			}
			job, err := catalog.Record(row, p, 1000, catalog.Args[byte]{Segment: 70, Op: comm.Op[byte]{Commutative: true}})
			require.NoError(t, err)
			most := 0
			for _, node := range job {
				most = max(most, node.Counts().Sent)
			}
			if model.Besides != nil {
				most -= model.Besides(p)
			}
			assert.Equal(t, model.Parts(p, 1000, 70), most, "%s p=%d", row.ID, p)
		}
	}
	assert.Equal(t, 7, pipelines)
}

// A cell that took no time is no cell to predict.
func TestWithoutTime(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 8, exactly), Cells: []results.Cell{cellOf("bcast", "hcube/bcast", 8, 8, 3, 24, 0)}}
	assert.Empty(t, Predict(r, Of(r)))
}

// Neither the library's own calls, nor one on too few ranks, nor what does not exist.
func TestNotPredicted(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 6, exactly), Cells: []results.Cell{
		cellOf("bcast", "native", 6, 8, 0, 0, 1), cellOf("bcast", "gompi", 6, 8, 0, 0, 1),
		cellOf("bcast", "hcube/bcast-doubling-not-there", 6, 8, 5, 40, 1),
		cellOf("alltoall", "hcube/alltoall", 6, 8, 3, 72, 1), // 6 is no cube
		cellOf("bcast", "hcube/bcast", 1, 8, 0, 0, 1),
	}}
	assert.Empty(t, Predict(r, Of(r)))
}

// The book has no formula for six nodes of a hypercube, nor for the ring of two steps a block.
func TestWithoutFormula(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 6, exactly), Cells: []results.Cell{cellOf("bcast", "hcube/bcast", 6, 8, 3, 24, 1)}}
	assert.InEpsilon(t, 3*(900+0.12*8), predicted(t, r, "pingpong"), 1e-6)
	r.Cells[0].P = 100
	assert.Empty(t, Predict(r, Of(r)))
}

// Scatter and allgather beat the binomial tree from where its log p times the message is longer: with
// ts = 900, tw = 0.12 and p = 8, 3(ts + tw m) = 2(3 ts + tw m 7/8) at m = 3 ts / (1.25 tw) = 18000 bytes.
func TestCrossover(t *testing.T) {
	r := &results.Result{Messages: one.measured("pingpong", 1, 8, exactly)}
	for m := 1024; m <= 1<<18; m *= 2 {
		tree, halves := 3*(900+0.12*float64(m)), 2*(3*900+0.12*float64(m)*7/8)
		r.Cells = append(r.Cells, cellOf("bcast", "hcube/bcast", 8, m, 3, 3*m, tree*1.3),
			cellOf("bcast", "hcube/bcast-scatter", 8, m, 6, 2*m*7/8, halves))
	}
	found := Crossovers(Predict(r, Of(r)))
	require.Len(t, found, 1)
	c := found[0]
	assert.Equal(t, "hcube/bcast", c.A)
	require.Len(t, c.Model, 1)
	assert.InEpsilon(t, 18000, c.Model[0], 0.05)
	require.Len(t, c.Measured, 1)
	assert.InEpsilon(t, 7326, c.Measured[0], 0.08, "1.3·3(ts + tw m) = 2(3 ts + tw m 7/8) at m = 1890/0.258")

	var table bytes.Buffer
	WriteTable(&table, r)
	assert.Contains(t, table.String(), "hcube/bcast                  hcube/bcast-scatter")
	for _, line := range strings.Split(table.String(), "\n") {
		assert.LessOrEqual(t, len(line), 120, line)
	}
}

func TestCrossings(t *testing.T) {
	at, first := crossings([]float64{1, 10, 100, 1000}, []float64{0.5, 0.98, 1.02, 2})
	assert.InDeltaSlice(t, []float64{31.6}, at, 0.1, "what is within the margin says nothing")
	assert.Equal(t, 0.5, first)
	at, _ = crossings([]float64{1, 2, 4}, []float64{0.5, 1.01, 0.5})
	assert.Empty(t, at)
	at, _ = crossings([]float64{1, 2, 4}, []float64{2, 0.5, 2})
	assert.Len(t, at, 2)
}

func TestSimulatorParameters(t *testing.T) {
	r := &results.Result{Messages: two.measured("pingpong", 1, 2, exactly), Env: results.Env{MPI: "Open MPI v4.1.4", Hosts: []results.Host{{Name: "a", CPU: "x"}}}}
	var loggops, simgrid bytes.Buffer
	WriteLogGOPSim(&loggops, r)
	assert.Equal(t, 2, Fit{Lines: []Line{{Last: 1, Ts: 1}, {Last: 2, Ts: 2}, {Last: 3, Ts: 9}}}.eager())
	assert.Equal(t, 65535, Fit{Lines: []Line{{Last: 1, Ts: 1}}}.eager())
	assert.Contains(t, loggops.String(), "\n-L 0 -o 300 -g 300 -G 0.08 -O 0 -S 2730\n")
	assert.Contains(t, loggops.String(), "# measured ")
	WriteSimGrid(&simgrid, r)
	assert.Contains(t, simgrid.String(), `<link bandwidth="1.25e+10Bps" latency="0s"/>`)
	assert.Contains(t, simgrid.String(), "\n--cfg=smpi/os:0:3e-07:0;4096:1.2e-06:0\n")
	assert.Contains(t, simgrid.String(), "\n--cfg=network/bandwidth-factor:0:0.32;4096:1\n")
}
