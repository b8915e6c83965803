//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/internal/plantest"
	"topocoll/plan"
)

func out(at, n int) plan.Range { return plan.Range{Buffer: plan.Out, At: at, Len: n} }

func sends(round, to, number int, from plan.Range) plan.Step {
	return plan.Step{Kind: plan.Send, Round: round, Peer: to, Number: number, From: from}
}

func receives(round, from, number int, into plan.Range) plan.Step {
	return plan.Step{Kind: plan.Recv, Round: round, Peer: from, Number: number, Into: into}
}

// repeated returns every word n times.
func repeated(x []uint64, n int) (long []uint64) {
	for _, word := range x {
		long = append(long, slices.Repeat([]uint64{word}, n)...)
	}
	return long
}

// A random job leaves in C, in program order and by dependencies, and with an operator that only Go has, the words that its
// steps leave one after another: with short words, and with words of 8 KiB, whose messages wait for their receivers.
func TestReplayOfRandomJobs(t *testing.T) {
	on(t, func(t require.TestingT) {
		op := Affine()
		inGo := comm.Op[uint64]{Apply: op.Apply}
		first, jobs := uint64(0), uint64(60)
		if world.Size > runtime.NumCPU() {
			first, jobs = uint64(6*world.Size), 6 // ranks that wait for a core are slow: one of every kind, others for every p
		}
		for seed := first; seed < first+jobs; seed++ {
			n, rounds := 1, 12
			switch seed % 6 {
			case 4:
				n = 1024
			case 5:
				rounds = 60 // more steps than the window
			}
			h := plantest.New(seed, world.Size, rounds, op.Apply)
			require.NoError(t, h.Job.Check())
			for _, passes := range []plan.Passes{{}, {Fuse: true}, {Segment: max(2, n)}} {
				unit := 1 // words of the units of the program
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
							program, err = program.(plan.Scaler[uint64]).Scaled(unit)
							require.NoError(t, err)
						}
						first, last := h.First[world.Rank], h.Last[world.Rank]
						in, out := repeated(first[plan.In][:], n), repeated(first[plan.Out][:], n)
						require.NoError(t, program.Run(with, in, out))
						require.Equal(t, repeated(last[plan.In][:], n), in, "seed %d, %+v, from %d", seed, passes, from)
						require.Equal(t, repeated(last[plan.Out][:], n), out, "seed %d, %+v, from %d", seed, passes, from)
						program.Free()
					}
				}
			}
		}
	})
}

// A message of another length than its receive wants is an error of that process, whatever the order.
func TestReplayOfAnotherLength(t *testing.T) {
	on(t, func(t require.TestingT) {
		if world.Size == 1 {
			return
		}
		long := map[Library]string{OpenMPI: "3", MPICH: "more"}[BuiltFor()]
		for _, c := range []struct{ sent, want int }{{3, 2}, {2, 3}, {0, 1}, {1, 0}} {
			for _, from := range []int{math.MaxInt, -1} { // in order, by dependencies
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
					assert.EqualError(t, err, fmt.Sprintf("mpi: Replay: %s words from 1, want %d", long, c.want))
				default:
					assert.EqualError(t, err, fmt.Sprintf("mpi: Replay: %d words from 1, want %d", c.sent, c.want))
				}
				program.Free()
				require.NoError(t, w.Free())
			}
		}
	})
}

// Load refuses what MPI could not do, and Run buffers that are not those of the plan.
func TestProgramRefuses(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[uint8](world)
		port.maxTag = 2
		const many = math.MaxInt32 + 1
		for want, steps := range map[string][]plan.Step{
			fmt.Sprintf("mpi: Load: step 0: send out[0:1] to %d, want 0..%d", world.Size, world.Size-1): {sends(1, world.Size, 0, out(0, 1))},
			fmt.Sprintf("mpi: Load: step 0: recv out[0:1] from -1, want 0..%d", world.Size-1):           {receives(1, -1, 0, out(0, 1))},
			"mpi: Load: step 0: send out[0:1] to 0 is message 3, want at most 2":                        {sends(1, 0, 3, out(0, 1))},
			"mpi: Load: step 0: send out[0:2147483648] to 0 has 2147483648 words, want at most 2147483647": {
				sends(1, 0, 0, out(0, many))},
		} {
			_, err := port.Load(&plan.Plan{Out: many, Steps: steps})
			assert.EqualError(t, err, want)
		}
		program, err := port.Load(&plan.Plan{In: 1, Out: 2})
		require.NoError(t, err)
		assert.EqualError(t, program.Run(comm.Op[uint8]{}, make([]uint8, 1), nil), "mpi: Replay: in and out have 1 and 0 words, want 1 and 2")
		assert.EqualError(t, program.Run(comm.Op[uint8]{}, nil, make([]uint8, 2)), "mpi: Replay: in and out have 0 and 2 words, want 1 and 2")
		program.Free()

		program, err = port.Load(&plan.Plan{Out: 1, Steps: []plan.Step{{Kind: plan.Combine, From: out(0, 1), With: out(0, 1), Into: out(0, 1)}}})
		require.NoError(t, err)
		assert.EqualError(t, program.Run(comm.Op[uint8]{}, nil, make([]uint8, 1)), "mpi: Replay: the operator has no function to apply")
		program.Free()

		program, err = port.Load(&plan.Plan{Out: 4, Steps: []plan.Step{sends(1, 0, 0, out(0, 2))}})
		require.NoError(t, err)
		longer, err := program.(plan.Scaler[uint8]).Scaled(1 << 20)
		require.NoError(t, err)
		assert.EqualError(t, longer.Run(comm.Op[uint8]{}, nil, make([]uint8, 4)), "mpi: Replay: in and out have 0 and 4 words, want 0 and 4194304")
		_, err = longer.(plan.Scaler[uint8]).Scaled(1 << 10)
		assert.EqualError(t, err, "mpi: Scaled: a message of 2 words, each of them 1073741824 times, want at most 2147483647 words")
		program.Free()
	})
}

