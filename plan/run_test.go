package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/local"
	. "topocoll/plan"
)

// allreduce returns the plans of an allreduce of two words on p nodes.
func allreduce(t *testing.T, p int) Job {
	call := func(rank int) Call { return Call{Rank: rank, P: p, In: 2, Out: 2} }
	job, err := RecordJob(p, call, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return hcube.Allreduce(c, op, in, out)
	})
	assert.NoError(t, err)
	return job
}

// A runner and a request can run again, and they allocate nothing after the first run.
func TestRunAgain(t *testing.T) {
	const p = 4
	job := allreduce(t, p)
	assert.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
		r, in, out := NewRunner[int](&job[port.Rank()]), []int{port.Rank(), 1}, make([]int, 2)
		request, err := Init(port.(Async[int]), &job[port.Rank()], comm.Op[int]{Apply: add}, in, out)
		require.NoError(t, err)
		for range 3 {
			clear(out)
			assert.NoError(t, r.Run(port, comm.Op[int]{Apply: add}, in, out))
			assert.Equal(t, []int{6, 4}, out)
			clear(out)
			assert.NoError(t, request.Start())
			assert.NoError(t, request.Wait())
			assert.Equal(t, []int{6, 4}, out)
		}
		return nil
	}))
	r, port, in, out := NewRunner[int](&job[1]), &silent{}, make([]int, 2), make([]int, 2)
	assert.Zero(t,
		testing.AllocsPerRun(10,
			func() { assert.NoError(t, r.Run(port, comm.Op[int]{Apply: add}, in, out)) }))
	request, err := Init(port, &job[1], comm.Op[int]{Apply: add}, in, out)
	require.NoError(t, err)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		assert.NoError(t, request.Start())
		assert.NoError(t, request.Wait())
	}))
}

func add(dst, a, b []int) {
	for j := range dst {
		dst[j] = a[j] + b[j]
	}
}

// A call with wrong lengths returns an error before any message is sent.
func TestRunRefuses(t *testing.T) {
	job := allreduce(t, 2)
	r := NewRunner[int](&job[0])
	const says = "plan: Run: in and out have 2 and 1 words, want 2 and 2"
	assert.EqualError(t, r.Run(nil, comm.Op[int]{}, make([]int, 2), make([]int, 1)), says)
	_, err := Init(&silent{}, &job[0], comm.Op[int]{Apply: add}, make([]int, 2), make([]int, 1))
	assert.EqualError(t, err, says)
}

// A request whose tags would exceed the largest tag of the port is refused.
func TestRequestNeedsTags(t *testing.T) {
	p := Plan{Out: 1, Steps: []Step{send(1, 0, 100, out(0, 1))}}
	request, err := Init(&silent{}, &p, comm.Op[int]{}, nil, make([]int, 1))
	require.NoError(t, err)
	require.NoError(t, request.Start())
	assert.EqualError(t, request.Wait(),
		"plan: Start: send out[0:1] to 0 needs tag 1099511627876, but the port supports tags only up to "+
			"1099511627875")
}

// Steps that wait for the same message begin in program order.
func TestRequestStartsInProgramOrder(t *testing.T) {
	p := Plan{Out: 2,
		Steps: []Step{recv(1, 0, 0, out(0, 2)), send(2, 3, 0, out(0, 2)), send(3, 2, 0, out(0, 1)),
			send(4, 0, 0, out(1, 1))}}
	port := &silent{}
	request, err := Init(port, &p, comm.Op[int]{}, nil, make([]int, 2))
	require.NoError(t, err)
	require.NoError(t, request.Start())
	assert.NoError(t, request.Wait())
	assert.Equal(t, []int{3, 2, 0}, port.sentTo)
}

// silent is a port whose calls do nothing and complete at once.
type silent struct {
	started, sentTo []int
	calls           ActiveCalls[int]
}

func (*silent) Rank() int                                            { return 1 }
func (*silent) Size() int                                            { return 4 }
func (*silent) Send(int, []int) error                                { return nil }
func (*silent) Recv(int, []int) error                                { return nil }
func (*silent) SendRecv(int, []int, int, []int) error                { return nil }
func (*silent) Round([]comm.Message[int], []comm.Message[int]) error { return nil }
func (*silent) MaxTag() int                                          { return 1<<40 + 99 }
func (s *silent) TestSome(done []int) ([]int, error)                 { return s.WaitSome(done) }
func (s *silent) ActiveCalls() *ActiveCalls[int]                     { return &s.calls }
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

// The critical path of an allreduce on eight nodes consists of its three exchanges.
func TestLongest(t *testing.T) {
	longest, err := allreduce(t, 8).Longest()
	assert.NoError(t, err)
	assert.Equal(t, Path{3, 6}, longest)
	assert.Equal(t, "3 ts + 6 tw", longest.String())
	// Two messages between the same nodes may be active at the same time.
	longest, err = job(
		[]Step{send(1, 1, 0, out(0, 3)), send(2, 1, 1, out(3, 4))},
		[]Step{recv(1, 0, 0, out(0, 3)), recv(2, 0, 1, out(3, 4))}).Longest()
	assert.NoError(t, err)
	assert.Equal(t, Path{1, 4}, longest)
	// Messages without words keep their order, so a barrier still waits for all nodes.
	barrier, err := RecordJob(8, func(rank int) Call { return Call{Rank: rank, P: 8} },
		func(c *comm.Comm[byte], _ comm.Op[byte], _, _ []byte) error { return hcube.Barrier(c) })
	assert.NoError(t, err)
	longest, err = barrier.Longest()
	assert.NoError(t, err)
	assert.Equal(t, Path{3, 0}, longest)
}
