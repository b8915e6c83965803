package model

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/sim"
)

func mustRow(t *testing.T, id string) catalog.Info {
	info, err := option.TheRow(id)
	require.NoError(t, err)
	return info
}

// A cut run, whose plans know no context, ends with the context too.
func TestCutInterrupted(t *testing.T) {
	s := Simulation{Call: Call{Info: mustRow(t, "ring/alltoall"), P: 256, M: 1000}, segment: segment{words: 10}}
	var err error
	s.Setup, err = Machine{Links: Links{Ts: 1}}.Setup(s.Info, s.P)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = s.run(ctx)
	assert.EqualError(t, err, "ring/alltoall: interrupted")
}

// Who wins by little is not "1 times as fast".
func TestTimesAsFast(t *testing.T) {
	for times, want := range map[float64]string{
		2: "2 times as fast as", 1.25: "1.25 times as fast as", 1.0012: "0.12 % faster than", 1 + 1e-9: "less than 0.01 % faster than",
	} {
		assert.Equal(t, want, timesAsFast(times))
	}
}

// oneRun is a run of an algorithm on 64 nodes.
func oneRun(t *testing.T, id string) Simulation {
	s := SimulateCommand{Machine: Machine{Links: Links{Ts: 1}, Ports: "one"}}
	info, err := option.TheRow(id)
	require.NoError(t, err)
	run, err := s.simulation(info, 64, 1)
	require.NoError(t, err)
	return run
}

// Half of the memory that is free is for a run; where few nodes are alive it shows on the way.
func TestNoRoomOnTheWay(t *testing.T) {
	run := oneRun(t, "ring/bcast")
	run.Setup.config.Memory, _ = sim.Memory(64, run.Setup.config)
	_, err := run.run(context.Background())
	assert.EqualError(t, err, "ring/bcast with -n 64 on ring:64 takes more than 0 MiB of memory, half of what is free")
	assert.Equal(t, exit.BadInput, codeOf(err))
}

func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := oneRun(t, "ring/allgather").run(ctx)
	assert.Equal(t, exit.Partial, codeOf(err), "%v", err)
}
