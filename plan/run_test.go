package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/local"
	. "topocoll/plan"
)

// allreduce is the plans of a sum of two words on p nodes.
func allreduce(t *testing.T, p int) Job {
	call := func(rank int) Call { return Call{Rank: rank, P: p, In: 2, Out: 2} }
	job, err := RecordJob(p, call, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return hcube.Allreduce(c, op, in, out)
	})
	assert.NoError(t, err)
	return job
}

// A runner can be used again, and then allocates nothing.
func TestRunAgain(t *testing.T) {
	const p = 4
	job := allreduce(t, p)
	assert.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
		r, in, out := NewRunner[int](&job[port.Rank()]), []int{port.Rank(), 1}, make([]int, 2)
		for range 3 {
			clear(out)
			assert.NoError(t, r.Run(port, comm.Op[int]{Apply: add}, in, out))
			assert.Equal(t, []int{6, 4}, out)
			clear(out)
			assert.NoError(t, r.RunAsync(port, comm.Op[int]{Apply: add}, in, out))
			assert.Equal(t, []int{6, 4}, out)
		}
		return nil
	}))
	r, port, in, out := NewRunner[int](&job[1]), &silent{}, make([]int, 2), make([]int, 2)
	assert.Zero(t, testing.AllocsPerRun(10, func() { assert.NoError(t, r.Run(port, comm.Op[int]{Apply: add}, in, out)) }))
	assert.Zero(t, testing.AllocsPerRun(10, func() { assert.NoError(t, r.RunAsync(port, comm.Op[int]{Apply: add}, in, out)) }))
}

func add(dst, a, b []int) {
	for j := range dst {
		dst[j] = a[j] + b[j]
	}
}

// Wrong lengths are refused before anything is sent.
func TestRunRefuses(t *testing.T) {
	job := allreduce(t, 2)
	r := NewRunner[int](&job[0])
	const says = "plan: Run: in and out have 2 and 1 words, want 2 and 2"
	assert.EqualError(t, r.Run(nil, comm.Op[int]{}, make([]int, 2), make([]int, 1)), says)
	assert.EqualError(t, r.RunAsync(nil, comm.Op[int]{}, make([]int, 2), make([]int, 1)), says)
}

// A number beyond the tags of the machine is refused.
func TestRunAsyncNeedsTags(t *testing.T) {
	p := Plan{Out: 1, Steps: []Step{send(1, 0, 8, out(0, 1))}}
	assert.EqualError(t, NewRunner[int](&p).RunAsync(&silent{}, comm.Op[int]{}, nil, make([]int, 1)),
		"plan: RunAsync: send out[0:1] to 0 is message 8, the machine has tags up to 7")
}

// What one message lets go on begins in program order.
func TestRunAsyncStartsInProgramOrder(t *testing.T) {
	p := Plan{Out: 2, Steps: []Step{recv(1, 0, 0, out(0, 2)), send(2, 3, 0, out(0, 2)), send(3, 2, 0, out(0, 1)), send(4, 0, 0, out(1, 1))}}
	port := &silent{}
	assert.NoError(t, NewRunner[int](&p).RunAsync(port, comm.Op[int]{}, nil, make([]int, 2)))
	assert.Equal(t, []int{3, 2, 0}, port.sentTo)
}

// silent is a port that does nothing and is done at once.
type silent struct{ started, sentTo []int }

func (*silent) Rank() int                                            { return 1 }
func (*silent) Size() int                                            { return 4 }
func (*silent) Send(int, []int) error                                { return nil }
func (*silent) Recv(int, []int) error                                { return nil }
func (*silent) SendRecv(int, []int, int, []int) error                { return nil }
func (*silent) Round([]comm.Message[int], []comm.Message[int]) error { return nil }
func (*silent) MaxTag() int                                          { return 7 }
func (s *silent) StartSend(to int, _ int, _ []int) (int, error) {
	s.sentTo = append(s.sentTo, to)
	return s.start()
}
func (s *silent) StartRecv(int, int, []int) (int, error) { return s.start() }
func (s *silent) start() (int, error) {
	s.started = append(s.started, len(s.started))
	return len(s.started) - 1, nil
}
func (s *silent) WaitSome(done []int) ([]int, error) {
	done = append(done, s.started...)
	s.started = s.started[:0]
	return done, nil
}

// The critical path of an allreduce on eight nodes is its three exchanges.
func TestLongest(t *testing.T) {
	longest, err := allreduce(t, 8).Longest()
	assert.NoError(t, err)
	assert.Equal(t, Path{3, 6}, longest)
	assert.Equal(t, "3 ts + 6 tw", longest.String())
	// Two messages that share nothing but their nodes may be under way together.
	longest, err = job(
		[]Step{send(1, 1, 0, out(0, 3)), send(2, 1, 1, out(3, 4))},
		[]Step{recv(1, 0, 0, out(0, 3)), recv(2, 0, 1, out(3, 4))}).Longest()
	assert.NoError(t, err)
	assert.Equal(t, Path{1, 4}, longest)
	// Messages without words keep their order: a barrier still waits for everybody.
	barrier, err := RecordJob(8, func(rank int) Call { return Call{Rank: rank, P: 8} },
		func(c *comm.Comm[byte], _ comm.Op[byte], _, _ []byte) error { return hcube.Barrier(c) })
	assert.NoError(t, err)
	longest, err = barrier.Longest()
	assert.NoError(t, err)
	assert.Equal(t, Path{3, 0}, longest)
}
