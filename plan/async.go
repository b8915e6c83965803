package plan

import (
	"errors"
	"fmt"
	"slices"

	"topocoll/comm"
)

// An Async is a port on which compiled procedures can make non-blocking calls. Unlike a Loader, it does not
// execute plans itself.
type Async[T any] interface {
	comm.AsyncPort[T]
	// TestSome is like WaitSome, but does not wait. It appends the ids of all completed messages to `done`.
	TestSome(done []int) ([]int, error)
	// ActiveCalls returns the active calls of the port.
	ActiveCalls() *ActiveCalls[T]
}

// ActiveCalls holds the active non-blocking and persistent calls of a port, and the owner of each active
// message. The zero value has no active calls.
type ActiveCalls[T any] struct {
	calls        []*request[T]     // active calls in starting order
	numbers      messageCounter    // messages of all calls so far
	owners       []messageOwner[T] // owners of the messages, indexed by message id
	completedIDs []int             // ids of completed messages
}

// A messageOwner is the call and the step that a message belongs to.
type messageOwner[T any] struct {
	call *request[T]
	step int
}

// Len returns the number of active calls.
func (s *ActiveCalls[T]) Len() int { return len(s.calls) }

// Advance calls `report`, which must append the ids of completed messages to `done`. It then completes the
// steps of these messages and makes progress on all active calls. If `report` returns an error, all calls end
// with this error.
func (s *ActiveCalls[T]) Advance(report func(done []int) ([]int, error)) {
	var err error
	if s.completedIDs, err = report(s.completedIDs[:0]); err != nil {
		for len(s.calls) > 0 {
			s.calls[0].finish(err)
		}
		return
	}
	// The owners of completed messages are cleared before any call proceeds, because proceed may start messages
	// that reuse their ids.
	for _, id := range s.completedIDs {
		if o := s.owners[id]; o.call.active {
			o.call.complete(o.step)
		}
		s.owners[id] = messageOwner[T]{}
	}
	for i := len(s.calls) - 1; i >= 0; i-- {
		s.calls[i].proceed()
	}
}

func (s *ActiveCalls[T]) setOwner(id int, call *request[T], step int) {
	for id >= len(s.owners) {
		s.owners = append(s.owners, messageOwner[T]{})
	}
	s.owners[id] = messageOwner[T]{call, step}
}

// A request executes the plan of a runner in dependency order.
type request[T any] struct {
	runner      *Runner[T]
	activeCalls *ActiveCalls[T] // all active calls of the port; includes this one while it is active
	port        Async[T]
	op          comm.Op[T]
	in, out     []T

	order       *Order
	remaining   []int32         // for each step, the number of incomplete steps that it waits for
	ready       []int32         // steps that can begin, used as a stack
	completed   int             // number of complete steps
	firstNumber map[channel]int // for each channel, the number of the call's first message
	active      bool
	err         error
}

// firstTag is the lowest tag of the messages of requests. comm.Host uses the tags below it.
const firstTag = 1 << 40

// Init returns a request that executes a plan in dependency order: each step begins as soon as the steps on
// which it depends are complete (see Plan.Waits). The plan must be valid (see Job.Validate), and `in` and
// `out` must have the lengths of the plan. All nodes of the job must execute their plans in this way.
func Init[T any](port Async[T], node *Plan, op comm.Op[T], in, out []T) (Request, error) {
	if node.Combines() {
		if err := op.Check("plan: Start"); err != nil {
			return nil, err
		}
	}
	r := &request[T]{runner: NewRunner[T](node), activeCalls: port.ActiveCalls(), port: port, op: op,
		in: in, out: out, order: node.dependencyOrder(), remaining: make([]int32, len(node.Steps)),
		firstNumber: map[channel]int{}}
	return r, r.runner.setBuffers(in, out)
}

func (r *request[T]) Start() error {
	if r.active {
		return errors.New("plan: Start: the request is still active; call Wait first")
	}
	if err := r.runner.setBuffers(r.in, r.out); err != nil {
		return err
	}
	r.numberMessages()
	r.completed = 0
	copy(r.remaining, r.order.Waits)
	r.ready = append(r.ready[:0], r.order.Begin...)
	slices.Reverse(r.ready) // the first step is on top of the stack
	r.activeCalls.calls = append(r.activeCalls.calls, r)
	r.active, r.err = true, nil
	r.proceed()
	return nil
}

func (r *request[T]) Test() (over bool, err error) {
	if r.active {
		r.activeCalls.Advance(r.port.TestSome)
	}
	if r.active {
		return false, nil
	}
	return true, r.Wait()
}

func (r *request[T]) Wait() error {
	for r.active {
		r.activeCalls.Advance(r.port.WaitSome)
	}
	err := r.err
	r.err = nil
	return err
}

func (r *request[T]) Free() error {
	if r.active {
		return errors.New("plan: Free: the request is still active; call Wait first")
	}
	r.runner.clearBuffers()
	return nil
}

// numberMessages numbers the messages of the call on each channel, continuing the numbers of earlier calls.
func (r *request[T]) numberMessages() {
	if r.activeCalls.numbers == nil {
		r.activeCalls.numbers = messageCounter{}
	}
	for _, step := range r.runner.plan.Steps {
		if !step.Message() {
			continue
		}
		if number := r.activeCalls.numbers.next(step); step.Number == 0 {
			r.firstNumber[step.channel()] = number
		}
	}
}

// proceed begins all steps that are ready, and ends the call if all steps are complete.
func (r *request[T]) proceed() {
	for len(r.ready) > 0 {
		i := int(r.ready[len(r.ready)-1])
		r.ready = r.ready[:len(r.ready)-1]
		s := r.runner.plan.Steps[i]
		if !s.Message() {
			r.runner.runLocal(s, r.op)
			r.complete(i)
			continue
		}
		id, err := r.startMessage(s)
		if err != nil {
			r.finish(err)
			return
		}
		r.activeCalls.setOwner(id, r, i)
	}
	if r.completed == len(r.remaining) {
		r.finish(nil)
	}
}

func (r *request[T]) startMessage(s Step) (id int, err error) {
	tag := firstTag + r.firstNumber[s.channel()] + s.Number
	switch {
	case tag > r.port.MaxTag():
		return 0, fmt.Errorf("plan: Start: %v needs tag %d, but the port supports tags only up to %d", s, tag,
			r.port.MaxTag())
	case s.Kind == Send:
		return r.port.StartSend(s.Peer, tag, r.runner.words(s.From))
	}
	return r.port.StartRecv(s.Peer, tag, r.runner.words(s.Into))
}

// complete marks a step as complete. Steps that waited only for this step become ready.
func (r *request[T]) complete(step int) {
	r.completed++
	for _, i := range slices.Backward(r.order.dependents(step)) {
		if r.remaining[i]--; r.remaining[i] == 0 {
			r.ready = append(r.ready, i)
		}
	}
}

func (r *request[T]) finish(err error) {
	if !r.active {
		return
	}
	r.active, r.err = false, err
	i := slices.Index(r.activeCalls.calls, r)
	r.activeCalls.calls = slices.Delete(r.activeCalls.calls, i, i+1)
}
