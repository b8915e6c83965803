package sim_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// record runs a procedure and returns its trace.
func record(t *testing.T, p int, config sim.Config, body func(c *comm.Comm[none]) error) *sim.Trace {
	t.Helper()
	config.Ts, config.Tw, config.Th = ts, tw, th
	r, err := sim.Record(context.Background(), p, config, nil,
		func(port comm.Port[none]) error { return body(comm.New(port)) })
	require.NoError(t, err)
	require.Len(t, r.Trace.Transfers, r.Messages)
	return r.Trace
}

// The trace agrees with figure 3.12, the all-to-all broadcast on a hypercube of 8. Every message is labelled
// with its origins.
func TestFigure3_12(t *testing.T) {
	label := func(x []string) string { return strings.Join(x, ",") }
	r, err := sim.Record(context.Background(), 8, sim.Config{Network: topo.NewHypercube(8)}, label,
		func(port comm.Port[string]) error {
			return hcube.Allgather(comm.New(port), []string{fmt.Sprint(port.Rank())}, make([]string, 8))
		})
	require.NoError(t, err)
	var from2 []string
	for _, x := range r.Trace.Transfers {
		if x.From == 2 {
			from2 = append(from2, fmt.Sprintf("%d: %d->%d (%s)", x.Round, x.From, x.To, x.Label))
		}
	}
	assert.Equal(t, []string{"1: 2->3 (2)", "2: 2->0 (2,3)", "3: 2->6 (0,1,2,3)"}, from2)
	assert.Equal(t, []int{3, 24, 8 * 7, 4}, []int{r.Rounds, r.Messages, r.Words, r.MaxLinkWords})
}

// The trace of the broadcast on a hypercube of 8 agrees with the book. Step 1 uses dimension 2, then 1, then
// 0.
func TestTraceOfBcast(t *testing.T) {
	trace := record(t, 8, sim.Config{Network: topo.NewHypercube(8)},
		func(c *comm.Comm[none]) error { return hcube.Bcast(c, 0, make([]none, 5)) })
	var steps []string
	for _, x := range trace.Transfers {
		steps = append(steps, fmt.Sprintf("%d: %d->%d", x.Round, x.From, x.To))
		assert.Equal(t, float64(x.Round-1)*(ts+5*tw), x.Start)
		assert.Equal(t, float64(x.Round)*(ts+5*tw), x.End)
	}
	assert.Equal(t, []string{"1: 0->4", "2: 0->2", "2: 4->6", "3: 0->1", "3: 2->3", "3: 4->5", "3: 6->7"},
		steps)
}
