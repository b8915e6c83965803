//go:build cgo

package bench

// A computer does a computation of a known length, to see how much of a call it hides.
type computer struct {
	now   func() int64
	speed float64 // loops per ns when nothing else takes the core; 0: not measured
	sum   float64 // of all results, so that the compiler cannot remove the computation
}

// run adds n numbers, each of which needs the one before.
func (c *computer) run(n int) {
	x := 1.
	for range n {
		x = x*0.999999 + 1e-6
	}
	c.sum += x
}

// loops returns the number of loops that take some ns.
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
