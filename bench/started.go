//go:build cgo

package bench

import (
	"slices"
	"unsafe"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/plan"
)

// A starter begins calls, and makes requests for persistent ones.
type starter[T number] struct {
	start, init func(a catalog.Args[T]) (plan.Request, error)
}

// startedBy is the contender that the run wants: one that is called, or started.
func startedBy[T number](m *measurer, c contender[T], s starter[T]) contender[T] {
	if m.cfg.Started == "" {
		return c
	}
	return c.starting(m.cfg.Started, s)
}

// starting makes a contender one whose calls are started and waited for at once: those of --nonblocking and --persistent.
func (c contender[T]) starting(how string, s starter[T]) contender[T] {
	c.begin = s.start
	if how == results.Persistent {
		h := &held[T]{init: s.init}
		c.begin, c.load, c.end = h.begin, h.hold, h.free
	}
	c.run = func(a catalog.Args[T]) error {
		r, err := c.begin(a)
		if err != nil {
			return err
		}
		return r.Wait()
	}
	return c
}

// held is the persistent request of a contender. It belongs to the words of a call, and most calls have other words, so one is made before
// each call; that is no part of its time.
type held[T number] struct {
	init    func(a catalog.Args[T]) (plan.Request, error)
	of      catalog.Args[T]
	request plan.Request // nil: none
}

func (h *held[T]) hold(a catalog.Args[T]) error {
	if h.request != nil && h.is(a) {
		return nil
	}
	if err := h.free(); err != nil {
		return err
	}
	r, err := h.init(a)
	if err != nil {
		return err
	}
	h.of, h.request = a, r
	return nil
}

// is reports whether the request is for a call.
func (h *held[T]) is(a catalog.Args[T]) bool {
	same := func(x, y []T) bool { return len(x) == len(y) && unsafe.SliceData(x) == unsafe.SliceData(y) }
	return a.Root == h.of.Root && a.Shift == h.of.Shift && same(a.In, h.of.In) && same(a.Out, h.of.Out)
}

func (h *held[T]) begin(a catalog.Args[T]) (plan.Request, error) {
	if err := h.hold(a); err != nil {
		return nil, err
	}
	return h.request, h.request.Start()
}

func (h *held[T]) free() error {
	if h.request == nil {
		return nil
	}
	r := h.request
	h.request = nil
	return r.Free()
}

// free gives back what the contenders hold.
func (t *trial[T]) free() {
	for _, c := range t.contenders {
		if c.end != nil {
			c.end() // what fails here is freed with its port
		}
	}
}

// overlaps measures, for calls that are started, how much of each is hidden behind a computation that takes as long as the call, as the OSU
// benchmarks of MPI_I* do: with the time that is left of a call beside the computation, overlap = 1 - left / time of the call. The process
// tests for the end of the call so many times during the computation, which counts as the call's time.
func (t *trial[T]) overlaps(cells []results.Cell) error {
	if t.m.cfg.Started == "" {
		return nil
	}
	with := *t
	with.contenders = slices.Clone(t.contenders)
	for i := range with.contenders {
		with.contenders[i] = t.computing(t.contenders[i], cells[i].Median)
		cells[i].Computing = cells[i].Median
	}
	with.reset()
	n := len(t.longest[0])
	if err := with.some(min(12, n), min(256, n), t.m.cfg.Time/4); err != nil {
		return err
	}
	for i := range cells {
		if left := with.longest[i]; len(left) > 0 && cells[i].Median > 0 {
			overlap := max(0, 1-stats.Median(results.Floats(left))/cells[i].Median)
			cells[i].Overlap = &overlap
		}
	}
	return nil
}

// computing is a contender that computes for so many ns between the start of a call and the wait. Its time is that of the call without the
// computation.
func (t *trial[T]) computing(c contender[T], ns float64) contender[T] {
	m := t.m
	parts := m.cfg.Tests + 1
	loops := int(ns * m.loopsPerNs() / float64(parts))
	var began, ended, computed int64
	c.took = func() (int64, int64) { return began, ended - computed }
	c.run = func(a catalog.Args[T]) error {
		began, computed = m.now(), 0
		r, err := c.begin(a)
		if err != nil {
			return err
		}
		for part := range parts {
			from := m.now()
			m.sum += compute(loops)
			computed += m.now() - from
			if part < parts-1 {
				if _, err := r.Test(); err != nil {
					return err
				}
			}
		}
		err = r.Wait()
		ended = m.now()
		return err
	}
	return c
}

// compute adds n numbers, each of which needs the one before.
func compute(n int) float64 {
	x := 1.
	for range n {
		x = x*0.999999 + 1e-6
	}
	return x
}

// loopsPerNs is how fast compute is on this rank when nothing else takes its core.
func (m *measurer) loopsPerNs() float64 {
	if m.speed > 0 {
		return m.speed
	}
	const n = 20000
	for range 20 {
		from := m.now()
		m.sum += compute(n)
		m.speed = max(m.speed, n/float64(max(1, m.now()-from)))
	}
	return m.speed
}
