//go:build cgo

package bench

// A computer runs a computation of a known length, which may hide a part of a call.
type computer struct {
	now   func() int64
	speed float64 // loops per ns on a core without other work; 0: not measured
	sum   float64 // of all results, so that the compiler cannot remove the computation
}

// run makes n loops, each of which needs the result of the loop before.
func (c *computer) run(n int) {
	x := 1.
	for range n {
		x = x*0.999999 + 1e-6
	}
	c.sum += x
}

// loops returns the number of loops that take the given time.
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
