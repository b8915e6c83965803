package sim

import (
	"errors"
	"iter"
)

// A coroutine is a function that can be suspended and resumed.
type coroutine struct {
	resume func()
	stop   func()
	yield  func(struct{}) bool
}

// errEnded is the error of a call on a port after the end of the run.
var errEnded = errors.New("sim: the run is over")

// start prepares f; the first resume begins it.
func (c *coroutine) start(f func()) {
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		f()
	})
	c.resume = func() { next() }
	c.stop = stop
}

// suspend returns control to the caller of resume, until the next resume or stop. It must be called inside the
// coroutine.
func (c *coroutine) suspend() { c.yield(struct{}{}) }
