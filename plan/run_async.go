package plan

import (
	"fmt"
	"slices"

	"topocoll/comm"
)

// async is what RunAsync needs to know of a plan, and its state.
type async struct {
	next  [][]int // by step: those that wait for it
	waits []int   // by step: how many it waits for
	left  []int   // of those, how many are not complete
	ready []int   // steps that can begin; the last one begins first
	step  []int   // by id of a started message
	done  []int
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
	a.ready = a.ready[:0]
	copy(a.left, a.waits)
	for i := len(a.left) - 1; i >= 0; i-- {
		if a.left[i] == 0 {
			a.ready = append(a.ready, i)
		}
	}
}

// RunAsync does every step as soon as Waits allows, with the number of a message as its tag. It ends when all are
// complete. All nodes of the job must use RunAsync.
func (r *Runner[T]) RunAsync(port comm.AsyncPort[T], op comm.Op[T], in, out []T) error {
	if err := r.begin(in, out); err != nil {
		return err
	}
	defer r.end()
	if r.async == nil {
		r.async = newAsync(r.plan)
	}
	a := r.async
	a.begin()
	for complete := 0; complete < len(a.left); {
		if len(a.ready) == 0 {
			n, err := a.await(port.WaitSome)
			if err != nil {
				return err
			}
			complete += n
			continue
		}
		i := a.ready[len(a.ready)-1]
		a.ready = a.ready[:len(a.ready)-1]
		if s := r.plan.Steps[i]; s.Message() {
			id, err := r.start(port, s)
			if err != nil {
				return err
			}
			a.started(id, i)
			continue
		}
		r.local(r.plan.Steps[i], op)
		a.complete(i)
		complete++
	}
	return nil
}

// start begins a message.
func (r *Runner[T]) start(port comm.AsyncPort[T], s Step) (id int, err error) {
	switch {
	case s.Number > port.MaxTag():
		return 0, fmt.Errorf("plan: RunAsync: %v is message %d, the machine has tags up to %d", s, s.Number, port.MaxTag())
	case s.Kind == Send:
		return port.StartSend(s.Peer, s.Number, r.words(s.From))
	}
	return port.StartRecv(s.Peer, s.Number, r.words(s.Into))
}

func (a *async) started(id, step int) {
	for id >= len(a.step) {
		a.step = append(a.step, 0)
	}
	a.step[id] = step
}

// await waits for started messages and returns how many are complete.
func (a *async) await(waitSome func([]int) ([]int, error)) (n int, err error) {
	if a.done, err = waitSome(a.done[:0]); err != nil {
		return 0, err
	}
	for _, id := range a.done {
		a.complete(a.step[id])
	}
	return len(a.done), nil
}

func (a *async) complete(step int) {
	for _, i := range slices.Backward(a.next[step]) {
		if a.left[i]--; a.left[i] == 0 {
			a.ready = append(a.ready, i)
		}
	}
}
