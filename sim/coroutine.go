package sim

import (
	"errors"
	"iter"
)

// A coroutine is a function that can wait in the middle.
type coroutine struct {
	resume func()
	stop   func()
	yield  func(struct{}) bool
}

// errEnded is what a node gets that still calls its port when the run is over.
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

// suspend returns to whoever resumed the coroutine, until the next resume or stop. It must be called
// inside the coroutine.
func (c *coroutine) suspend() { c.yield(struct{}{}) }
