package sim_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// Package internal/conform tests that an oblivious run of every algorithm and plan equals a run with one
// coroutine per node. It compares the results and the traces.

// oddBodies are bodies with calls that no algorithm of the catalog makes.
var oddBodies = map[string]func(port comm.Port[none]) error{
	"nothing": func(comm.Port[none]) error { return nil },
	"calls of no messages": func(port comm.Port[none]) error {
		port.Round(nil, nil)
		return port.SendRecv(port.Rank(), make([]none, 3), port.Rank(), make([]none, 3))
	},
	"work before, between and after messages": func(port comm.Port[none]) error {
		c, op, x := comm.New(port), sim.Timed(port, nothing), make([]none, 10)
		for range port.Rank() {
			op.Apply(x, x, x)
		}
		exchange(0, 10)(c)
		op.Apply(x, x, x)
		exchange(1, 5)(c)
		op.Apply(x[:port.Rank()], x, x)
		return c.Err()
	},
	"far more calls than a list takes": func(port comm.Port[none]) error {
		c := comm.New(port)
		for i := range 1000 {
			exchange(i%2, i%7)(c)
		}
		return bidirectional(c)
	},
	"more messages in one call than a list takes": func(port comm.Port[none]) error {
		var out, in []comm.Message[none]
		for i := range 200 {
			out = append(out, comm.Message[none]{Peer: port.Rank() ^ i%4, Data: make([]none, i)})
			in = append(in, comm.Message[none]{Peer: port.Rank() ^ i%4, Data: make([]none, i)})
		}
		return port.Round(out, in)
	},
}

func TestObliviousIsTheSame(t *testing.T) {
	for name, body := range oddBodies {
		for _, ports := range []sim.Ports{sim.OnePort, sim.HalfDuplex, sim.AllPort} {
			for _, contention := range []bool{false, true} {
				config := sim.Config{Ts: ts, Tw: tw, Tr: 3, Network: topo.NewRing(4), Ports: ports,
					Contention: contention, Repeatable: true}
				want, err := sim.Record(context.Background(), 4, config, nil, body)
				require.NoError(t, err, name)
				config.Oblivious = true
				got, err := sim.Record(context.Background(), 4, config, nil, body)
				require.NoError(t, err, name)
				got.Trace.Config.Oblivious = false
				assert.Equal(t, want, got, "%s, %+v", name, config)
				got, err = sim.Run(context.Background(), 4, config, body)
				require.NoError(t, err, name)
				want.Trace, want.LinkWords = nil, nil
				assert.Equal(t, want, got, "%s, %+v", name, config)
			}
		}
	}
}

// An error in a node's list of calls ends the run after the preceding calls have been processed. If these
// calls never complete, the error does not end the run.
func TestObliviousErrorsInTurn(t *testing.T) {
	tests := map[string]struct {
		body func(port comm.Port[none]) error
		want string
	}{
		"of a body after a deadlock": {func(
			port comm.Port[none]) error {
			port.Recv(1-port.Rank(), nil)
			return errors.New("no")
		},
			"sim: deadlock at t=0: node 0 receives 0 words from node 1; node 1 receives 0 words from node 0"},
		"of a call after a deadlock": {func(
			port comm.Port[none]) error {
			port.Send(1-port.Rank(), nil)
			return port.Send(2, nil)
		},
			"sim: deadlock at t=0: node 0 sends 0 words to node 1; node 1 sends 0 words to node 0"},
		"of a call that the body ignores": {func(
			port comm.Port[none]) error {
			port.Send(2, nil)
			port.Send(3, nil)
			return errors.New("no")
		},
			"sim: node 0: Send: no node 2, want 0..1"},
		"of lengths, before that of a body": {func(port comm.Port[none]) error {
			x := make([]none, port.Rank())
			port.SendRecv(1-port.Rank(), x, 1-port.Rank(), x)
			return errors.New("no")
		}, "sim: at t=0, node 0 sends 0 words to node 1, which receives 1 word from node 0"},
		"of a peer that has returned": {func(port comm.Port[none]) error {
			if port.Rank() == 1 {
				return nil
			}
			return port.Recv(1, nil)
		}, "sim: deadlock at t=0: node 0 receives 0 words from node 1, which has returned"},
	}
	for name, test := range tests {
		for _, oblivious := range []bool{false, true} {
			_, err := sim.Run(context.Background(), 2, sim.Config{Oblivious: oblivious}, test.body)
			assert.EqualError(t, err, test.want, "%s, oblivious=%v", name, oblivious)
		}
	}
}

// All nodes of an exchange are alive at once. Their bodies return before the first message, so one coroutine
// runs all of them.
func TestObliviousNeedsNoCoroutines(t *testing.T) {
	const p = 256
	for oblivious, want := range map[bool]int{false: p, true: 1} {
		ran := map[string]bool{} // the coroutines in which bodies ran
		_, err := sim.Run(context.Background(), p, sim.Config{Oblivious: oblivious},
			func(port comm.Port[none]) error {
				ran[goroutine()] = true
				return butterfly(comm.New(port))
			})
		assert.NoError(t, err)
		assert.Len(t, ran, want, "oblivious=%v", oblivious)
	}
}

// goroutine returns the number of the calling goroutine. The goroutine's stack begins with "goroutine 7 [".
func goroutine() string {
	stack := make([]byte, 64)
	return strings.Fields(string(stack[:runtime.Stack(stack, false)]))[1]
}

// A body with many calls waits until the machine has processed some of them. It therefore ends with the run,
// and its list does not grow without limit.
func TestObliviousBodyIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls, ended := 0, 0
	reports := sim.ProgressReports{Interval: 1, Report: func(at sim.Progress) {
		assert.Less(t, calls, 2*at.Messages+1000)
		cancel()
	}}
	config := sim.Config{Oblivious: true, Progress: reports}
	_, err := sim.Run(ctx, 2, config, func(port comm.Port[none]) error {
		defer func() { ended++ }()
		for calls < 1_000_000 { // so many calls that an unlimited list would fail
			calls++
			if err := port.SendRecv(1-port.Rank(), nil, 1-port.Rank(), nil); err != nil {
				return err
			}
		}
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 2, ended)
}

// Run with Oblivious returns an error if words carry data, because the body could depend on the data.
func TestObliviousRefusesData(t *testing.T) {
	_, err := sim.Run(context.Background(), 2, sim.Config{Oblivious: true},
		func(port comm.Port[int32]) error { return nil })
	assert.EqualError(t, err, "sim: words have 4 bytes, but a run with Oblivious needs words of 0 bytes")
}

// The label of a message without data depends only on its length.
func TestObliviousLabels(t *testing.T) {
	r, err := sim.Record(context.Background(), 2, sim.Config{Oblivious: true},
		func(x []none) string { return "word word word"[:5*len(x)-1] },
		func(port comm.Port[none]) error { return hcube.Bcast(comm.New(port), 0, make([]none, 2)) })
	require.NoError(t, err)
	assert.Equal(t, "word word", r.Trace.Transfers[0].Label)
}
