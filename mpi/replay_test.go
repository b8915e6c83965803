//go:build cgo

package mpi

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/internal/check"
	"topocoll/internal/plantest"
	"topocoll/plan"
)

// repeated returns x with every word repeated n times.
func repeated(x []uint64, n int) (long []uint64) {
	for _, word := range x {
		long = append(long, slices.Repeat([]uint64{word}, n)...)
	}
	return long
}

// A random job gives the same words in C as when its steps run one after another. It runs in program order,
// in dependency order, and with an operator that only Go can apply. The words are short or have 8 KiB; the
// long messages wait for their receivers.
func TestReplayOfRandomJobs(t *testing.T) {
	on(t, func(t require.TestingT) {
		op := Affine()
		inGo := comm.Op[uint64]{Apply: op.Apply}
		first, jobs := uint64(0), uint64(60)
		if world.Size > runtime.NumCPU() {
			// Ranks that compete for cores are slow, so the test runs few jobs. It runs one job of every kind, with
			// different jobs for every p.
			first, jobs = uint64(6*world.Size), 6
		}
		for seed := first; seed < first+jobs; seed++ {
			n, rounds := 1, 12
			switch seed % 6 {
			case 4:
				n = 1024
			case 5:
				rounds = 60 // exceeds the window of steps
			}
			h := plantest.New(seed, world.Size, rounds, op.Apply)
			require.NoError(t, h.Job.Check())
			for _, passes := range []plan.Passes{{}, {Fuse: true}, {Segment: max(2, n)}} {
				unit := 1 // words per unit of the program
				if passes.Segment == 0 {
					unit = n
				}
				node := h.Job[world.Rank].Scaled(n / unit).Improve(passes)
				for _, from := range []int{math.MaxInt, 0, 200} {
					for _, with := range []comm.Op[uint64]{op, inGo} {
						port := NewPort[uint64](world)
						port.OverlapFrom(from)
						program, err := port.Load(node)
						require.NoError(t, err)
						if unit > 1 {
							program, err = program.Scaled(unit)
							require.NoError(t, err)
						}
						first, last := h.First[world.Rank], h.Last[world.Rank]
						in, out := repeated(first[plan.In][:], n), repeated(first[plan.Out][:], n)
						require.NoError(t, program.Run(with, in, out))
						require.Equal(t, repeated(last[plan.In][:], n), in, "seed %d, %+v, from %d", seed,
							passes, from)
						require.Equal(t, repeated(last[plan.Out][:], n), out, "seed %d, %+v, from %d", seed,
							passes, from)
						program.Free()
					}
				}
			}
		}
	})
}

// A traced run of a random job has the right result. Each step begins and ends within the call, and it begins
// after the steps on which it depends have ended.
func TestTracedReplay(t *testing.T) {
	on(t, func(t require.TestingT) {
		op := Affine()
		h := plantest.New(7, world.Size, 12, op.Apply)
		for _, from := range []int{math.MaxInt, 0} {
			port := NewPort[uint64](world)
			port.OverlapFrom(from)
			node := h.Job[world.Rank]
			loaded, err := port.Load(&node)
			require.NoError(t, err)
			program := loaded.(*program[uint64])
			in := repeated(h.First[world.Rank][plan.In][:], 1)
			out := repeated(h.First[world.Rank][plan.Out][:], 1)
			before := Now()
			times, byDependencies, err := program.RunTraced(op, in, out)
			after := Now()
			require.NoError(t, err)
			require.Equal(t, repeated(h.Last[world.Rank][plan.Out][:], 1), out)
			code := node.InOrder()
			if byDependencies {
				code = node.AsReady()
			}
			require.Len(t, times, 2*len(code.Steps))
			for i, earlier := range code.Plan.Waits() {
				begin, end := times[2*i], times[2*i+1]
				require.LessOrEqual(t, before, begin)
				require.LessOrEqual(t, begin, end)
				require.LessOrEqual(t, end, after)
				for _, e := range earlier {
					require.LessOrEqual(t, times[2*e+1], begin, "step %d waits for %d", i, e)
				}
			}
			program.Free()
		}
	})
}

// In dependency order, messages that are ready at the same time begin in program order.
func TestReadyMessagesBeginInOrder(t *testing.T) {
	on(t, func(t require.TestingT) {
		if world.Size == 1 {
			return
		}
		const messages = 50
		port := NewPort[uint64](world)
		port.OverlapFrom(-1)
		node := &plan.Plan{Out: messages}
		for i := range messages {
			switch world.Rank {
			case 0:
				node.Steps = append(node.Steps, receives(1+i, 1, i, out(i, 1)))
			case 1:
				node.Steps = append(node.Steps, sends(1+i, 0, i, out(i, 1)))
			}
		}
		loaded, err := port.Load(node)
		require.NoError(t, err)
		program := loaded.(*program[uint64])
		times, byDependencies, err := program.RunTraced(Affine(), nil, make([]uint64, messages))
		require.NoError(t, err)
		assert.Equal(t, world.Rank < 2, byDependencies)
		for i := 2; i < len(times); i += 2 {
			assert.LessOrEqual(t, times[i-2], times[i], "message %d begins after the one before", i/2)
		}
		program.Free()
	})
}

