package plan

import (
	"fmt"
	"slices"

	"topocoll/comm"
)

// async is what a run by dependencies needs to know of a plan, and its state.
type async struct {
	next     [][]int // by step: those that wait for it
	waits    []int   // by step: how many it waits for
	left     []int   // of those, how many are not complete
	ready    []int   // steps that can begin; the last one begins first
	complete int     // how many steps are
	step     []int   // by id of a started message
	done     []int
}

func newAsync(p *Plan) *async {
	a := &async{next: make([][]int, len(p.Steps)), waits: make([]int, len(p.Steps)), left: make([]int, len(p.Steps))}
	for i, waits := range p.Waits() {
		a.waits[i] = len(waits)
		for _, earlier := range waits {
			a.next[earlier] = append(a.next[earlier], i)
		}
	}
	return a
}

// begin makes the steps ready that wait for nothing.
func (a *async) begin() {
	a.ready, a.complete = a.ready[:0], 0
	copy(a.left, a.waits)
	for i := len(a.left) - 1; i >= 0; i-- {
		if a.left[i] == 0 {
			a.ready = append(a.ready, i)
		}
	}
}

// over reports whether all steps are complete.
func (a *async) over() bool { return a.complete == len(a.left) }

// RunAsync does every step as soon as Waits allows, with the number of a message as its tag. It ends when all are
// complete. All nodes of the job must use RunAsync.
func (r *Runner[T]) RunAsync(port comm.AsyncPort[T], op comm.Op[T], in, out []T) error {
	if err := r.beginAsync(in, out); err != nil {
		return err
	}
	defer r.end()
	a := r.async
	for {
		if err := r.proceed(port, op, r.number, a.started); err != nil || a.over() {
			return err
		}
		if err := a.await(port.WaitSome); err != nil {
			return err
		}
	}
}

// beginAsync makes the runner ready for a run by dependencies.
func (r *Runner[T]) beginAsync(in, out []T) error {
	if err := r.begin(in, out); err != nil {
		return err
	}
	if r.async == nil {
		r.async = newAsync(r.plan)
	}
	r.async.begin()
	return nil
}

// number is the tag of a message in RunAsync.
func (r *Runner[T]) number(s Step) int { return s.Number }

// proceed does all that can be done without waiting for a message. It tells started of each message that it has begun.
func (r *Runner[T]) proceed(port comm.AsyncPort[T], op comm.Op[T], tag func(Step) int, started func(id, step int)) error {
	a := r.async
	for len(a.ready) > 0 {
		i := a.ready[len(a.ready)-1]
		a.ready = a.ready[:len(a.ready)-1]
		s := r.plan.Steps[i]
		if !s.Message() {
			r.local(s, op)
			a.completed(i)
			continue
		}
		id, err := r.start(port, s, tag(s))
		if err != nil {
			return err
		}
		started(id, i)
	}
	return nil
}

// start begins a message.
func (r *Runner[T]) start(port comm.AsyncPort[T], s Step, tag int) (id int, err error) {
	switch {
	case tag > port.MaxTag():
		return 0, fmt.Errorf("plan: RunAsync: %v is message %d, the machine has tags up to %d", s, tag, port.MaxTag())
	case s.Kind == Send:
		return port.StartSend(s.Peer, tag, r.words(s.From))
	}
	return port.StartRecv(s.Peer, tag, r.words(s.Into))
}

func (a *async) started(id, step int) {
	for id >= len(a.step) {
		a.step = append(a.step, 0)
	}
	a.step[id] = step
}

// await waits for started messages.
func (a *async) await(waitSome func([]int) ([]int, error)) (err error) {
	if a.done, err = waitSome(a.done[:0]); err != nil {
		return err
	}
	for _, id := range a.done {
		a.completed(a.step[id])
	}
	return nil
}

func (a *async) completed(step int) {
	a.complete++
	for _, i := range slices.Backward(a.next[step]) {
		if a.left[i]--; a.left[i] == 0 {
			a.ready = append(a.ready, i)
		}
	}
}
