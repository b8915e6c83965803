package simulate

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/virtual"
	"topocoll/sim"
)

func mustRow(t *testing.T, id string) catalog.Info {
	info, err := option.TheRow(id)
	require.NoError(t, err)
	return info
}

// A run with segments ends when its context is cancelled.
func TestCutInterrupted(t *testing.T) {
	s := virtual.Run{Call: virtual.Call{Info: mustRow(t, "ring/alltoall"), P: 256, M: 1000},
		Segment: virtual.Segment{Words: 10}}
	var err error
	s.Machine, err = model.MachineFlags{Links: model.Links{Ts: 1}}.Machine(s.Info, s.P)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = s.Simulate(ctx, io.Discard)
	assert.EqualError(t, err, "ring/alltoall: interrupted")
}

// A small difference is given in percent, not as "1 times as fast".
func TestTimesAsFast(t *testing.T) {
	for times, want := range map[float64]string{
		2: "2 times as fast as", 1.25: "1.25 times as fast as", 1.0012: "0.12 % faster than",
		1 + 1e-9: "less than 0.01 % faster than",
	} {
		assert.Equal(t, want, timesAsFast(times))
	}
}

// oneRun returns a run of an algorithm on 64 nodes.
func oneRun(t *testing.T, id string) virtual.Run {
	s := Command{MachineFlags: model.MachineFlags{Links: model.Links{Ts: 1}, Ports: "one"}}
	info, err := option.TheRow(id)
	require.NoError(t, err)
	run, err := s.newRun(info, 64, 1)
	require.NoError(t, err)
	return run
}

// A run stops when it needs more than half of the free memory.
func TestNoRoomOnTheWay(t *testing.T) {
	run := oneRun(t, "ring/bcast")
	run.Machine.Config.Memory, _ = sim.Memory(64, run.Machine.Config)
	_, err := run.Simulate(context.Background(), io.Discard)
	assert.EqualError(t, err,
		"ring/bcast with -n 64 on ring:64 takes more than 0 MiB of memory, which is half of the free memory")
	assert.Equal(t, exit.BadInput, codeOf(err))
}

func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := oneRun(t, "ring/allgather").Simulate(ctx, io.Discard)
	assert.Equal(t, exit.Partial, codeOf(err), "%v", err)
}

func codeOf(err error) int { return exit.Report(io.Discard, err) }
