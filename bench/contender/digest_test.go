package contender

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/plan"
)

// digestOf returns the digest of the plans of all nodes in a call of an algorithm.
func digestOf(t *testing.T, id string, p, words int) string {
	job, err := recordingOf(t, id, p, words).allPlans()
	require.NoError(t, err)
	d := newDigest()
	for rank := range job {
		d.add(&job[rank])
	}
	return d.sum()
}

// Most broadcasts have the same plan on two ranks, which is a single message. On four ranks their plans
// differ.
func TestDigestsOfRows(t *testing.T) {
	for _, id := range []string{"ring/bcast-doubling", "mesh/bcast", "hcube/bcast", "network/bcast"} {
		assert.Equal(t, digestOf(t, "ring/bcast", 2, 5), digestOf(t, id, 2, 5), id)
		assert.NotEqual(t, digestOf(t, "ring/bcast", 4, 5), digestOf(t, id, 4, 5), id)
	}
	assert.NotEqual(t, digestOf(t, "ring/bcast", 2, 5), digestOf(t, "ring/bcast-scatter", 2, 5))
	assert.NotEqual(t, digestOf(t, "ring/bcast", 2, 5), digestOf(t, "ring/bcast", 2, 6))
}

// The digest depends on every field of a step. The only exception is the order of a combination's operands.
func TestDigestsOfSteps(t *testing.T) {
	of := func(change func(*plan.Plan)) string {
		p := plan.Plan{In: 4, Out: 4, Steps: []plan.Step{{Kind: plan.Combine, Round: 1, Peer: 1, Number: 1,
			From: plan.Range{Buffer: plan.In, At: 1, Len: 2},
			With: plan.Range{Buffer: plan.Out, At: 2, Len: 2},
			Into: plan.Range{Buffer: plan.Out, At: 0, Len: 2}}}}
		change(&p)
		d := newDigest()
		d.add(&p)
		return d.sum()
	}
	first := of(func(*plan.Plan) {})
	assert.Equal(t, first, of(func(p *plan.Plan) { s := &p.Steps[0]; s.From, s.With = s.With, s.From }))
	for i, change := range []func(*plan.Plan){
		func(p *plan.Plan) { p.In++ }, func(p *plan.Plan) { p.Out++ },
		func(p *plan.Plan) { p.Steps = append(p.Steps, p.Steps[0]) },
		func(p *plan.Plan) { p.Steps[0].Kind = plan.Copy }, func(p *plan.Plan) { p.Steps[0].Round++ },
		func(p *plan.Plan) { p.Steps[0].Peer++ },
		func(p *plan.Plan) { p.Steps[0].Number++ }, func(p *plan.Plan) { p.Steps[0].From.At++ },
		func(p *plan.Plan) { p.Steps[0].With.Len++ },
		func(p *plan.Plan) { p.Steps[0].Into.Buffer = plan.Scratch },
	} {
		assert.NotEqual(t, first, of(change), i)
	}
}
