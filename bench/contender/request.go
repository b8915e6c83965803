//go:build cgo

package contender

import (
	"unsafe"

	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/plan"
)

// A starter starts non-blocking calls, and makes the requests of persistent calls.
type starter[T words.Number] struct {
	start, init func(a catalog.Args[T]) (plan.Request, error)
}

// inCallForm returns a contender in the form that the run measures: a blocking call or, with --nonblocking or
// --persistent, a start followed by a wait.
func inCallForm[T words.Number](form string, c Contender[T], s starter[T]) Contender[T] {
	switch form {
	case "":
		return c
	case results.Persistent:
		h := &requestHolder[T]{init: s.init}
		c.startCall, c.Load, c.free = h.start, h.makeRequest, h.free
	default:
		c.startCall = s.start
	}
	c.Run = func(a catalog.Args[T]) error {
		r, err := c.startCall(a)
		if err != nil {
			return err
		}
		return r.Wait()
	}
	return c
}

// A requestHolder holds the persistent request of a contender. A request is bound to buffers, and most calls
// use new buffers, so a request is made before each call, outside the timed region.
type requestHolder[T words.Number] struct {
	init    func(a catalog.Args[T]) (plan.Request, error)
	args    catalog.Args[T]
	request plan.Request // nil if there is no request
}

func (h *requestHolder[T]) makeRequest(a catalog.Args[T]) error {
	if h.request != nil && h.matches(a) {
		return nil
	}
	if err := h.free(); err != nil {
		return err
	}
	r, err := h.init(a)
	if err != nil {
		return err
	}
	h.args, h.request = a, r
	return nil
}

func (h *requestHolder[T]) matches(a catalog.Args[T]) bool {
	same := func(x, y []T) bool { return len(x) == len(y) && unsafe.SliceData(x) == unsafe.SliceData(y) }
	return a.Root == h.args.Root && a.Shift == h.args.Shift && same(a.In, h.args.In) &&
		same(a.Out, h.args.Out)
}

func (h *requestHolder[T]) start(a catalog.Args[T]) (plan.Request, error) {
	if err := h.makeRequest(a); err != nil {
		return nil, err
	}
	return h.request, h.request.Start()
}

func (h *requestHolder[T]) free() error {
	if h.request == nil {
		return nil
	}
	r := h.request
	h.request = nil
	return r.Free()
}

// Overlapping returns a contender that computes between the start of a call and the wait, by calling
// `compute` once for each of `parts` parts. Between two parts it tests whether the call has ended. The
// contender's time is the time from the start to the end of the call minus the time of the computation.
func (c Contender[T]) Overlapping(now func() int64, parts int, compute func()) Contender[T] {
	startCall := c.startCall
	var began, ended, computed int64
	c.LastCall = func() (int64, int64) { return began, ended - computed }
	c.Run = func(a catalog.Args[T]) error {
		began, computed = now(), 0
		r, err := startCall(a)
		if err != nil {
			return err
		}
		for part := range parts {
			from := now()
			compute()
			computed += now() - from
			if part < parts-1 {
				if _, err := r.Test(); err != nil {
					return err
				}
			}
		}
		err = r.Wait()
		ended = now()
		return err
	}
	return c
}
