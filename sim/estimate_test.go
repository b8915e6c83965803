package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// exchangesWithAll exchanges a message with every other node and ignores errors.
func exchangesWithAll(port comm.Port[none]) error {
	for i := 1; i < port.Size(); i++ {
		port.SendRecv(port.Rank()^i, nil, port.Rank()^i, nil)
	}
	return nil
}

// The calls of a few nodes suffice to estimate the messages of all nodes.
func TestMeasure(t *testing.T) {
	for _, p := range []int{1, 4, 16, 64, 1024} {
		e := sim.Measure(p, sim.Config{Network: topo.NewHypercube(p)}, time.Minute, exchangesWithAll)
		assert.Equal(t, float64(p*(p-1)), e.Messages, p)
		assert.False(t, e.AtLeast, p)
	}
	const p = 1 << 20
	e := sim.Measure(p, sim.Config{Network: topo.NewHypercube(p)}, time.Millisecond, exchangesWithAll)
	assert.True(t, e.AtLeast)
	assert.Positive(t, e.Messages)
	assert.Greater(t, e.Time, time.Second, "of 10^12 messages")
}

// After an interruption, the bodies of a run do not continue.
func TestInterruptedBodiesEnd(t *testing.T) {
	for _, oblivious := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		_, err := sim.Run(ctx, 8, sim.Config{Oblivious: oblivious}, func(port comm.Port[none]) error {
			for range 1_000_000 {
				if calls++; calls == 1000 {
					cancel()
					for ctx.Err() == nil {
					}
				}
				port.SendRecv(port.Rank()^1, nil, port.Rank()^1, nil)
			}
			return nil
		})
		assert.ErrorIs(t, err, context.Canceled)
		assert.Less(t, calls, 1_000_000, "oblivious: %v", oblivious)
	}
}
