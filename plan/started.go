package plan

import (
	"errors"

	"topocoll/comm"
)

// An Async is a port on which calls of compiled procedures can be started, though it does not carry out plans by itself.
type Async[T any] interface {
	comm.AsyncPort[T]
	// TestSome is WaitSome without waiting: it appends the ids of the messages that are complete by now, if there are any.
	TestSome(done []int) ([]int, error)
	// Started returns what has been started on the port.
	Started() *Started[T]
}

// Started is the calls under way on an Async, which knows them by their messages. The zero value is none.
type Started[T any] struct {
	calls  []*started[T]   // under way, in the order of their starts
	next   map[channel]int // the number of the next message
	owners []owner[T]      // by id of a message
	done   []int
}

// A channel is the messages to a process, or from one.
type channel struct {
	kind Kind
	peer int
}

// owner is the call that a message belongs to, and the step.
type owner[T any] struct {
	call *started[T]
	step int
}

// Under returns how many calls are under way.
func (s *Started[T]) Under() int { return len(s.calls) }

// started is a call on an Async.
type started[T any] struct {
	of      *Started[T]
	port    Async[T]
	runner  *Runner[T]
	op      comm.Op[T]
	in, out []T
	first   map[channel]int // the number of its first message
	active  bool
	err     error
}

// tags of started calls are above those of RunAsync and comm.Host.
const firstTag = 1 << 40

func (s *Started[T]) init(port Async[T], node *Plan, op comm.Op[T], in, out []T) (Request, error) {
	if node.Combines() && op.Apply == nil {
		return nil, comm.Refuse("plan: Start: op %q has no function to apply, want one that has", op.Name)
	}
	c := &started[T]{of: s, port: port, runner: NewRunner[T](node), op: op, in: in, out: out, first: map[channel]int{}}
	return c, c.runner.begin(in, out)
}

// Start gives the messages of the call their numbers, and begins it.
func (c *started[T]) Start() error {
	if c.active {
		return errors.New("plan: Start: the request is under way, want one that is waited for")
	}
	if err := c.runner.beginAsync(c.in, c.out); err != nil {
		return err
	}
	if c.of.next == nil {
		c.of.next = map[channel]int{}
	}
	for _, step := range c.runner.plan.Steps {
		if step.Message() {
			ch := channel{step.Kind, step.Peer}
			if step.Number == 0 {
				c.first[ch] = c.of.next[ch]
			}
			c.of.next[ch] = max(c.of.next[ch], c.first[ch]+step.Number+1)
		}
	}
	c.of.calls = append(c.of.calls, c)
	c.active, c.err = true, nil
	c.proceed()
	return nil
}

func (c *started[T]) tag(s Step) int { return firstTag + c.first[channel{s.Kind, s.Peer}] + s.Number }

// proceed does what can be done without waiting, and ends the call if that was all.
func (c *started[T]) proceed() {
	err := c.runner.proceed(c.port, c.op, c.tag, func(id, step int) {
		for id >= len(c.of.owners) {
			c.of.owners = append(c.of.owners, owner[T]{})
		}
		c.of.owners[id] = owner[T]{c, step}
	})
	if err != nil || c.runner.async.over() {
		c.end(err)
	}
}

func (c *started[T]) end(err error) {
	if !c.active {
		return
	}
	c.active, c.err = false, err
	for i, other := range c.of.calls {
		if other == c {
			c.of.calls = append(c.of.calls[:i], c.of.calls[i+1:]...)
			return
		}
	}
}

// advance completes the messages that some reports, and lets their calls go on. An error of the port ends all calls.
func (s *Started[T]) advance(some func(done []int) ([]int, error)) {
	var err error
	if s.done, err = some(s.done[:0]); err != nil {
		for len(s.calls) > 0 {
			s.calls[0].end(err)
		}
		return
	}
	for _, id := range s.done { // all of them, before a new message takes an id
		if o := s.owners[id]; o.call.active {
			o.call.runner.async.completed(o.step)
		}
		s.owners[id] = owner[T]{}
	}
	for i := len(s.calls) - 1; i >= 0; i-- {
		s.calls[i].proceed()
	}
}

func (c *started[T]) Test() (over bool, err error) {
	if c.active {
		c.of.advance(c.port.TestSome)
	}
	if c.active {
		return false, nil
	}
	return true, c.ended()
}

func (c *started[T]) Wait() error {
	for c.active {
		c.of.advance(c.port.WaitSome)
	}
	return c.ended()
}

// ended returns the error of a call once.
func (c *started[T]) ended() error {
	err := c.err
	c.err = nil
	return err
}

func (c *started[T]) Free() error {
	if c.active {
		return errors.New("plan: Free: the request is under way, want one that is waited for")
	}
	c.runner.end()
	return nil
}
