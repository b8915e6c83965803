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
		defer caughtEnd()
		f()
	})
	c.resume = func() { next() }
	c.stop = stop
}

// suspend returns control to the caller of resume, until the next resume. It must be called inside the coroutine. After
// stop it does not return but unwinds the function with its deferred calls: a body that ignores its errors could run as
// long after the end of the run as before.
func (c *coroutine) suspend() {
	if !c.yield(struct{}{}) {
		panic(errEnded)
	}
}

// caughtEnd is deferred by a function that a panic with errEnded ends early. It passes every other panic on.
func caughtEnd() {
	if r := recover(); r != nil && r != any(errEnded) {
		panic(r)
	}
}
