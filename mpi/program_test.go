//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/plan"
)

func out(at, n int) plan.Range { return plan.Range{Buffer: plan.Out, At: at, Len: n} }

func sends(round, to, number int, from plan.Range) plan.Step {
	return plan.Step{Kind: plan.Send, Round: round, Peer: to, Number: number, From: from}
}

func receives(round, from, number int, into plan.Range) plan.Step {
	return plan.Step{Kind: plan.Recv, Round: round, Peer: from, Number: number, Into: into}
}

// Load returns an error for steps that MPI cannot execute. Run returns an error for buffers whose lengths
// differ from the plan's lengths.
func TestProgramRefuses(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[uint8](world)
		port.maxTag = 2
		const many = math.MaxInt32 + 1
		for want, steps := range map[string][]plan.Step{
			fmt.Sprintf("mpi: Load: step 0: send out[0:1] to %d: the peer must be in 0..%d", world.Size,
				world.Size-1): {sends(1, world.Size, 0, out(0, 1))},
			fmt.Sprintf("mpi: Load: step 0: recv out[0:1] from -1: the peer must be in 0..%d",
				world.Size-1): {receives(1, -1, 0, out(0, 1))},
			"mpi: Load: step 0: send out[0:1] to 0 has message number 3, want at most 2": {
				sends(1, 0, 3, out(0, 1))},
			"mpi: Load: step 0: send out[0:2147483648] to 0 has 2147483648 words, want at most 2147483647": {
				sends(1, 0, 0, out(0, many))},
		} {
			_, err := port.Load(&plan.Plan{Out: many, Steps: steps})
			assert.EqualError(t, err, want)
		}
		program, err := port.Load(&plan.Plan{In: 1, Out: 2})
		require.NoError(t, err)
		assert.EqualError(t, program.Run(comm.Op[uint8]{}, make([]uint8, 1), nil),
			"mpi: Replay: in and out have 1 and 0 words, want 1 and 2")
		assert.EqualError(t, program.Run(comm.Op[uint8]{}, nil, make([]uint8, 2)),
			"mpi: Replay: in and out have 0 and 2 words, want 1 and 2")
		program.Free()

		program, err = port.Load(&plan.Plan{Out: 1, Steps: []plan.Step{{Kind: plan.Combine, From: out(0, 1),
			With: out(0, 1), Into: out(0, 1)}}})
		require.NoError(t, err)
		assert.EqualError(t, program.Run(comm.Op[uint8]{}, nil, make([]uint8, 1)),
			"mpi: Replay: the operator has no function to apply")
		program.Free()

		program, err = port.Load(&plan.Plan{Out: 4, Steps: []plan.Step{sends(1, 0, 0, out(0, 2))}})
		require.NoError(t, err)
		longer, err := program.Scaled(1 << 20)
		require.NoError(t, err)
		assert.EqualError(t, longer.Run(comm.Op[uint8]{}, nil, make([]uint8, 4)),
			"mpi: Replay: in and out have 0 and 4 words, want 0 and 4194304")
		_, err = longer.Scaled(1 << 10)
		assert.EqualError(t, err,
			"mpi: Scaled: a step of 2 words, multiplied by 1073741824, would exceed 2147483647 words")
		program.Free()
	})
}

// Freeing a world or a port frees its programs. The world's other ports remain usable.
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
			assert.EqualError(t, program.Run(comm.Op[uint8]{}, nil, nil), "mpi: Replay: this world has been freed")
			assert.EqualError(t, port.Send(0, nil), "mpi: Send: this world has been freed")
			_, err = port.Load(&plan.Plan{})
			assert.EqualError(t, err, "mpi: Load: this world has been freed")
		}
	})
}

// The programs of a port share their buffers. A program allocates memory only for its steps, for any number
// of words.
func TestProgramsShareTheirBuffers(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[uint8](world)
		defer port.Free()
		node := func(scratch int) *plan.Plan {
			at := plan.Range{Buffer: plan.Scratch, At: scratch - 1, Len: 1}
			return &plan.Plan{In: 1, Out: 1, Scratch: scratch, Steps: []plan.Step{{Kind: plan.Copy,
				From: plan.Range{Len: 1}, Into: at}, {Kind: plan.Copy, From: at, Into: out(0, 1)}}}
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