// A world or a port that is freed takes its programs with it; the other ports of its world stay.
func TestFreedPrograms(t *testing.T) {
	on(t, func(t require.TestingT) {
		for _, free := range []func(w *World, p *Port[uint8]) error{
			func(w *World, p *Port[uint8]) error { return w.Free() },
			func(w *World, p *Port[uint8]) error {
				other := NewPort[uint8](w)
				p.Free()
				p.Free()
				assert.Len(t, w.ports, 1)
				_, err := other.Load(&plan.Plan{})
				return errors.Join(err, w.Free())
			},
		} {
			w, err := world.Dup()
			require.NoError(t, err)
			port, freed := NewPort[uint8](w), false
			program, err := port.Load(&plan.Plan{})
			require.NoError(t, err)
			port.Programs().Add(program, func() { freed = true })
			assert.Positive(t, port.Programs().Bytes())
			require.NoError(t, free(w, port))
			assert.True(t, freed)
			assert.Zero(t, port.Programs().Bytes())
			assert.EqualError(t, program.Run(comm.Op[uint8]{}, nil, nil), "mpi: Replay: this world is freed")
			assert.EqualError(t, port.Send(0, nil), "mpi: Send: this world is freed")
			_, err = port.Load(&plan.Plan{})
			assert.EqualError(t, err, "mpi: Load: this world is freed")
		}
	})
}

// The programs of a port share the buffers of their runs, so a program takes only its steps, however many words it has.
func TestProgramsShareTheirBuffers(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[uint8](world)
		defer port.Free()
		node := func(scratch int) *plan.Plan {
			at := plan.Range{Buffer: plan.Scratch, At: scratch - 1, Len: 1}
			return &plan.Plan{In: 1, Out: 1, Scratch: scratch, Steps: []plan.Step{{Kind: plan.Copy, From: plan.Range{Len: 1}, Into: at}, {Kind: plan.Copy, From: at, Into: out(0, 1)}}}
		}
		var programs []plan.Program[uint8]
		for _, scratch := range []int{1, 1 << 20, 10} {
			program, err := port.Load(node(scratch))
			require.NoError(t, err)
			assert.Less(t, program.Bytes(), 1<<10)
			programs = append(programs, program)
		}
		for i, program := range programs {
			result := []uint8{0}
			require.NoError(t, program.Run(comm.Op[uint8]{}, []uint8{uint8(i + 1)}, result))
			assert.Equal(t, []uint8{uint8(i + 1)}, result)
		}
	})
}

// When a replay fails, its other messages are taken back: what comes for them later goes to who receives it then, and not into
// the words of the call that failed.
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
			require.NoError(t, p.Recv(partner, make([]float64, 1))) // until it has failed there
			require.NoError(t, run(p, partner, sending(1, 5), from[float64](7, 5)))
		}, func(p *Port[float64], partner int) {
			p.OverlapFrom(0) // by dependencies, so that both receives are under way
			failed, got := make([]float64, 10), make([]float64, 5)
			err := run(p, partner, receiving(receives(0, partner, 0, out(0, 5)), receives(1, partner, 1, out(5, 5))), failed)
			assert.ErrorContains(t, err, fmt.Sprintf("3 words from %d, want 5", partner))
			require.NoError(t, p.Send(partner, make([]float64, 1)))
			require.NoError(t, run(p, partner, receiving(receives(0, partner, 1, out(0, 5))), got))
			assert.Equal(t, from[float64](7, 5), got)
			assert.Equal(t, make([]float64, 5), failed[5:])
		})
	})
}
