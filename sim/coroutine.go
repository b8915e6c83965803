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

// errEnded is returned by calls on a port after the end of the run.
var errEnded = errors.New("sim: the run is over")

// start prepares c to run f. The first call to resume begins f.
func (c *coroutine) start(f func()) {
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		defer recoverEnd()
		f()
	})
	c.resume = func() { next() }
	c.stop = stop
}

// suspend must be called inside the coroutine. It returns control to the caller of resume, until resume is
// called again. After a call to stop, suspend does not return, but unwinds the function with its deferred
// calls. If suspend returned, a body that ignores errors could continue after the end of the run.
func (c *coroutine) suspend() {
	if !c.yield(struct{}{}) {
		panic(errEnded)
	}
}

// recoverEnd, when deferred, recovers from a panic with errEnded, but not from other panics.
func recoverEnd() {
	if r := recover(); r != nil && r != any(errEnded) {
		panic(r)
	}
}
