package trace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/plan"
)

// late returns the timing of two ranks that exchange a word. Rank 0 sends from 1 to 2 µs and copies from 6 to
// 8 µs. Rank 1 does nothing until 4 µs, sends until 5 µs and combines until 7 µs.
func late() *Timing {
	word := func(b plan.Buffer, at int) plan.Range { return plan.Range{Buffer: b, At: at, Len: 1} }
	send := func(to int) plan.Step {
		return plan.Step{Kind: plan.Send, Round: 1, Peer: to, From: word(plan.In, 0)}
	}
	recv := func(from int) plan.Step {
		return plan.Step{Kind: plan.Recv, Round: 1, Peer: from, Into: word(plan.Out, 0)}
	}
	t := &Timing{Totals: []float64{8, 8, 9}}
	t.add(&plan.Plan{In: 1, Out: 2, Steps: []plan.Step{recv(1), send(1),
		{Kind: plan.Copy, From: word(plan.In, 0), Into: word(plan.Out, 1)}}},
		[]int64{0, 6000, 1000, 2000, 6000, 8000}, 0)
	t.add(&plan.Plan{In: 1, Out: 1, Steps: []plan.Step{recv(0), send(0),
		{Kind: plan.Combine, From: word(plan.In, 0), With: word(plan.Out, 0), Into: word(plan.Out, 0)}}},
		[]int64{4000, 4500, 4000, 5000, 5000, 7000}, 0)
	return t
}

// The shares of a rank add up to its end time.
func TestShares(t *testing.T) {
	assert.Equal(t, []Shares{
		{Late: 4, Messages: 2, Copies: 2, End: 8},
		{Between: 4, Messages: 1, Combinations: 2, End: 7},
	}, late().Shares())
}

// The model uses the fastest message of each length and the fastest combination.
func TestModel(t *testing.T) {
	measured := late()
	m := measured.Model(false)
	assert.InDelta(t, 0.5, m.Message(0, 1, 1), 1e-9)
	assert.InDelta(t, 2, m.Tr, 1e-9)
	schedule, err := measured.Job.Schedule(m)
	require.NoError(t, err)
	assert.InDelta(t, 2.5, schedule.Finish, 1e-9)
}

func TestText(t *testing.T) {
	measured := late()
	sentence := measured.Sentence("ring/shift", 2.5)
	assert.Equal(t, "ring/shift takes a median of 8 µs over 3 executions (the middle half took 8 to 9), 3.20 "+
		"times as long as the model predicts (2.5 µs). Of their time, the ranks spend 27 % waiting "+
		"for late senders, 27 % between steps, 20 % in messages, 13 % copying, 13 % combining.", sentence)
	var out strings.Builder
	require.NoError(t, measured.Write(&out, "title", sentence, "model"))
	assert.Contains(t, out.String(),
		"     1        7            1        0        0          2              4\n")
	assert.NotContains(t, out.String(), "more ranks than cores")

	measured.Schedule.Finish *= 10_000
	assert.Contains(t, measured.Sentence("ring/shift", 5e4), "takes a median of 80 ms over")
}
