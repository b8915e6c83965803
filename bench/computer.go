//go:build cgo

package bench

// A computer runs computations of a known duration, which may hide a part of a call.
type computer struct {
	now   func() int64
	speed float64 // loop iterations per ns on an otherwise idle core; 0: not measured
	sum   float64 // sum of all results, so that the compiler cannot remove the computation
}

// run executes n iterations of a loop, each of which needs the result of the previous one.
func (c *computer) run(n int) {
	x := 1.
	for range n {
		x = x*0.999999 + 1e-6
	}
	c.sum += x
}

// loops returns the number of iterations that take the given time in ns.
func (c *computer) loops(ns float64) int {
	if c.speed == 0 {
		const n = 20000
		for range 20 {
			from := c.now()
			c.run(n)
			c.speed = max(c.speed, n/float64(max(1, c.now()-from)))
		}
	}
	return int(ns * c.speed)
}
