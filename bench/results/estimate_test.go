package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
)

func TestEstimate(t *testing.T) {
	r := &Result{Messages: []Message{
		{P: 8, Bytes: 8, Median: 500},
		{P: 8, Bytes: 1 << 20, Median: 1 << 18}, // a quarter of a ns a byte
		{P: 4, Bytes: 8, Median: 1},
	}}
	for coll, want := range map[catalog.Collective]float64{catalog.Bcast: 1500, catalog.Allreduce: 1500, catalog.Alltoall: 1500, catalog.Barrier: 1500, catalog.Shift: 500} {
		assert.Equal(t, want, Estimate(r, coll, 8, 8), "%s: three start-ups, a shift one", coll)
	}
	assert.Equal(t, float64(7<<20)/4, Estimate(r, catalog.Alltoall, 8, 1<<20))
	assert.Equal(t, float64(1<<20)/4, Estimate(r, catalog.Shift, 8, 1<<20))
	assert.Zero(t, Estimate(r, catalog.Bcast, 16, 8), "nothing measured with 16 ranks")
	assert.Zero(t, Estimate(r, catalog.Bcast, 1, 8))
	assert.Zero(t, Bound(r.Env, catalog.Bcast, 8, 8), "no links are known")
}

// Ranks on one host do not use the links and have an estimate; others have a bound.
func TestEitherBoundOrEstimate(t *testing.T) {
	r := &Result{Env: onHosts("ring:4@1mbit", "vm vm"), Messages: []Message{{P: 2, Bytes: 100, Median: 50}}}
	assert.Equal(t, 500.0, Estimate(r, catalog.Bcast, 2, 1000))
	assert.Zero(t, Bound(r.Env, catalog.Bcast, 2, 1000))
	r.Env = onHosts("ring:4@1mbit", "h0 h1")
	assert.Zero(t, Estimate(r, catalog.Bcast, 2, 1000))
	assert.Equal(t, 1000*8000.0, Bound(r.Env, catalog.Bcast, 2, 1000), "their route is one cable")
}

// The column has the name of what its cells contain, and is right-aligned with it.
func TestColumnOfTheYardstick(t *testing.T) {
	for _, c := range []struct {
		env  Env
		cell Cell
		want string
	}{
		{onHosts("ring:2@1gbit", "h0 h1"), Cell{Bound: 500}, "x bound"},
		{onHosts("ring:2@1gbit", "h0 h0"), Cell{Estimate: 500}, "x 1-port"},
		{Env{}, Cell{Estimate: 500}, "x 1-port"},
	} {
		var out strings.Builder
		c.cell.Algo, c.cell.Median = Native, 1000
		WriteHeader(&out, c.env, "bcast", 2)
		WriteCells(&out, nil, []Cell{c.cell})
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		header, row := lines[len(lines)-2], lines[len(lines)-1]
		assert.Equal(t, strings.Index(header, c.want)+len(c.want), strings.Index(row, "2.00")+len("2.00"), "%s\n%s", header, row)
	}
}

// In older files, a bound is an estimate if no links are known.
func TestOldBoundsAreEstimates(t *testing.T) {
	const text = `{"schema":1,"env":{"p":2,"network":%q,"ranks":[{"host":"h0"},{"host":%q}]},
		"cells":[{"op":"bcast","algo":"native","p":2,"bound_ns":700},{"op":"bcast","algo":"gompi","p":2,"estimate_ns":600}]}`
	for _, c := range []struct {
		network, other  string
		bound, estimate float64
	}{
		{"", "h0", 0, 700},
		{"", "h1", 0, 700},
		{"ring:2", "h1", 0, 700},
		{"ring:2@1gbit", "h0", 0, 700},
		{"ring:2@1gbit", "h1", 700, 0},
	} {
		r, err := loaded(t, fmt.Sprintf(text, c.network, c.other))
		require.NoError(t, err)
		assert.Equal(t, []float64{c.bound, c.estimate, 0, 600},
			[]float64{r.Cells[0].Bound, r.Cells[0].Estimate, r.Cells[1].Bound, r.Cells[1].Estimate}, "%+v", c)
		assert.Equal(t, 700.0, r.Cells[0].Yardstick())
	}
}
