package bounds

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
)

func TestEstimate(t *testing.T) {
	r := &results.Result{Messages: []results.Message{
		{P: 8, Bytes: 8, Median: 500},
		{P: 8, Bytes: 1 << 20, Median: 1 << 18}, // 0.25 ns per byte
		{P: 4, Bytes: 8, Median: 1},
	}}
	for coll, want := range map[catalog.Collective]float64{catalog.Bcast: 1500, catalog.Allreduce: 1500,
		catalog.Alltoall: 1500, catalog.Barrier: 1500, catalog.Shift: 500} {
		assert.Equal(t, want, OnePort(r, coll, 8, 8), "%s: three start-ups, a shift one", coll)
	}
	assert.Equal(t, float64(7<<20)/4, OnePort(r, catalog.Alltoall, 8, 1<<20))
	assert.Equal(t, float64(1<<20)/4, OnePort(r, catalog.Shift, 8, 1<<20))
	assert.Zero(t, OnePort(r, catalog.Bcast, 16, 8), "nothing measured with 16 ranks")
	assert.Zero(t, OnePort(r, catalog.Bcast, 1, 8))
	assert.Zero(t, Lower(r.Env, catalog.Bcast, 8, 8), "no links are known")
}

// Ranks on one host do not use the links, so a call on them has an estimate. A call on several hosts has a
// bound.
func TestEitherBoundOrEstimate(t *testing.T) {
	r := &results.Result{Env: resultstest.OnHosts("ring:4@1mbit", "vm vm"), Messages: []results.Message{{P: 2,
		Bytes: 100, Median: 50}}}
	assert.Equal(t, 500.0, OnePort(r, catalog.Bcast, 2, 1000))
	assert.Zero(t, Lower(r.Env, catalog.Bcast, 2, 1000))
	r.Env = resultstest.OnHosts("ring:4@1mbit", "h0 h1")
	assert.Zero(t, OnePort(r, catalog.Bcast, 2, 1000))
	assert.Equal(t, 1000*8000.0, Lower(r.Env, catalog.Bcast, 2, 1000), "their route is one cable")
}
