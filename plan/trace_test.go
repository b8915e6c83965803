package plan_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/internal/plantest"
	"topocoll/local"
	. "topocoll/plan"
)

// Trace finds the input word from which each word of memory comes, even if the word was sent in messages.
func TestTrace(t *testing.T) {
	job := Job{
		{In: 2, Out: 3, Scratch: 1, Steps: []Step{move(in(1, 1), scratch(0, 1)), send(1, 1, 0, scratch(0, 1)),
			recv(1, 1, 0, out(1, 2))}},
		{In: 2, Out: 1, Steps: []Step{recv(1, 0, 0, out(0, 1)), send(1, 0, 0, in(0, 2))}},
	}
	require.NoError(t, job.Check())
	memory, found := job.Trace()
	assert.True(t, found)
	nothing := Source{Rank: -1, Word: -1}
	assert.Equal(t, []Contents{
		{Out: []Source{nothing, {1, 0}, {1, 1}}, Scratch: []Source{{0, 1}}},
		{Out: []Source{{0, 1}}, Scratch: []Source{}},
	}, memory)
	job[1].Steps = append(job[1].Steps, move(in(0, 1), out(0, 1)))
	_, found = job.Trace()
	assert.False(t, found, "two steps write a word")
	job[1].Steps[2] = combine(in(0, 1), in(1, 1), out(0, 1))
	_, found = job.Trace()
	assert.False(t, found, "combined words")
}

// If a word is written twice, Renamed puts its values into different words of the scratch memory. A result
// stays in the output. If a result was written together with an intermediate value, a copy at the end puts
// the result into the output.
func TestRenamed(t *testing.T) {
	p := Plan{In: 4, Out: 4, Scratch: 2, Steps: []Step{
		move(in(0, 2), scratch(0, 2)), send(1, 1, 0, scratch(0, 2)),
		recv(2, 1, 0, scratch(0, 2)), move(scratch(1, 1), out(3, 1)),
		move(in(0, 3), out(0, 3)), send(3, 1, 1, out(0, 2)), recv(4, 1, 1, out(1, 1)),
	}}
	renamed, found := p.Renamed()
	require.True(t, found)
	assert.Equal(t, []string{
		"copy in[0:2] to scratch[0:2]", "send scratch[0:2] to 1",
		"recv scratch[5:7] from 1", "copy scratch[6:7] to out[3:4]",
		"copy in[0:3] to scratch[2:5]", "send scratch[2:4] to 1", "recv out[1:2] from 1",
		"copy scratch[2:3] to out[0:1]", "copy scratch[4:5] to out[2:3]",
	}, stepTexts(renamed.Steps))
	assert.Equal(t, 7, renamed.Scratch)
	p.Steps = []Step{move(out(0, 2), scratch(0, 2)), move(in(0, 1), out(0, 1))}
	_, found = p.Renamed()
	assert.False(t, found, "the caller writes the first value of an output word")
	p.Steps = []Step{move(in(0, 2), scratch(0, 2)), move(in(0, 1), scratch(0, 1)), send(1, 1, 0, scratch(0, 2)),
		move(in(1, 1), scratch(0, 1)), send(2, 1, 1, scratch(0, 2))}
	_, found = p.Renamed()
	assert.False(t, found, "a word would be adjacent to two values")
}

// A renamed plan has the same results as the plan, and Trace finds the origin of each word.
func FuzzRenamed(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		h := plantest.New(seed, 1+int(seed%3), 1+int(seed%4), mix)
		job := slices.Clone(h.Job)
		for rank := range job {
			if renamed, found := job[rank].Renamed(); found {
				job[rank] = *renamed
				requireWrittenOnce(t, renamed)
			}
		}
		require.NoError(t, job.Check())
		require.NoError(t, local.Run(len(job), func(port comm.AsyncPort[uint64]) error {
			at := h.First[port.Rank()]
			r := NewRunner[uint64](&job[port.Rank()])
			err := r.Run(port, comm.Op[uint64]{Apply: mix}, at[In][:], at[Out][:])
			assert.Equal(t, h.Last[port.Rank()][Out], at[Out], "seed %d", seed)
			return err
		}))
		memory, found := job.Trace()
		for rank := range memory {
			for word, source := range memory[rank].Out {
				if found && source.Rank >= 0 {
					first := h.First[source.Rank][In][source.Word]
					assert.Equal(t, first, h.Last[rank][Out][word], "seed %d", seed)
				}
			}
		}
	})
}

func requireWrittenOnce(t *testing.T, p *Plan) {
	t.Helper()
	written := map[Buffer][]bool{Out: make([]bool, p.Out), Scratch: make([]bool, p.Scratch)}
	for _, s := range p.Steps {
		for i := range s.Into.Len {
			if words := written[s.Into.Buffer]; words != nil {
				require.False(t, words[s.Into.At+i], "%v", s)
				words[s.Into.At+i] = true
			}
		}
	}
}