// If a message and its receive differ in length, the receiver returns an error, in either order of execution.
func TestReplayOfAnotherLength(t *testing.T) {
	on(t, func(t require.TestingT) {
		if world.Size == 1 {
			return
		}
		for _, c := range []struct{ sent, want int }{{3, 2}, {2, 3}, {0, 1}, {1, 0}} {
			for _, from := range []int{math.MaxInt, -1} { // in program order, in dependency order
				w, err := world.Dup()
				require.NoError(t, err)
				port := NewPort[float64](w)
				port.OverlapFrom(from)
				node := plan.Plan{Out: 10}
				switch w.Rank {
				case 0:
					node.Steps = []plan.Step{receives(1, 1, 0, out(0, 4)), receives(2, 1, 1, out(4, c.want))}
				case 1:
					node.Steps = []plan.Step{sends(1, 0, 0, out(0, 4)), sends(2, 0, 1, out(4, c.sent))}
				}
				program, err := port.Load(&node)
				require.NoError(t, err)
				err = program.Run(comm.Op[float64]{}, nil, make([]float64, 10))
				switch {
				case w.Rank != 0:
					assert.NoError(t, err)
				case c.sent > c.want && BuiltFor() == MPICH:
					assert.EqualError(t, err, fmt.Sprintf("mpi: Replay: got too many words from rank 1, want %d",
						c.want))
				default:
					assert.EqualError(t, err, fmt.Sprintf("mpi: Replay: got %s from rank 1, want %d",
						check.FormatCount(c.sent, "word"), c.want))
				}
				program.Free()
				require.NoError(t, w.Free())
			}
		}
	})
}

// An exchange without data is one call of MPI_Sendrecv. If the peer sends a word, this call returns an error.
func TestReplayOfAnEmptyExchange(t *testing.T) {
	on(t, func(t require.TestingT) {
		if world.Size == 1 {
			return
		}
		for _, sent := range []int{0, 1} { // by rank 1
			w, err := world.Dup()
			require.NoError(t, err)
			port := NewPort[float64](w)
			node := plan.Plan{Out: 1}
			if peer := 1 - w.Rank; peer >= 0 {
				node.Steps = []plan.Step{sends(1, peer, 0, out(0, w.Rank*sent)), receives(1, peer, 0, out(0, 0))}
			}
			loaded, err := port.Load(&node)
			require.NoError(t, err)
			times, _, err := loaded.(*program[float64]).RunTraced(comm.Op[float64]{}, nil, make([]float64, 1))
			switch {
			case w.Rank > 0 || sent == 0:
				assert.NoError(t, err)
				assert.Len(t, times, 2*len(node.Steps))
				for i := 0; i < len(times); i += 2 {
					assert.Less(t, times[i], times[i+1], "the time of step %d is recorded", i/2)
				}
			case BuiltFor() == MPICH:
				assert.EqualError(t, err, "mpi: Replay: got too many words from rank 1, want 0")
			default:
				assert.EqualError(t, err, "mpi: Replay: got 1 word from rank 1, want 0")
			}
			loaded.Free()
			require.NoError(t, w.Free())
		}
	})
}

// A failed replay cancels its other messages. Messages that arrive later go to later receives, not into the
// buffers of the failed call.
func TestFailedReplayTakesBack(t *testing.T) {
	sending := func(number, words int) *plan.Plan {
		return &plan.Plan{Out: words, Steps: []plan.Step{sends(0, 0, number, out(0, words))}}
	}
	receiving := func(steps ...plan.Step) *plan.Plan {
		return &plan.Plan{Out: 5 * len(steps), Steps: steps}
	}
	run := func(p *Port[float64], partner int, node *plan.Plan, words []float64) error {
		for i := range node.Steps {
			node.Steps[i].Peer = partner
		}
		program, err := p.Load(node)
		if err != nil {
			return err
		}
		return program.Run(comm.Op[float64]{}, nil, words)
	}
	on(t, func(t require.TestingT) {
		pairs(t, func(p *Port[float64], partner int) {
			require.NoError(t, run(p, partner, sending(0, 3), make([]float64, 3)))
			require.NoError(t, p.Recv(partner, make([]float64, 1))) // until the partner's call has failed
			require.NoError(t, run(p, partner, sending(1, 5), from[float64](7, 5)))
		}, func(p *Port[float64], partner int) {
			p.OverlapFrom(0) // in dependency order, so that both receives are in flight
			failed, got := make([]float64, 10), make([]float64, 5)
			err := run(p, partner, receiving(receives(0, partner, 0, out(0, 5)), receives(1, partner, 1,
				out(5, 5))), failed)
			assert.ErrorContains(t, err, fmt.Sprintf("got 3 words from rank %d, want 5", partner))
			require.NoError(t, p.Send(partner, make([]float64, 1)))
			require.NoError(t, run(p, partner, receiving(receives(0, partner, 1, out(0, 5))), got))
			assert.Equal(t, from[float64](7, 5), got)
			assert.Equal(t, make([]float64, 5), failed[5:])
		})
	})
}
