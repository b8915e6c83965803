//go:build cgo

package bench

// A dummyLoop is a computation whose duration can be chosen. It may overlap with a call.
type dummyLoop struct {
	now             func() int64
	iterationsPerNS float64 // loop iterations per ns on an otherwise idle core; 0: not measured
	sum             float64 // sum of all results, so that the compiler cannot remove the computation
}

// run executes n iterations of a loop. Each iteration needs the result of the previous one.
func (c *dummyLoop) run(n int) {
	x := 1.
	for range n {
		x = x*0.999999 + 1e-6
	}
	c.sum += x
}

// iterationsFor returns the number of iterations that take the given time in ns.
func (c *dummyLoop) iterationsFor(ns float64) int {
	if c.iterationsPerNS == 0 {
		const n = 20000
		for range 20 {
			from := c.now()
			c.run(n)
			c.iterationsPerNS = max(c.iterationsPerNS, n/float64(max(1, c.now()-from)))
		}
	}
	return int(ns * c.iterationsPerNS)
}
